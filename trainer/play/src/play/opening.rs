//! How games begin.

use anyhow::bail;
use serde::{Deserialize, Serialize};

/// So many random plies leave practically every game open. Of more, games that would end take fewer.
const SURE_PLIES: u32 = 12;

/// How games of one job come to differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpeningPlies {
    /// Plies at the start that are drawn uniformly; they belong to no agent.
    pub random_plies: u32,
    /// Plies after those that the agents draw from their search's policy instead of playing the
    /// best move.
    pub sampled_plies: u32,
}

impl OpeningPlies {
    /// Most plies of either kind.
    pub const MOST_PLIES: u32 = 1000;

    /// Checks that the plies can be played.
    ///
    /// # Errors
    /// Names the key that is too large.
    pub fn check(&self) -> anyhow::Result<()> {
        let plies = [("random_plies", self.random_plies), ("sampled_plies", self.sampled_plies)];
        match plies.into_iter().find(|(_, plies)| *plies > Self::MOST_PLIES) {
            Some((key, plies)) => {
                bail!("`opening.{key}` must be at most {}, not {plies}", Self::MOST_PLIES)
            }
            None => Ok(()),
        }
    }

    /// How games begin, in a sentence or two.
    pub fn words(&self) -> String {
        let plies = |number: u32| format!("{number} {}", if number == 1 { "ply" } else { "plies" });
        let start = match self.random_plies {
            0 => "at the starting position".to_owned(),
            random if random > SURE_PLIES => {
                format!("with {} at random, or with fewer that leave the game open", plies(random))
            }
            random => format!("with {} at random", plies(random)),
        };
        let then = match self.sampled_plies {
            0 => String::new(),
            sampled => format!(", then {} drawn from the agents' own preferences", plies(sampled)),
        };
        let caution = match self.random_plies {
            0 => "",
            _ => " From the bare starting position a side may do better or worse.",
        };
        format!("Every game begins {start}{then}.{caution}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_words() {
        let words =
            |random_plies, sampled_plies| OpeningPlies { random_plies, sampled_plies }.words();
        assert_eq!(words(0, 0), "Every game begins at the starting position.");
        let both = "Every game begins with 1 ply at random, then 10 plies drawn from the agents' own \
                    preferences. From the bare starting position a side may do better or worse.";
        assert_eq!(words(1, 10), both);
        assert!(words(200, 0).contains("200 plies at random, or with fewer"), "{}", words(200, 0));
    }

    #[test]
    fn openings_beyond_all_games_are_refused() {
        let opening = |random_plies| OpeningPlies { random_plies, sampled_plies: 0 };
        assert!(opening(1000).check().is_ok());
        let error = opening(1001).check().expect_err("too many").to_string();
        assert!(error.contains("`opening.random_plies` must be at most 1000"), "{error}");
    }
}
