//! Marks, colours and wrapped lines.

use crate::Grade;

/// Columns of the widest line.
const WIDTH: usize = 80;

pub(super) const BOLD: &str = "1";
pub(super) const DIM: &str = "2";
pub(super) const GREEN: &str = "32";
pub(super) const YELLOW: &str = "33";

/// The mark of a grade, and its colour.
pub(crate) const fn mark(grade: Grade) -> (&'static str, &'static str) {
    match grade {
        Grade::Shown => ("*", GREEN),
        Grade::Equivalent => ("=", GREEN),
        Grade::Suggested | Grade::Open | Grade::Withheld | Grade::Estimate => ("?", DIM),
        Grade::Caution => ("!", YELLOW),
    }
}

/// Breaks at blanks so that lines, indented by two, keep to the width; not before a percent sign.
pub(super) fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    let text = text.replace(" %", "\u{a0}%");
    for word in text.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && 2 + line + 1 + word.chars().count() > WIDTH {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n  ").replace('\u{a0}', " ")
}

/// Colours text, or leaves it alone.
#[derive(Clone, Copy)]
pub(super) struct Paint(pub bool);

impl Paint {
    pub fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_fit() {
        let text = wrapped(&"word ".repeat(60));
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        let percent = wrapped(&format!("{}95 %: 1", "a".repeat(WIDTH - 5) + " "));
        assert!(percent.ends_with("\n  95 %: 1"), "{percent}");
    }
}
