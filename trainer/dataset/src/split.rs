//! Train, validation and test: which games are for what.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a game is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// To learn from.
    Train,
    /// To choose by.
    Validation,
    /// To judge by, once.
    Test,
}

impl Split {
    /// All of them, in the order of lists.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// That of a file of a table, by its name. Files whose names say nothing, such as those of others, are to learn from.
    pub(crate) fn of_file(path: &Path) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_of = |split: &Self| name.starts_with(&format!("{}-", split.name()));
        Self::ALL.into_iter().find(is_of).unwrap_or(Self::Train)
    }

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

/// Percentages of games, in the order of [`Split::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shares {
    /// Percent of the games to learn from.
    pub train: u8,
    /// Percent to choose by.
    pub validation: u8,
    /// Percent to judge by.
    pub test: u8,
}

impl Default for Shares {
    fn default() -> Self {
        Self { train: 90, validation: 5, test: 5 }
    }
}

impl Shares {
    /// Where a game belongs whose kin has the key `kin`: so all of one kin belong together.
    ///
    /// The key divided by 2⁶⁴ is a number from 0 to 1: the first `test` percent are the test, the next
    /// `validation` percent the validation.
    pub fn split(self, kin: u64) -> Split {
        let percentile = ((u128::from(kin) * 100) >> 64) as u8;
        match percentile {
            p if p < self.test => Split::Test,
            p if p < self.test + self.validation => Split::Validation,
            _ => Split::Train,
        }
    }
}

/// Shares that are none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` are no shares: three percentages that sum to 100, for training, validation and test, such as 90,5,5"
)]
pub struct SharesError(String);

impl FromStr for Shares {
    type Err = SharesError;

    fn from_str(text: &str) -> Result<Self, SharesError> {
        let numbers: Option<Vec<u8>> =
            text.split(',').map(|part| part.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[train, validation, test])
                if u32::from(train) + u32::from(validation) + u32::from(test) == 100 =>
            {
                Ok(Self { train, validation, test })
            }
            _ => Err(SharesError(text.to_owned())),
        }
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.train, self.validation, self.test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_and_bad_ones_refused() {
        let shares: Shares = "80, 15,5".parse().expect("three that sum to 100");
        assert_eq!(shares.to_string(), "80,15,5");
        let mut counts = [0; 3];
        for nth in 0..10_000u64 {
            counts[shares.split((2 * nth + 1) * (u64::MAX / 20_000)) as usize] += 1;
        }
        assert_eq!(counts, [8000, 1500, 500]);
        for bad in ["", "90,10", "90,5,6", "90,5,-5", "a,b,c", "50,25,25,0", "300,100,-44"] {
            assert!(bad.parse::<Shares>().is_err(), "{bad}");
        }
    }
}
