//! The licence of a dataset, which a card's head and an address name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A licence by its SPDX identifier, in any case: `cc-by-4.0`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct License(String);

/// How SPDX spells those that data often have. Addresses of SPDX tell capitals from small letters.
const SPELLINGS: [&str; 18] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC-BY-3.0",
    "CC-BY-4.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-ND-4.0",
    "CC-BY-SA-3.0",
    "CC-BY-SA-4.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "CDLA-Sharing-1.0",
    "MIT",
    "ODbL-1.0",
    "ODC-By-1.0",
    "PDDL-1.0",
];

impl License {
    /// The identifier as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The identifier as SPDX spells it, where it is a common one.
    pub fn spdx(&self) -> Option<&'static str> {
        SPELLINGS.into_iter().find(|known| known.eq_ignore_ascii_case(&self.0))
    }
}

/// A text that is no identifier of a licence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no identifier of SPDX: these have letters, digits, `.`, `-` and `+` alone, such as CC0-1.0 or CC-BY-4.0"
)]
pub struct LicenseError(String);

impl FromStr for License {
    type Err = LicenseError;

    fn from_str(text: &str) -> Result<Self, LicenseError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
        if text.is_empty() || !text.chars().all(is_plain) {
            return Err(LicenseError(text.to_owned()));
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for License {
    type Error = LicenseError;

    fn try_from(text: String) -> Result<Self, LicenseError> {
        text.parse()
    }
}

impl From<License> for String {
    fn from(license: License) -> Self {
        license.0
    }
}

impl fmt::Display for License {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_have_the_spelling_of_spdx() {
        let spdx = |text: &str| text.parse::<License>().map(|license| license.spdx());
        for (given, spelt) in [
            ("cc0-1.0", Some("CC0-1.0")),
            ("CC-By-SA-4.0", Some("CC-BY-SA-4.0")),
            ("mit", Some("MIT")),
            ("odbl-1.0", Some("ODbL-1.0")),
            ("GPL-2.0+", None),
            ("cc-by-4", None),
        ] {
            assert_eq!(spdx(given), Ok(spelt));
        }
        for bad in ["", "mit\nprivate: true", "a/../b", "CC BY 4.0", "é"] {
            assert!(spdx(bad).is_err_and(|error| error.to_string().contains("such as CC0-1.0")));
        }
    }
}
