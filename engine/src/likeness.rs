//! Names that may have been meant.

/// The names with their likeness to a word, from 0 to 1 (Jaro and Winkler), nearest first.
pub fn by_likeness<'a>(
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Vec<(f64, &'a str)> {
    let likeness = |name| strsim::jaro_winkler(word, name);
    let mut names: Vec<_> = names.into_iter().map(|name| (likeness(name), name)).collect();
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names
}
