//! Whether the source map of ARCHITECTURE.md names every file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::lengths::is_test;

const FILE: &str = "ARCHITECTURE.md";

/// A fault for each file of `crates` that the map does not name, nor the module that it is a part of, and for each name that belongs to no file.
pub fn missing<'a>(
    files: &[PathBuf],
    crates: impl Iterator<Item = &'a String>,
) -> anyhow::Result<Vec<String>> {
    let named = named(&crate::read(Path::new(FILE))?);
    let mut faults = Vec::new();
    for folder in crates {
        let source = Path::new(folder).join("src");
        let empty = BTreeSet::new();
        let named = named.get(folder).unwrap_or(&empty);
        let own = files.iter().filter(|file| file.starts_with(&source) && !is_test(file));
        let roots = ["lib.rs", "main.rs"].map(|root| source.join(root));
        let unnamed = own.filter(|file| !roots.contains(file) && !is_named(file, named));
        faults.extend(unnamed.map(|file| format!("{FILE} does not name {}", file.display())));
        let gone = named.iter().filter(|name| !name.exists());
        faults.extend(gone.map(|name| format!("{FILE} names {}: no such file", name.display())));
    }
    Ok(faults)
}

/// Whether the file or a module above it is named, by its file or its folder.
fn is_named(file: &Path, named: &BTreeSet<PathBuf>) -> bool {
    let spellings =
        |part: &Path| [part.to_owned(), part.with_extension("rs"), part.with_extension("")];
    file.ancestors().flat_map(spellings).any(|part| named.contains(&part))
}

/// Of each crate's folder what the map names in it: the first column of the table under its heading. A name without a
/// folder lies where the one before it lies.
fn named(map: &str) -> BTreeMap<String, BTreeSet<PathBuf>> {
    let mut named: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    let mut heading = None;
    for line in map.lines() {
        if line.starts_with("## ") {
            heading = None;
        }
        if let Some(folder) = line.strip_prefix("### ") {
            heading = Some(folder.to_owned());
        }
        let (Some(folder), Some(row)) = (&heading, line.strip_prefix("| `")) else { continue };
        let cell = row.split(" |").next().unwrap_or_default();
        let mut last = PathBuf::new();
        for name in cell.split('`').step_by(2).filter(|name| !name.contains('*')) {
            let place =
                if name.starts_with("src/") || name.starts_with("../") || last == Path::new("") {
                    PathBuf::from(name)
                } else {
                    last.join(name)
                };
            last = place.parent().map(Path::to_owned).unwrap_or_default();
            named.entry(folder.clone()).or_default().insert(Path::new(folder).join(place));
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lie_where_the_one_before_lies() {
        let map = "### a/b\n\n| file | is |\n|---|---|\n| `src/one.rs`, `two.rs`, `two/` | x |\n## End\n| `no` | |\n";
        let own = named(map).remove("a/b").expect("named");
        let expected = ["a/b/src/one.rs", "a/b/src/two.rs", "a/b/src/two"];
        assert_eq!(own, expected.map(PathBuf::from).into());
        assert!(is_named(Path::new("a/b/src/two/deep/x.rs"), &own), "in a folder that is named");
        assert!(is_named(Path::new("a/b/src/one/x.rs"), &own), "a part of a module that is named");
        assert!(is_named(Path::new("a/b/src/two.rs"), &own), "the module whose folder is named");
        assert!(!is_named(Path::new("a/b/src/three.rs"), &own));
    }
}
