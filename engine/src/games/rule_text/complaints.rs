//! What is wrong with a rule file, in words for people who write rule files.
//!
//! The reader of TOML speaks of the program's types and lists every name there is. Here its messages
//! are turned into what may stand in the file, the name that was probably meant first.

use super::keys::LABELS;
use crate::likeness::by_likeness;

/// How alike two names must be for the one to be offered for the other.
const LIKE: f64 = 0.75;
/// Most names that are listed when none is alike.
const FEW: usize = 8;

/// What the reader says of what is neither a word nor a table where it wants a word.
pub(super) const WANTS_WORD: &str = "wanted string or table";
/// A word that no key knows.
pub(super) const NO_WORD: &str = "?";

/// A name of old, which is read and not offered.
const OLD: &str = "defenders-lose";

/// The message of the TOML reader about a key, if it is about one, in other words.
pub(super) fn explain(message: &str, key: Option<&str>) -> String {
    let message = message.trim_end().replace('\n', "; ");
    if message == WANTS_WORD {
        return "must be a word in quotes".to_owned();
    }
    let Some((found, expected)) = message.split_once(", expected ") else { return message };
    let mut names = quoted(expected);
    names.retain(|name| *name != OLD);
    if let Some(word) = between(found, "unknown variant `", "`") {
        return format!("`{word}` is not one of its values: {}", listed(word, names));
    }
    if let Some(key) = between(found, "unknown field `", "`") {
        return format!("unknown field `{key}`{}", nearest(key, &names));
    }
    let found = found.replacen("invalid type: ", "", 1).replacen("invalid value: ", "", 1);
    match form(expected) {
        Some("a list") => format!("must be {}, not {}", list(key), plain(&found)),
        Some(form) => format!("must be {form}, not {}", plain(&found)),
        None => message,
    }
}

/// What is wrong where a key of the file stands below the head of a table, `head`: there it is read as the table's.
pub(super) fn misplaced(message: &str, key: &str, head: &str, switches: &[&str]) -> Option<String> {
    let (table, above) = match head {
        "pieces" => ("a piece".to_owned(), "the first `[[pieces]]`".to_owned()),
        _ => (format!("`{head}`"), format!("`[{head}]`")),
    };
    if message.trim_end() == "duplicate key" {
        let law = || format!("duplicate key; the `{key}` of the file must stand above {above}");
        return LABELS.contains(&key).then(law);
    }
    let (found, _) = message.split_once(", expected ")?;
    let unknown = between(found, "unknown field `", "`")?;
    let is_of_file = unknown == "game" || LABELS.contains(&unknown) || switches.contains(&unknown);
    is_of_file.then(|| format!("belongs to the file, not to {table}: write it above {above}"))
}

/// A list, and what it looks like under this key.
fn list(key: Option<&str>) -> String {
    let example = match key.unwrap_or_default() {
        "house_rules" => "[\"repetition\", \"ply_limit\"]",
        "castling" => "[\"e1-g1 h1-f1\"]",
        "leaps" => "[[1, 2]]",
        "lines" => "[\"a1 b1 c1\", \"a1 a2 a3\"]",
        "many_goal" | "few_goal" => "[\"c1\", \"d1\"]",
        "many_ways" => "[\"forward\", \"sideways\"]",
        "replacement" => "[\"QL RBN\"]",
        "slides" | "walk_ways" | "pawn_takes" => "[\"diagonal\"]",
        _ => "[\"attackers\", \"king\"]",
    };
    format!("a list such as `{example}`")
}

/// What to say of a name that is none of `known`: the ones that are spelt alike, nearest first, or
/// all of them where there are few.
pub(super) fn nearest(name: &str, known: &[&str]) -> String {
    let sorted = by_likeness(name, known.iter().copied());
    let near: Vec<_> = sorted.iter().filter(|(likeness, _)| *likeness > LIKE).take(3).collect();
    let tell = |names: Vec<&str>| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>();
    match near[..] {
        [] if known.is_empty() || known.len() > FEW => String::new(),
        [] => format!("; there are {}", tell(known.to_vec()).join(", ")),
        _ => {
            format!("; did you mean {}?", tell(near.iter().map(|(_, n)| *n).collect()).join(" or "))
        }
    }
}

/// The words that a key knows, from what the reader says of [`NO_WORD`] there.
pub(super) fn words(message: &str) -> Option<String> {
    let (found, expected) = message.split_once(", expected ")?;
    (between(found, "unknown variant `", "`")? == NO_WORD).then(|| {
        let names = quoted(expected).into_iter().filter(|name| *name != OLD);
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    })
}

