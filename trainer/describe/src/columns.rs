//! Text in columns, as wide as a terminal.

/// Columns of a terminal.
pub const WIDTH: usize = 80;
/// Blanks between columns.
const GAP: &str = "   ";

/// A paragraph in lines of at most `width` characters where words allow it; all but the first begin
/// with `indent` blanks.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > indent && used + 1 + length > width {
            lines += &format!("\n{:indent$}", "");
            used = indent;
        } else if used > 0 {
            lines.push(' ');
            used += 1;
        }
        lines += word;
        used += length;
    }
    lines + "\n"
}

/// Two texts beside each other, line by line; one below the other where a terminal is too narrow.
pub(super) fn beside(texts: &[String; 2]) -> String {
    let width = |text: &String| text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let left = width(&texts[0]);
    if left + GAP.len() + width(&texts[1]) > WIDTH {
        return texts.join("\n");
    }
    let [one, other] = texts.each_ref().map(|text| text.lines().collect::<Vec<_>>());
    let line = |lines: &[&str], at: usize| lines.get(at).copied().unwrap_or("").to_owned();
    (0..one.len().max(other.len()))
        .map(|at| {
            let both = format!("{:<left$}{GAP}{}", line(&one, at), line(&other, at));
            format!("{}\n", both.trim_end())
        })
        .collect()
}

/// Rows of a key and two values. Values that are too long for their half go on in the next line.
pub(super) fn table(rows: &[[String; 3]]) -> String {
    let longest = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let keys = longest(0);
    let half = WIDTH.saturating_sub(keys + 2 * GAP.len()) / 2;
    let left = longest(1).min(half);
    let right = WIDTH.saturating_sub(keys + left + 2 * GAP.len());
    let lines = |[key, one, other]: &[String; 3]| {
        let cells = [(one, left), (other, right)].map(|(text, width)| wrap(text, width, 0));
        let [one, other] = cells.each_ref().map(|cell| cell.lines().collect::<Vec<_>>());
        let line = |at: usize| {
            let key = if at == 0 { key } else { "" };
            let cell = |lines: &[&str]| lines.get(at).copied().unwrap_or_default().to_owned();
            let text = format!("{key:<keys$}{GAP}{:<left$}{GAP}{}", cell(&one), cell(&other));
            format!("{}\n", text.trim_end())
        };
        (0..one.len().max(other.len())).map(line).collect::<String>()
    };
    rows.iter().map(lines).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(wrap("one two three", 8, 2), "one two\n  three\n");
        assert_eq!(wrap("averylongword and", 5, 0), "averylongword\nand\n");
        assert_eq!(wrap("", 5, 0), "\n");
    }

    #[test]
    fn long_values_go_on_below() {
        let long = "attackers always, defenders empty, king empty";
        let text = table(&[["throne_hostile", long, "–"].map(str::to_owned)]);
        assert!(text.lines().count() > 1, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
    }
}
