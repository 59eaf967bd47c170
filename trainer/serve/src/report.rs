//! Games gone through, as one page that needs neither this program nor a network.
//!
//! - `facts`: all that was found, which is also the JSON.
//! - `page`: the facts with the scripts and styles of the server's page, in one file.

mod facts;
mod page;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use imperial_data::{GameRecord, LoadedRules, RuleBook};
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;

pub use facts::Facts;
use facts::Reviewed;

use crate::players::Offers;
use crate::records::{Found, GameText, MOST_GAMES, Texts, chosen, read};
use crate::review::{UNHURRIED, Walk};
use crate::rules::{Shelf, Wanted};
use crate::sheet::sheet;

/// What stands near the beginning of every page.
pub const MARK: &str = r#"<meta name="generator" content="imperial">"#;

/// Who goes through games, and how.
#[expect(missing_debug_implementations, reason = "it is made of functions")]
pub struct Reviewer<'a> {
    /// The agent that looks at the games of a rule set.
    pub judge: &'a dyn Fn(&LoadedRules) -> anyhow::Result<Agent>,
    /// Threads that share each search.
    pub threads: u16,
    /// Is told how many positions have been looked at, and of how many; ends the review by an error.
    pub progress: &'a dyn Fn(usize, usize) -> anyhow::Result<()>,
}

/// Games as they were read from texts.
#[derive(Debug, Default)]
pub struct Games {
    shelf: Shelf,
    games: Vec<GameText>,
}

impl Games {
    /// Adds the games of a text: records of this program, a game of OpenTafl, or moves by `rules`. Only those of
    /// these `numbers`, counted from 1; all if none is given. Rules of records are kept beside `folder`, where they are
    /// not the program's.
    ///
    /// # Errors
    /// When it holds none, more than a page has room for, or one that is none of its rules.
    pub fn add(
        &mut self,
        text: &str,
        (folder, rules): (&Path, &LoadedRules),
        numbers: &[usize],
    ) -> anyhow::Result<()> {
        let rules = match rules.file {
            Some(_) => Wanted::Text(rules.text.clone()),
            None => Wanted::Name(rules.game.name().to_owned()),
        };
        let records: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let is_recorded = records.first().is_some_and(|line| line.trim_start().starts_with('{'));
        if is_recorded {
            self.learn_rules(folder, &of_numbers(records, numbers)?);
        }
        let (text, numbers) = (text.to_owned(), numbers.to_vec());
        match read(&self.shelf, &Texts { text, rules, numbers })? {
            Found::Rules { .. } => bail!("this is a rule file, and no game"),
            Found::Games { games } => self.games.extend(games),
        }
        Ok(())
    }

    /// Puts the rules that lie beside records on the shelf. What is wrong with others is told when a game needs them.
    fn learn_rules(&self, folder: &Path, records: &[&str]) {
        // The folder of a bare name.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut book = RuleBook::new(folder);
        for record in records {
            let record = GameRecord::from_line(record.trim().as_bytes());
            let rules = record.ok().and_then(|record| book.of_record(folder, &record).ok());
            if let Some(rules) = rules.filter(|rules| rules.file.is_some()) {
                let _ = self.shelf.get(&Wanted::Text(rules.text.clone()));
            }
        }
    }

    /// Looks at every position of every game.
    ///
    /// # Errors
    /// When an agent does not fit, or `progress` ends it.
    pub fn review(&self, reviewer: &Reviewer<'_>) -> anyhow::Result<Facts> {
        let positions = self.games.iter().map(|game| game.moves.len() + 1).sum();
        let (mut facts, mut done) = (Facts::default(), 0);
        for game in &self.games {
            let rules = self.shelf.get(&game.rules)?;
            let judge = (reviewer.judge)(&rules)?;
            let mut step = || {
                (reviewer.progress)(done, positions)?;
                done += 1;
                Ok(())
            };
            let sheet = facts.sheet(&game.rules, || {
                let offers = Offers::none(judge.label(), &rules.game);
                sheet(&rules, offers)
            });
            facts.games.push(go_through(
                game,
                &rules,
                &judge,
                (sheet, reviewer.threads),
                &mut step,
            )?);
        }
        (reviewer.progress)(positions, positions)?;
        Ok(facts)
    }
}

/// The records of these numbers; all of them if none is named and there is room for them.
fn of_numbers<'a>(records: Vec<&'a str>, numbers: &[usize]) -> anyhow::Result<Vec<&'a str>> {
    let all = records.len();
    if numbers.is_empty() && all > MOST_GAMES {
        bail!("there are {all} games, and a page has room for {MOST_GAMES}; choose by --game");
    }
    Ok(chosen(records, numbers)?.into_iter().map(|(_, record)| record).collect())
}

/// One game gone through.
fn go_through(
    game: &GameText,
    rules: &Arc<LoadedRules>,
    judge: &Agent,
    (sheet, threads): (usize, u16),
    step: &mut dyn FnMut() -> anyhow::Result<()>,
) -> anyhow::Result<Reviewed> {
    let setup = Setup { start: game.start.clone(), moves: game.moves.clone() };
    let mut walk = Walk::new(Arc::clone(rules), setup.clone(), game.opening, threads, None);
    let mut told = Vec::with_capacity(setup.moves.len() + 1);
    while !walk.is_over() {
        step()?;
        told.extend(walk.step(|| Ok(judge.clone()), UNHURRIED, &AtomicBool::new(false))?);
    }
    Ok(Reviewed::new(game, rules, &setup, (sheet, judge.label()), told, walk.summary())?)
}

#[cfg(test)]
mod tests;
