//! The SHA-256 of each file of a folder, in a file that `sha256sum -c` reads.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use crate::files::{FileError, write_whole};

/// Name of the file.
pub const FILE: &str = "SHA256SUMS";

/// Writes it into `folder`: digests by the name of each file.
///
/// # Errors
/// When the file system refuses.
pub fn write(folder: &Path, sums: &BTreeMap<String, String>) -> Result<(), FileError> {
    let lines: String = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    write_whole(&folder.join(FILE), &lines)?;
    Ok(())
}

/// Digest and file name of a line. The digest has 64 hexadecimal digits, and the name does not lead out of the folder.
pub fn parse(line: &str) -> Option<(&str, &str)> {
    let (sum, name) = line.split_once("  ")?;
    let digits = sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut parts = Path::new(name).components();
    let inside = !name.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)));
    (digits && inside).then_some((sum, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_say_nothing_or_lead_out_are_refused() {
        let sum = "0".repeat(64);
        let line = |name: &str| format!("{sum}  {name}");
        assert_eq!(parse(&line("games/a b.csv")), Some((&*sum, "games/a b.csv")));
        for name in ["", "../a", "/a", "a/../../b"] {
            assert_eq!(parse(&line(name)), None, "{name}");
        }
        let short = &line("a")[1..];
        assert_eq!([parse(short), parse("a"), parse(&sum)], [None; 3]);
    }
}
