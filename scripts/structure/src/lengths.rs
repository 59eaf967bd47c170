//! How long files and crates are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Lines that a file may have: what one reads in one sitting.
const MOST_LINES: usize = 500;
/// Pages that the program wrote.
const REPORTS: &str = "docs/reports";
/// How files of code end.
pub const CODE: [&str; 7] = ["rs", "js", "css", "html", "py", "pyi", "sh"];

/// A fault for each of `files` that is longer.
pub fn too_long(files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !file.starts_with(REPORTS)) {
        let lines = crate::read(file)?.lines().count();
        if lines > MOST_LINES {
            let file = file.display();
            faults.push(format!("{file} has {lines} lines, of {MOST_LINES} at most"));
        }
    }
    Ok(faults)
}

/// A fault for each crate with more lines of code than `most` says. Blank lines, comments and tests do not count.
pub fn too_large(files: &[PathBuf], most: &BTreeMap<String, usize>) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for (folder, most) in most {
        let source = Path::new(folder).join("src");
        let mut lines = 0;
        for file in files.iter().filter(|file| file.starts_with(&source) && !is_test(file)) {
            lines += lines_of_code(&crate::read(file)?);
        }
        println!("{folder}: {lines} lines of code, of {most} at most");
        if lines > *most {
            faults.push(format!("{folder} has {lines} lines of code, of {most} at most"));
        }
    }
    Ok(faults)
}

/// Whether a file holds tests alone.
pub fn is_test(file: &Path) -> bool {
    file.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
}

/// Tests stand at the end of a file.
fn lines_of_code(text: &str) -> usize {
    let mut lines = text.lines().map(str::trim).peekable();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let then_tests = lines.peek().is_some_and(|next| next.starts_with("mod tests {"));
        if line == "#[cfg(test)]" && then_tests {
            break;
        }
        count += usize::from(!line.is_empty() && !line.starts_with("//"));
    }
    count
}