fn listed(word: &str, names: Vec<&str>) -> String {
    let names = by_likeness(word, names);
    names.iter().map(|(_, name)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// What may stand in the file where the program expects this.
fn form(expected: &str) -> Option<&'static str> {
    Some(match expected.trim_start_matches("a ").trim_start_matches("an ") {
        "usize" | "u32" | "integer" => "a whole number from 0",
        "character" => "a letter in quotes",
        "boolean" => "`true` or `false`",
        "string" | "string or table" | "identifier" => "a word in quotes",
        "sequence" => "a list",
        "struct Sides" => "a table such as `{ attackers = \"geese\", defenders = \"fox\" }`",
        "struct Repetition" | "struct Recurrence" => {
            "a table such as `{ count = 3, result = \"draw\" }`"
        }
        "struct Succession" => {
            "a table such as `{ crown = \"E\", regent = \"I\", heirs = \"NH\", home = 3 }`"
        }
        "struct ThroneHostile" => "a table such as `{ attackers = \"always\", king = \"empty\" }`",
        _ => return None,
    })
}

/// The reader's words for what it found, without those that mean the program's types.
fn plain(found: &str) -> String {
    let words = [
        ("string ", ""),
        ("integer `", "the number `"),
        ("floating point `", "the number `"),
        ("boolean `", "`"),
        ("sequence", "a list"),
        ("map", "a table"),
    ];
    let known = words
        .iter()
        .find_map(|(word, own)| found.strip_prefix(word).map(|rest| format!("{own}{rest}")));
    known.unwrap_or_else(|| found.to_owned())
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// The words in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use crate::catalog::{self, AnyGame};
    use crate::games::tafl::RuleSet;

    /// What is said of `tablut-linnaeus` with one line of it written otherwise.
    fn said(key: &str, line: &str) -> String {
        let text = catalog::text("tablut-linnaeus").expect("embedded");
        let is_key = |l: &&str| l.starts_with(&format!("{key} ="));
        let number = 1 + text.lines().position(|l| is_key(&l)).expect(key);
        let old = text.lines().find(is_key).expect(key);
        let error = RuleSet::from_toml(&text.replace(old, line)).expect_err(line);
        assert_eq!(error.line, Some(number), "{error}");
        error.to_string().split_once(": ").expect("a line").1.to_owned()
    }

    #[test]
    fn the_nearest_value_comes_first() {
        assert_eq!(
            said("goal", "goal = \"edge-hold\""),
            "`goal`: `edge-hold` is not one of its values: `edge-held`, `edge`, `edge-run`, `corner`"
        );
        assert_eq!(
            said("repetition", "repetition = { count = 3, result = \"defender\" }"),
            "`repetition`: `defender` is not one of its values: `defenders`, `defenders-own`, \
             `banned`, `draw`, `loss`"
        );
    }

    #[test]
    fn an_unknown_key_is_told_the_nearest_one() {
        assert_eq!(
            said("goal", "gaol = \"edge\""),
            "`gaol`: unknown field `gaol`; did you mean `goal`?"
        );
        assert_eq!(said("goal", "zzz = 1"), "`zzz`: unknown field `zzz`");
    }

    #[test]
    fn keys_of_the_file_stand_above_its_tables() {
        let chess = catalog::text("emperors-game").expect("embedded");
        let repetition = "repetition = { count = 3, result = \"draw\" }\n";
        let apart = chess.replace(repetition, "").replacen(
            "[[pieces]]",
            "[repetition]\ncount = 1\nresult = \"draw\"\n[[pieces]]",
            1,
        );
        assert_ne!(apart, chess);
        for (text, expected) in [
            (
                format!("{chess}ply_limit = 300\n"),
                "`ply_limit`: belongs to the file, not to a piece: write it above the first `[[pieces]]`",
            ),
            (
                format!("{chess}name = \"last\"\n"),
                "`name`: duplicate key; the `name` of the file must stand above the first `[[pieces]]`",
            ),
            (
                apart.replace("count = 1\n", "count = 1\nstuck = \"loss\"\n"),
                "`stuck`: belongs to the file, not to `repetition`: write it above `[repetition]`",
            ),
            (apart, "`repetition`: count must be from 2 to 100, not 1"),
        ] {
            let found = AnyGame::from_toml(&text).expect_err(expected).to_string();
            assert!(found.starts_with("line ") && found.ends_with(expected), "{found}");
        }
    }

    #[test]
    fn what_may_stand_there_is_said_in_the_words_of_the_file() {
        for (key, line, expected) in [
            (
                "repetition",
                "repetition = 3",
                "a table such as `{ count = 3, result = \"draw\" }`, not the number `3`",
            ),
            (
                "repetition",
                "repetition = \"banned\"",
                "a table such as `{ count = 3, result = \"draw\" }`, not \"banned\"",
            ),
            ("ply_limit", "ply_limit = \"x\"", "a whole number from 0, not \"x\""),
            ("ply_limit", "ply_limit = -1", "a whole number from 0, not the number `-1`"),
            ("goal", "goal = 3", "a word in quotes: `edge`, `corner`, `edge-held`, `edge-run`"),
            ("capture_optional", "capture_optional = \"no\"", "`true` or `false`, not \"no\""),
            ("capture_optional", "exit_fort = 1", "a word in quotes, not the number `1`"),
            (
                "throne_hostile",
                "throne_hostile = \"always\"",
                "a table such as `{ attackers = \"always\", king = \"empty\" }`, not \"always\"",
            ),
            (
                "throne_hostile",
                "corner_hostile = \"king\"",
                "a list such as `[\"attackers\", \"king\"]`, not \"king\"",
            ),
        ] {
            let found = said(key, line);
            let key = line.split(' ').next().expect("a key");
            assert_eq!(found, format!("`{key}`: must be {expected}"));
        }
    }
}
