//! How numbers and names are written: one decimal, a true minus sign, never "NaN"; long names without their middle.

use std::collections::BTreeSet;

/// One decimal; a minus sign that is one; no negative zero; a dash for what is no number.
pub fn decimal(value: f64) -> String {
    rounded(value, 1)
}

/// `120` or `−35`: Elo and plies.
pub fn whole(value: f64) -> String {
    rounded(value, 0)
}

fn rounded(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return none();
    }
    let size = format!("{:.digits$}", value.abs());
    let is_zero = size.chars().all(|digit| matches!(digit, '0' | '.'));
    if value < 0.0 && !is_zero { format!("−{size}") } else { size }
}

/// What stands where there is nothing.
pub fn none() -> String {
    "–".to_owned()
}

/// The text with its middle replaced by an ellipsis where it has more than `room` letters: names of
/// agents begin with what they are and end with what tells them apart.
pub fn shortened(text: &str, room: usize) -> String {
    cut(text, room, room / 2)
}

/// The same for names that must stay different: the part that is left out is chosen so that they do,
/// or else they are numbered. Equal names stay equal.
pub fn shortened_apart(names: &[&str], room: usize) -> Vec<String> {
    let apart = |short: &[String]| {
        let pairs: BTreeSet<(&str, &str)> =
            names.iter().copied().zip(short.iter().map(String::as_str)).collect();
        let different: BTreeSet<&str> = pairs.iter().map(|pair| pair.1).collect();
        different.len() == pairs.len()
    };
    // The playouts stand at the beginning of an agent's name, `network:64@`.
    let ends = [room * 2 / 5, room / 2, room * 3 / 4, room / 4, room.saturating_sub(2), 0];
    let cut = |end| -> Vec<String> { names.iter().map(|name| cut(name, room, end)).collect() };
    let cuts = ends.into_iter().map(cut);
    cuts.into_iter().find(|short| apart(short)).unwrap_or_else(|| numbered(names, room))
}

/// Each name's beginning, with the number of the name among the different ones where it is cut.
fn numbered(names: &[&str], room: usize) -> Vec<String> {
    let all: BTreeSet<&str> = names.iter().copied().collect();
    let short = |name: &&str| {
        let number = format!("…{}", all.range(..=*name).count());
        let length = room.saturating_sub(number.chars().count());
        if name.chars().count() <= room {
            return (*name).to_owned();
        }
        name.chars().take(length).collect::<String>() + &number
    };
    names.iter().map(short).collect()
}

/// At most `room` letters, the last `end` of them from the end of the text.
fn cut(text: &str, room: usize, end: usize) -> String {
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    let end = end.min(room.saturating_sub(1));
    let start = text.chars().take(room.saturating_sub(1 + end));
    start.chain(['…']).chain(text.chars().skip(length - end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_sign_and_no_needless_one() {
        assert_eq!([12.04, -3.06, -0.01].map(decimal), ["12.0", "−3.1", "0.0"]);
        assert_eq!([119.6, -35.0].map(whole), ["120", "−35"]);
        assert_eq!(decimal(f64::NAN), none());
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("net-64", 6), "net-64");
        assert_eq!(shortened("network:64@tafl9-1855", 12), "netwo…9-1855");
        assert_eq!(shortened(&"ß".repeat(50), 7), "ßßß…ßßß");
        assert_eq!(shortened("abc", 1), "…");
    }

    #[test]
    fn different_names_stay_different() {
        let networks = ["network:64@tafl9-1732-240000", "network:64@tafl9-1951-240000"];
        assert_eq!(shortened(networks[0], 12), shortened(networks[1], 12));
        let short = shortened_apart(&networks, 12);
        assert_eq!(short, ["ne…32-240000", "ne…51-240000"], "more of the end tells them apart");
        let agents =
            ["network:64@tafl9-1732-240", "network:6@tafl9-1732-240", "network:64@tafl9-1951"];
        let expected = ["network:64@…1732-240", "network:6@t…1732-240", "network:64@…fl9-1951"];
        assert_eq!(shortened_apart(&agents, 20), expected);
        let [x, y] = ["x", "y"].map(|middle| format!("{0}{middle}{0}", "a".repeat(20)));
        let short = shortened_apart(&[&x, &y, &x, "b"], 12);
        assert_eq!(short, ["aaaaaaaaaa…1", "aaaaaaaaaa…2", "aaaaaaaaaa…1", "b"]);
    }
}
