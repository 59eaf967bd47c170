//! What rule sets are called where people read of them.

use std::collections::BTreeMap;

/// The titles of rule sets by their names. Facts hold names; whoever words or draws them asks for the
/// title at the end. Without titles every rule set is called by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Titles(BTreeMap<String, String>);

impl Titles {
    /// Titles from pairs of name and title. A rule set keeps its name where its title is empty or is also
    /// that of another.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let is_own = |title: &str| pairs.iter().filter(|pair| pair.1 == title).count() == 1;
        let own = pairs.iter().filter(|(_, title)| !title.is_empty() && is_own(title));
        Self(own.map(|&(name, title)| (name.to_owned(), title.to_owned())).collect())
    }

    /// What the rule set of this name is called.
    pub fn of<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_set_without_a_title_of_its_own_keeps_its_name() {
        let titles = Titles::new([("a", "Tablut"), ("b", "Tafl"), ("c", "Tafl"), ("d", "")]);
        let shown = ["a", "b", "c", "d", "e"].map(|name| titles.of(name));
        assert_eq!(shown, ["Tablut", "b", "c", "d", "e"]);
    }
}
