//! What a measurement comes to, as text and as JSON.

use serde::{Serialize, Serializer};

/// One figure. As JSON it is one object a line.
#[derive(Clone, Debug, Serialize)]
pub struct BenchFigure {
    /// What was measured: `perft`, `random-plies`, `random-games`, `search-playouts`, …
    pub name: &'static str,
    /// Name of the rule set.
    pub rules: String,
    /// So many units a second.
    pub value: f64,
    /// `nodes/s`, `plies/s`, `games/s` or `playouts/s`.
    pub unit: &'static str,
    /// Number of threads.
    pub threads: usize,
    /// Of the work done: the same for the same program wherever it runs. Written in hexadecimal.
    #[serde(serialize_with = "hexadecimal")]
    pub checksum: u64,
}

fn hexadecimal<S: Serializer>(checksum: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{checksum:016x}"))
}

/// Headline of the table of [`BenchFigure::row`]s.
pub fn headline() -> String {
    format!(
        "{:<26} {:<19} {:>7} {:>13} {:<11} checksum",
        "rules", "figure", "threads", "value", "unit"
    )
}

impl BenchFigure {
    /// The figure as a row of a table.
    pub fn row(&self) -> String {
        let Self { name, rules, unit, threads, checksum, .. } = self;
        let value = match self.value {
            // Shares and the like.
            small if small.abs() < 100.0 && small.fract() != 0.0 => format!("{small:.2}"),
            whole => grouped(whole),
        };
        format!("{rules:<26} {name:<19} {threads:>7} {value:>13} {unit:<11} {checksum:016x}")
    }
}

/// A whole number with spaces between groups of three digits: `8 123 456`.
pub(super) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> BenchFigure {
        BenchFigure {
            name: "random-plies",
            rules: "tablut-linnaeus".to_owned(),
            value: 8_123_456.4,
            unit: "plies/s",
            threads: 2,
            checksum: 0x1855,
        }
    }

    #[test]
    fn a_row_stands_under_the_headline() {
        let (headline, row) = (headline(), figure().row());
        assert!(row.contains("    8 123 456 plies/s     0000000000001855"), "{row}");
        for word in ["figure", "unit", "checksum"] {
            let at = headline.find(word).expect(word);
            assert!(row.as_bytes()[at - 1] == b' ' && row.as_bytes()[at] != b' ', "{word}: {row}");
        }
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(0.3), "0");
        assert_eq!(grouped(999.0), "999");
        assert_eq!(grouped(1000.0), "1 000");
        assert_eq!(grouped(12_345_678.0), "12 345 678");
    }

    #[test]
    fn json_has_the_promised_keys() {
        let json = serde_json::to_value(figure()).expect("JSON");
        let object = json.as_object().expect("an object");
        let mut keys: Vec<_> = object.keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["checksum", "name", "rules", "threads", "unit", "value"]);
        assert_eq!(json["checksum"], "0000000000001855");
    }
}
