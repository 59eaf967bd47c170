//! Errors as sentences.

/// An error and its causes in one sentence. Causes that the text before has told already are left
/// out.
pub fn sentence(causes: impl Iterator<Item = String>) -> String {
    let mut text = String::new();
    for cause in causes {
        if !text.contains(&cause) {
            let link = if text.is_empty() { "" } else { ": " };
            text = text + link + &cause;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        let causes = ["a.net: no such file", "no such file", "error 2"];
        let text = sentence(causes.into_iter().map(str::to_owned));
        assert_eq!(text, "a.net: no such file: error 2");
    }
}
