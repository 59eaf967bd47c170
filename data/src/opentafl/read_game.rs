//! From a game record to one of ours.

use std::collections::HashMap;
use std::sync::Arc;

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::{Encode, Outcome, Side, with_game};

use super::file::{GameFile, MAX_GAME_BYTES};
use super::game_end;
use super::game_error::{GameFileError, GameTrouble, at, bad_tag};
use super::grid::read_position;
use super::keys::{EXTENSION, Law};
use super::play::play_written;
use super::read_rules::read_rules;
use super::text::shorten;
use super::toml_text::rule_file;
use crate::record::{GameRecord, PlyRecord};
use crate::rulebook::rules_hash;

/// Rule sets that are kept compiled.
const SHELF: usize = 64;

/// A game that was read.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game, of seed 0 and number 0.
    pub record: GameRecord,
    /// Its rules.
    pub rules: RuleSet,
    /// The TOML text that [`GameRecord::rules_hash`] is of.
    pub rules_text: String,
    /// Comments that were left out: records have no place for them.
    pub comments: usize,
    /// Turns of variations that were left out.
    pub variations: usize,
}

/// Reads game records; keeps the rules that it met, since most of a collection share theirs.
///
/// ```
/// use imperial_data::opentafl::GameReader;
///
/// let text = "\
/// [result:-1]
/// [rules:dim:5 surf:n esc:e ka:n ks:w cor: cen: start:/2t2/2T2/t1K1t/2T2/2t2/]
///
/// 1. c1-b1 c3-d3
/// [a comment|the king is nearly out]
/// 2. b1-b2 d3-d1--
/// ";
/// let game = GameReader::new(&[]).read(text)?;
/// assert_eq!(game.record.plies.len(), 4);
/// assert_eq!(game.comments, 1);
/// # Ok::<(), imperial_data::opentafl::GameFileError>(())
/// ```
#[derive(Debug)]
pub struct GameReader {
    without: Vec<Law>,
    shelf: HashMap<String, Arc<Rules>>,
}

/// Rules ready to play.
#[derive(Debug)]
struct Rules {
    rules: RuleSet,
    first: Side,
    text: String,
    hash: String,
    game: AnyGame,
}

impl GameReader {
    /// A reader that leaves out the laws in `without`, whatever the records say.
    pub fn new(without: &[Law]) -> Self {
        Self { without: without.to_owned(), shelf: HashMap::new() }
    }

    /// Reads one record and plays its moves through the engine. Comments and variations are
    /// counted and left out.
    ///
    /// # Errors
    /// When the text has not the form of a game record, its rules cannot be taken over, a move is
    /// not legal, or the result is not that of the rules.
    pub fn read(&mut self, text: &str) -> Result<ReadGame, GameFileError> {
        if text.len() as u64 > MAX_GAME_BYTES {
            let trouble = GameTrouble::TooLong(text.len() as u64);
            return Err(GameFileError { line: None, trouble });
        }
        let file =
            GameFile::split(text).map_err(|(line, reason)| at(line, GameTrouble::Form(reason)))?;
        let rules = self.rules(&file)?;
        let start = start(&file, rules.first)?;
        let played =
            with_game!(&rules.game, |game| play(game, &file, start.as_deref(), rules.first))?;
        Ok(ReadGame {
            record: record(&file, &rules, played)?,
            rules: rules.rules.clone(),
            rules_text: rules.text.clone(),
            comments: file.comments,
            variations: file.variations,
        })
    }

    fn rules(&mut self, file: &GameFile) -> Result<Arc<Rules>, GameFileError> {
        let tag =
            file.tag("rules").ok_or(GameFileError { line: None, trouble: GameTrouble::NoRules })?;
        if let Some(rules) = self.shelf.get(&tag.value) {
            return Ok(Arc::clone(rules));
        }
        let rules = self.compile(&tag.value).map_err(|trouble| at(tag.line, trouble))?;
        if self.shelf.len() >= SHELF {
            self.shelf.clear();
        }
        let rules = Arc::new(rules);
        self.shelf.insert(tag.value.clone(), Arc::clone(&rules));
        Ok(rules)
    }

