//! Lists that are typed as one word.

/// Parts a text at `sign`, but not within brackets, braces and quotes.
pub fn split_outside(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let (mut depth, mut quote) = (0_i32, None);
    text.split(move |letter: char| {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => depth -= 1,
            _ => {}
        }
        letter == sign && depth == 0 && quote.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::split_outside;

    #[test]
    fn what_belongs_together_is_not_parted() {
        let parts: Vec<&str> = split_outside(r#"a[b,c],{d,e},"f,g",h"#, ',').collect();
        assert_eq!(parts, ["a[b,c]", "{d,e}", r#""f,g""#, "h"]);
        assert_eq!(split_outside("", ',').collect::<Vec<_>>(), [""]);
    }
}
