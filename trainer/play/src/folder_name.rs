//! Agents' names as parts of folders' names.

use imperial_engine::derive_seed;

/// Characters of a name that become part of a folder's name, so that two of them fit into one.
const LONGEST: usize = 60;

/// Names that differ only in characters that folders' names do not have, such as `a/b.net` and `a-b.net`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alike {
    /// Nobody has two of them: whoever asks has looked, and refuses them.
    Refused,
    /// Names in which several characters are replaced get a number that tells them apart.
    Numbered,
}

/// `network:64@nets/a.net` as part of a folder's name: letters, digits, hyphens and points; of long
/// names the end, and a number that tells them apart.
pub fn folder_name(name: &str, alike: Alike) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let text: String = name.chars().map(plain).collect();
    let replaced = name.chars().filter(|c| plain(*c) != *c).count();
    if text.len() <= LONGEST && (alike == Alike::Refused || replaced <= 1) {
        return text;
    }
    let start = text.len().saturating_sub(LONGEST);
    format!("{}-{:08x}", text[start..].trim_start_matches('-'), derive_seed(0, name) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_stay() {
        for alike in [Alike::Refused, Alike::Numbered] {
            assert_eq!(folder_name("rollouts:64", alike), "rollouts-64");
        }
        let name = "network:128@networks/0000.net";
        let plain = "network-128-networks-0000.net";
        assert_eq!(folder_name(name, Alike::Refused), plain);
        assert_eq!(folder_name(name, Alike::Numbered), format!("{plain}-a5a80c26"));
    }

    #[test]
    fn long_names_are_short_and_different() {
        let path = |last: &str| format!("network:64@{}{last}/a.net", "folder/".repeat(40));
        for alike in [Alike::Refused, Alike::Numbered] {
            let names = ["one", "two"].map(|last| folder_name(&path(last), alike));
            assert!(names[0] != names[1]);
            for name in names {
                let plain = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
                assert!(name.len() < 80 && name.chars().all(plain), "{name}");
            }
        }
    }

    #[test]
    fn names_that_look_alike_are_numbered() {
        let names = ["network:64@a/b.net", "network:64@a-b.net", "ugi[nodes=1]:engine é"];
        let folders = names.map(|name| folder_name(name, Alike::Numbered));
        assert!(folders[0] != folders[1] && folders[2].is_ascii(), "{folders:?}");
    }
}
