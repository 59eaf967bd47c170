//! Free text in places that allow little: values of keys, values of tags, messages.

/// Longest piece of foreign text in a message, in characters.
const SHOWN: usize = 60;

/// `text` as it may stand in a message.
pub(crate) fn shorten(text: &str) -> String {
    if text.chars().count() <= SHOWN {
        return text.to_owned();
    }
    text.chars().take(SHOWN).chain(['…']).collect()
}

/// Writes free text as the value of a key: `_` for a blank, `%` and two hexadecimal digits for
/// each byte that could be taken for something else.
pub(super) fn encode(text: &str) -> String {
    let mut value = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => value.push('_'),
            b'_' | b'%' | b':' | b'[' | b']' | b'|' => value += &format!("%{byte:02X}"),
            byte if byte.is_ascii_graphic() => value.push(char::from(byte)),
            byte => value += &format!("%{byte:02X}"),
        }
    }
    value
}

/// Reads what [`encode`] has written. A `%` without two digits stands for itself, and so does a
/// byte that is not UTF-8.
pub(super) fn decode(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        (bytes, rest) = match (first, code) {
            (b'%', Some(code)) => (push(bytes, code), &tail[2..]),
            (b'_', _) => (push(bytes, b' '), tail),
            (other, _) => (push(bytes, *other), tail),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn push(mut bytes: Vec<u8>, byte: u8) -> Vec<u8> {
    bytes.push(byte);
    bytes
}

/// Free text as the value of a tag: one line, without brackets, which would end the tag, and
/// without `1. `, which OpenTafl takes for the first turn wherever it stands.
pub(super) fn tag_value(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|letter| match letter {
            '[' => '(',
            ']' => ')',
            '|' => '/',
            letter if letter.is_control() => ' ',
            letter => letter,
        })
        .collect();
    plain.replace("1. ", "1 ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_survives_as_a_value() {
        for text in ["", "Jaques' rules, London 1855", "a_b:c|[d] 100%", "Tablút 1. e4", "%41"] {
            let value = encode(text);
            assert!(!value.contains([' ', ':', '[', ']', '|']), "{value}");
            assert_eq!(decode(&value), text);
        }
        assert_eq!(decode("Sea_Battle"), "Sea Battle");
        assert_eq!(decode("100%"), "100%");
        assert_eq!(decode("%zz%4"), "%zz%4");
    }

    #[test]
    fn tags_stay_on_one_line_and_closed() {
        assert_eq!(tag_value("a]b\n[c] 1. e4"), "a)b (c) 1 e4");
    }
}
