//! What a review has found, without a word of prose.

use imperial_data::LoadedRules;
use imperial_play::analysis::{Grade, Graded, Setup, Summary};
use serde::Serialize;

use super::page;
use crate::line::{Frame, line};
use crate::records::GameText;
use crate::review::{Judged, Told};
use crate::rules::Wanted;
use crate::sheet::Sheet;
use crate::trouble::Trouble;

/// Plies of a better line that are shown.
const BETTER_PLIES: usize = 6;

/// Every game, with the rule sets that they were played by.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Facts {
    /// The rule sets.
    pub sheets: Vec<Sheet>,
    /// The games.
    pub games: Vec<Reviewed>,
    /// What the rule sets were asked for by.
    #[serde(skip)]
    wanted: Vec<Wanted>,
}

/// A game gone through.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reviewed {
    /// The number of its rule set among the sheets.
    pub sheet: usize,
    rules: Wanted,
    start: Option<String>,
    attackers: Option<String>,
    defenders: Option<String>,
    /// Moves at its start that nobody chose.
    opening: usize,
    /// Who looked at the positions.
    judge: String,
    /// The positions from the first on.
    frames: Vec<Frame>,
    /// What was found about each of them.
    judged: Vec<Judged>,
    /// How good the move was that led to each; nothing for the first, and for a move that nobody chose.
    pub graded: Vec<Option<Graded>>,
    /// What was better than inaccuracies, mistakes and blunders.
    better: Vec<Better>,
    /// The game in a few figures.
    pub summary: Summary,
}

/// What would have been better than the move after some plies.
#[derive(Clone, Debug, Serialize)]
struct Better {
    after: usize,
    frames: Vec<Frame>,
}

impl Facts {
    /// The number of the sheet of these rules, made where it is new.
    pub fn sheet(&mut self, wanted: &Wanted, make: impl FnOnce() -> Sheet) -> usize {
        if let Some(known) = self.wanted.iter().position(|known| known == wanted) {
            return known;
        }
        self.wanted.push(wanted.clone());
        self.sheets.push(make());
        self.sheets.len() - 1
    }

    /// Whether all values are expected scores, which were checked against results. Elsewhere they are those of the
    /// search, and so are the grades.
    pub fn are_checked(&self) -> bool {
        self.sheets.iter().all(Sheet::is_checked)
    }

    /// Whether some searches ended early, as their memory was full.
    pub fn are_cut(&self) -> bool {
        self.games.iter().flat_map(|game| &game.judged).any(|judged| judged.full)
    }

    /// The facts as JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("our own figures have a JSON form")
    }

    /// The facts as a page that needs nothing else.
    pub fn page(&self) -> String {
        let titles: Vec<&str> = self.sheets.iter().map(Sheet::title).collect();
        let games: Vec<String> = self.games.iter().map(Reviewed::notation).collect();
        page::page(&titles.join(", "), &self.json(), &games)
    }
}

impl Reviewed {
    /// Puts together what was `told` of each position.
    pub fn new(
        game: &GameText,
        rules: &LoadedRules,
        setup: &Setup,
        (sheet, judge): (usize, String),
        told: Vec<Told>,
        summary: Summary,
    ) -> Result<Self, Trouble> {
        let frames = line(rules, setup, 0)?.frames;
        let (judged, graded): (Vec<_>, Vec<_>) =
            told.into_iter().map(|told| (told.judged, told.graded)).unzip();
        let mut better = Vec::new();
        for after in 0..setup.moves.len() {
            let is_bad = graded[after + 1].as_ref().is_some_and(|of| of.grade >= Grade::Inaccuracy);
            // Where people went on after an end of the game, nothing was searched.
            if is_bad && !judged[after].line.is_empty() {
                better.push(better_line(rules, setup, after, &judged[after])?);
            }
        }
        let GameText { rules, start, attackers, defenders, opening, .. } = game.clone();
        Ok(Self {
            sheet,
            rules,
            start,
            attackers,
            defenders,
            opening,
            judge,
            frames,
            judged,
            graded,
            better,
            summary,
        })
    }

    /// The moves of the game with their signs, for those who have no script.
    fn notation(&self) -> String {
        let sign = |graded: &Option<Graded>| match graded.as_ref().map(|of| of.grade) {
            Some(Grade::Inaccuracy) => "?!",
            Some(Grade::Mistake) => "?",
            Some(Grade::Blunder) => "??",
            _ => "",
        };
        let moves = self.frames.iter().zip(&self.graded).filter_map(|(frame, graded)| {
            frame.mv.as_ref().map(|mv| format!("{}{}", mv.text, sign(graded)))
        });
        let end = self.frames.last().and_then(|frame| frame.end.as_ref());
        moves.chain(end.map(|end| end.words.clone())).collect::<Vec<_>>().join(" ")
    }
}

fn better_line(
    rules: &LoadedRules,
    setup: &Setup,
    after: usize,
    judged: &Judged,
) -> Result<Better, Trouble> {
    let mut moves = setup.moves[..after].to_vec();
    moves.extend(judged.line.iter().take(BETTER_PLIES).cloned());
    let setup = Setup { start: setup.start.clone(), moves };
    Ok(Better { after, frames: line(rules, &setup, after + 1)?.frames })
}
