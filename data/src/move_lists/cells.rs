//! A line as the cells of a table.

/// What may stand between cells, the usual one first.
pub(super) const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];

/// The cells of a line, without the blanks around them. Quotes are those of RFC 4180.
pub(super) fn cells(line: &str, separator: u8) -> Vec<String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(separator)
        .trim(csv::Trim::All)
        .buffer_capacity(line.len().clamp(64, 1 << 13))
        .from_reader(line.as_bytes());
    let mut row = csv::StringRecord::new();
    // Text in memory can always be read.
    let _ = reader.read_record(&mut row);
    row.iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_cells_together() {
        assert_eq!(cells("a b, 3,\"White, \"\"W\"\"\"", b','), ["a b", "3", "White, \"W\""]);
        assert_eq!(cells("a;b\tc", b';'), ["a", "b\tc"]);
        assert_eq!(cells("\"never closed, and on", b','), ["never closed, and on"]);
        assert_eq!(cells(",,", b','), ["", "", ""]);
    }
}
