//! A game as a record of this program or of OpenTafl.

use imperial_data::opentafl::write_game;
use imperial_data::{GameRecord, GameResult, LoadedRules, PlyRecord};
use imperial_engine::{Cause, Encode, Outcome, PerSide, VERSION, with_game};
use imperial_play::analysis::Setup;
use serde::{Deserialize, Serialize};

use crate::line::Standing;
use crate::trouble::Trouble;

/// Characters of a player's name.
const NAME: usize = 100;

/// Stands behind the engine's version in records of the page. Their values are expected results, as the page shows
/// them. In other records they are of the searches of those who played.
const OF_THE_PAGE: &str = "+page";

/// Whether the page has written a record.
pub fn is_of_the_page(record: &GameRecord) -> bool {
    record.engine.ends_with(OF_THE_PAGE)
}

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// One line of JSON, as `docs/data.md` describes.
    Json,
    /// A game record of OpenTafl.
    Opentafl,
}

/// A game to be written.
#[derive(Clone, Debug, Deserialize)]
pub struct Wish {
    /// The game.
    #[serde(flatten)]
    pub standing: Standing,
    /// Moves at its start that nobody chose.
    #[serde(default)]
    pub opening: usize,
    /// The form.
    pub form: Form,
    /// Who played.
    pub names: PerSide<String>,
    /// What searches expected before each move, where they did: −1 the defenders win, 1 the attackers win.
    #[serde(default)]
    pub values: Vec<Option<f32>>,
}

/// A file to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// A name for it.
    pub name: String,
    /// What is in it.
    pub text: String,
}

/// Writes a game. One that is not over is recorded as unfinished.
///
/// # Errors
/// When it is no game of these rules, or the form has no words for it.
pub fn write(rules: &LoadedRules, setup: &Setup, wish: &Wish) -> Result<File, Trouble> {
    let record = with_game!(&rules.game, |game| record(game, rules, setup, wish))?;
    let name = rules.game.name();
    match wish.form {
        Form::Json => {
            let text = record.to_line().map_err(Trouble::failed)?;
            Ok(File { name: format!("{name}.jsonl"), text })
        }
        Form::Opentafl => {
            let text = write_game("imperial serve", &record, &rules.game).map_err(Trouble::bad)?;
            Ok(File { name: format!("{name}.otg"), text })
        }
    }
}

fn record<G: Encode>(
    game: &G,
    rules: &LoadedRules,
    setup: &Setup,
    wish: &Wish,
) -> Result<GameRecord, Trouble> {
    let (first, start) = setup.recorded_start(game)?;
    let end = game.outcome(&setup.position(game)?);
    let end = end.unwrap_or(Outcome::draw(Cause::Unfinished));
    let mut position = setup.beginning(game)?;
    let mut plies = Vec::with_capacity(setup.moves.len());
    for (ply, text) in setup.moves.iter().enumerate() {
        let mv = game.parse_move(&position, text)?;
        let value = wish.values.get(ply).copied().flatten();
        let value = value.filter(|value| (-1.0..=1.0).contains(value));
        plies.push(PlyRecord { mv: game.format_move(&position, mv), value, ..Default::default() });
        game.play(&mut position, mv);
    }
    let name = |name: &String| match name.trim() {
        "" => "unknown".to_owned(),
        name => name.chars().filter(|c| !c.is_control()).take(NAME).collect(),
    };
    Ok(GameRecord {
        engine: format!("{VERSION}{OF_THE_PAGE}"),
        rules: game.name().to_owned(),
        rules_hash: rules.hash.clone(),
        attackers: name(&wish.names.attackers),
        defenders: name(&wish.names.defenders),
        first,
        start,
        opening: wish.opening.min(plies.len()) as u32,
        result: GameResult::from(end),
        cause: end.cause,
        plies,
        ..GameRecord::default()
    })
}
