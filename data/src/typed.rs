//! Arguments as one types them.

use std::fmt;

/// An argument of a command as it is typed in a shell: in quotes where it has blanks or signs that a shell would read.
///
/// ```
/// use imperial_data::typed;
///
/// assert_eq!(typed("games/brandubh"), "games/brandubh");
/// assert_eq!(typed("my games"), "'my games'");
/// assert_eq!(typed("Anna's"), r"'Anna'\''s'");
/// ```
pub fn typed(argument: impl fmt::Display) -> String {
    let argument = argument.to_string();
    // A `\` parts folders on Windows, and is read by the shells of other systems.
    let is_plain =
        |c: char| c.is_alphanumeric() || "-_./:@=,+%".contains(c) || (c == '\\' && cfg!(windows));
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument;
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        for plain in ["a", "runs/tafl9", "network:64@tafl9-1732", "dir=1,2", "Größe"] {
            assert_eq!(typed(plain), plain);
        }
        for read in ["", "a b", "a;b", "$HOME", "ugi[nodes=5]:x", "a*", "~", "a&b", "`ls`"] {
            assert_eq!(typed(read), format!("'{read}'"));
        }
        assert_eq!(typed("it's"), r"'it'\''s'");
    }
}
