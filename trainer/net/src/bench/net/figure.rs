//! What a measurement of the network comes to, as text and as JSON.

use serde::Serialize;

use crate::bench::figure::{BenchFigure, grouped};

/// One figure and what it was measured on. As JSON it is one object a line.
#[derive(Clone, Debug, Serialize)]
pub struct NetFigure {
    /// Name, value, unit, threads and checksum: `peak` in MFLOP/s, `evaluations` and `learning` in
    /// positions a second. The checksum is of the bits of the results, which are the same for every
    /// batch and every number of threads, but not for every kernel.
    #[serde(flatten)]
    pub figure: BenchFigure,
    /// The trunk, `4x32` for 4 blocks of 32 channels; none for the peak.
    pub network: Option<String>,
    /// Who computes: `amx`, `avx512`, `avx2`, `portable` or `burn`.
    pub code: &'static str,
    /// Positions in a call or in a step of learning.
    pub batch: Option<usize>,
    /// Units for each second that the program computed, all threads together, where the system tells.
    pub per_cpu_second: Option<f64>,
    /// Operations of the products divided by the peak of the same vector unit, over the time computed.
    pub peak_share: Option<f64>,
    /// Largest difference of a result from burn's: probabilities of the results and logits of moves.
    pub difference: Option<f32>,
}

/// Headline of the table of [`NetFigure::row`]s.
pub fn headline() -> String {
    format!(
        "{:<8} {:<9} {:<12} {:>5} {:>7} {:>12} {:>12} {:>6} {:>8}  checksum",
        "network",
        "code",
        "figure",
        "batch",
        "threads",
        "a second",
        "a CPU second",
        "peak",
        "differs"
    )
}

impl NetFigure {
    /// The figure as a row of a table.
    pub fn row(&self) -> String {
        let BenchFigure { name, value, threads, checksum, .. } = &self.figure;
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        format!(
            "{:<8} {:<9} {:<12} {:>5} {:>7} {:>12} {:>12} {:>6} {:>8}  {:016x}",
            or_dash(self.network.clone()),
            self.code,
            name,
            or_dash(self.batch.map(|batch| batch.to_string())),
            threads,
            grouped(*value),
            or_dash(self.per_cpu_second.map(grouped)),
            or_dash(self.peak_share.map(|share| format!("{:.0} %", 100.0 * share))),
            or_dash(self.difference.map(|difference| format!("{difference:.0e}"))),
            checksum
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> NetFigure {
        NetFigure {
            figure: BenchFigure {
                name: "evaluations",
                rules: "tablut-linnaeus".to_owned(),
                value: 23_456.7,
                unit: "positions/s",
                threads: 2,
                checksum: 0x1855,
            },
            network: Some("4x32".to_owned()),
            code: "avx512",
            batch: Some(32),
            per_cpu_second: None,
            peak_share: Some(0.514),
            difference: Some(1.2e-6),
        }
    }

    #[test]
    fn a_row_stands_under_the_headline() {
        let (headline, row) = (headline(), figure().row());
        let place = |text: &str| headline.find(text).map(|at| headline[..at].chars().count());
        let checksum = row.find("0000000000001855").map(|at| row[..at].chars().count());
        assert_eq!(checksum, place("checksum"), "{row}");
        assert!(row.contains("       23 457            –   51 %     1e-6"), "{row}");
    }

    #[test]
    fn json_is_one_flat_object() {
        let json = serde_json::to_value(figure()).expect("JSON");
        assert_eq!((&json["name"], &json["threads"]), (&"evaluations".into(), &2.into()));
        assert_eq!(json["checksum"], "0000000000001855");
        assert_eq!((&json["batch"], &json["code"]), (&32.into(), &"avx512".into()));
        assert!(json["per_cpu_second"].is_null());
    }
}
