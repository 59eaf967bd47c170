//! Files of games by what they are for, and what they teach.

use anyhow::bail;
use imperial_net::{NetConfig, Sample};
use imperial_play::progress::Progress;
use imperial_play::{interrupt, tell};

use super::games::GamesFile;
use super::held_out::HeldOut;
use super::known::{KeysOf, Known, LeftOut, Part};
use super::samples::Target;
use crate::shape::{NetworkSize, common_shape, shape_for};

/// Files of games by what they are for.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// To learn from.
    pub train: Vec<GamesFile>,
    /// To choose by.
    pub validation: Vec<GamesFile>,
    /// To judge by, once.
    pub test: Vec<GamesFile>,
}

/// What the games of all parts teach.
#[derive(Debug)]
pub struct Lessons {
    /// The shape of the network that fits them.
    pub net: NetConfig,
    /// What is learned.
    pub samples: Vec<Sample>,
    /// What is judged and not learned.
    pub held_out: HeldOut,
    /// Games that are in the files and are neither.
    pub left_out: LeftOut,
}

impl Parts {
    /// Reads all games. Each is taken once, and none to learn from whose moves are held out.
    ///
    /// # Errors
    /// When a file cannot be read, games are of several families, there is nothing to learn from, or the user interrupts.
    pub fn read(
        &self,
        target: Target,
        size: &NetworkSize,
        keys_of: KeysOf,
    ) -> anyhow::Result<Lessons> {
        let files = self.train.len() + self.validation.len() + self.test.len();
        let progress = Progress::start("reading the games", "files", "", 0, files as u64);
        let mut known = Known::new(keys_of);
        let mut read = |files: &[GamesFile], part| {
            let (mut samples, mut shapes) = (Vec::new(), Vec::new());
            for file in files {
                interrupt::check()?;
                let taught = file.read(target, part, &mut known)?;
                if taught.torn {
                    tell!("left out: the unfinished last line of {}", file.path().display());
                }
                samples.extend(taught.samples);
                shapes.extend(taught.rules.iter().map(|rules| shape_for(rules, size)));
                progress.advance();
            }
            anyhow::Ok((samples, shapes))
        };
        // What is held out must be known before anything is learned.
        let (test, of_test) = read(&self.test, Part::Test)?;
        let (validation, of_validation) = read(&self.validation, Part::Validation)?;
        let (samples, shapes) = read(&self.train, Part::Train)?;
        progress.clear();
        let left_out = known.left_out;
        left_out.tell();
        if samples.is_empty() {
            bail!(left_out.why_nothing());
        }
        let shapes = shapes.into_iter().chain(of_validation).chain(of_test);
        let held_out = HeldOut { validation, test };
        Ok(Lessons { net: common_shape(shapes)?, samples, held_out, left_out })
    }
}

impl LeftOut {
    fn tell(self) {
        let Self { copies, held_out } = self;
        if copies > 0 {
            tell!("left out: {copies} copies of games, each of which is taken once");
        }
        if held_out > 0 {
            tell!("left out: {held_out} games whose moves are held out");
        }
    }

    /// Why there is nothing to learn from.
    fn why_nothing(self) -> &'static str {
        match self.held_out {
            0 => {
                "the games hold nothing to learn from, as no searches are recorded; use games of `imperial selfplay`"
            }
            _ => {
                "the games hold nothing to learn from: they are held out, or no searches are recorded"
            }
        }
    }
}
