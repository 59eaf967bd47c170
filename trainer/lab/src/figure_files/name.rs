//! What the files of pictures are called.

use std::collections::BTreeSet;

/// Most letters of a name, so that every file system takes it.
const MOST: usize = 120;

/// The names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A name of its own for a picture of these rule sets: that of a single one is a part of it.
    pub(super) fn of(&mut self, picture: &str, rules: &[String]) -> String {
        let name = match rules {
            [one] => format!("{picture} {one}"),
            _ => picture.to_owned(),
        };
        let name = plain(&name);
        let others = (2..).map(|number| format!("{name}-{number}"));
        let mut all = std::iter::once(name.clone()).chain(others);
        let free = all.find(|name| !self.0.contains(name)).unwrap_or(name);
        self.0.insert(free.clone());
        free
    }
}

/// Lower-case letters and digits, and dashes for all between them.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(MOST).collect();
    if name.is_empty() { "figure".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_is_shown_and_none_comes_twice() {
        let mut names = Names::default();
        let one = ["tablut-linnaeus".to_owned()];
        assert_eq!(
            names.of("Where does the king escape?", &one),
            "where-does-the-king-escape-tablut-linnaeus"
        );
        assert_eq!(names.of("who-wins", &[]), "who-wins");
        assert_eq!(names.of("who-wins", &[]), "who-wins-2");
        assert_eq!(names.of("../<é>", &[]), "figure");
    }
}