    fn compile(&self, record: &str) -> Result<Rules, GameTrouble> {
        let record = read_rules(record, &self.without)?;
        let text = rule_file(&record.rules)
            .map_err(|error| GameTrouble::Form(format!("rules: {error}")))?;
        let game = AnyGame::from_toml(&text)?;
        let hash = rules_hash(&text);
        Ok(Rules { rules: record.rules, first: record.first, text, hash, game })
    }
}

/// The position string of the tag `position`, with the clocks that stand in a tag of ours.
fn start(file: &GameFile, first: Side) -> Result<Option<String>, GameFileError> {
    let Some(tag) = file.tag("position") else { return Ok(None) };
    let (quiet, plies) = match file.tag(&format!("{EXTENSION}clocks")) {
        None => (0, 0),
        Some(tag) => {
            let numbers = tag.value.split_once(' ');
            numbers
                .and_then(|(quiet, plies)| Some((quiet.parse().ok()?, plies.parse().ok()?)))
                .ok_or_else(|| bad_tag(tag, "expected two numbers of plies"))?
        }
    };
    read_position(&tag.value, first, quiet, plies)
        .map(Some)
        .map_err(|error| bad_tag(tag, error.to_string()))
}

/// A game that was played through.
struct Played {
    start: Option<String>,
    plies: Vec<PlyRecord>,
    outcome: Outcome,
}

/// Plays the moves of a file.
fn play<G: Encode>(
    game: &G,
    file: &GameFile,
    start: Option<&str>,
    first: Side,
) -> Result<Played, GameFileError> {
    let (mut position, start) = start_of(game, file, start, first)?;
    let mut plies = Vec::with_capacity(file.moves.len());
    let may_pass = game_end::may_pass(file);
    let mut passed = false;
    for (ply, token) in (1..).zip(&file.moves) {
        let mv = shorten(&token.text);
        if let Some(outcome) = game.outcome(&position) {
            passed = may_pass && outcome.cause.can_be_passed();
            if !passed {
                return Err(at(token.line, GameTrouble::AfterEnd { mv, ply, outcome }));
            }
        }
        let text = play_written(game, &mut position, &token.text)
            .map_err(|reason| at(token.line, GameTrouble::Move { mv, ply, reason }))?;
        plies.push(PlyRecord { mv: text, ..Default::default() });
    }
    let (end, to_move) = (game.outcome(&position), game.side_to_move(&position));
    let outcome = game_end::outcome(file, end, passed, to_move)?;
    Ok(Played { start, plies, outcome })
}

/// The first position, and its string where it is not that of the rules.
fn start_of<G: Encode>(
    game: &G,
    file: &GameFile,
    start: Option<&str>,
    first: Side,
) -> Result<(G::Position, Option<String>), GameFileError> {
    let Some(text) = start else {
        let position = game.start(first);
        let odd = !game.first().allows(first);
        let text = odd.then(|| game.format_position(&position));
        return Ok((position, text));
    };
    let line = file.tag("position").map(|tag| tag.line);
    let position = game.parse_position(text).map_err(|error| {
        let trouble = GameTrouble::Tag { key: "position".to_owned(), reason: error.to_string() };
        GameFileError { line, trouble }
    })?;
    let text = game.format_position(&position);
    Ok((position, Some(text)))
}

fn record(file: &GameFile, rules: &Rules, played: Played) -> Result<GameRecord, GameFileError> {
    let player =
        |key: &str| file.value(key).filter(|name| !name.is_empty()).unwrap_or("unknown").to_owned();
    Ok(GameRecord {
        rules: rules.rules.name.clone(),
        rules_hash: rules.hash.clone(),
        attackers: player("attackers"),
        defenders: player("defenders"),
        first: rules.first,
        start: played.start,
        opening: opening(file, played.plies.len())?,
        result: played.outcome.into(),
        cause: played.outcome.cause,
        plies: played.plies,
        ..GameRecord::default()
    })
}

/// Plies drawn at random, from a tag of ours.
fn opening(file: &GameFile, plies: usize) -> Result<u32, GameFileError> {
    let Some(tag) = file.tag(&format!("{EXTENSION}opening")) else { return Ok(0) };
    let number = tag.value.parse().ok().filter(|opening| *opening as usize <= plies);
    number.ok_or_else(|| bad_tag(tag, "expected a number of plies of the game"))
}
