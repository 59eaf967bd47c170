//! The card of a dataset: its `README.md`, with a head that the Hugging Face Hub and `datasets` read.

use std::collections::BTreeMap;

use imperial_data::export::{AGENTS, CAUSES};
use imperial_engine::{Encode, with_game};

use crate::column::{Column, Get};
use crate::games::{GAMES, GAMES_TABLE};
use crate::positions::{POSITIONS, POSITIONS_TABLE};
use crate::report::{DatasetReport, ExportedRules};
use crate::settings::{Settings, TableFormat};
use crate::split::Split;

/// The arrays of tensors, as a Markdown table: in `docs/tensors.md` and in every dataset that has them.
pub const TENSORS: &str = include_str!("words/tensors.md");

/// The input planes of each family of games, as Markdown tables.
pub const PLANES: [(&str, &str); 6] = [
    ("tafl", include_str!("words/planes_tafl.md")),
    ("hunt", include_str!("words/planes_hunt.md")),
    ("dablot", include_str!("words/planes_dablot.md")),
    ("chess", include_str!("words/planes_chess.md")),
    ("connect-four", include_str!("words/planes_connect_four.md")),
    ("tic-tac-toe", include_str!("words/planes_tic_tac_toe.md")),
];

/// The numbers of the rule vector of each family that has one, as Markdown tables.
pub const RULE_NUMBERS: [(&str, &str); 4] = [
    ("tafl", include_str!("words/rule_numbers_tafl.md")),
    ("hunt", include_str!("words/rule_numbers_hunt.md")),
    ("dablot", include_str!("words/rule_numbers_dablot.md")),
    ("chess", include_str!("words/rule_numbers_chess.md")),
];

/// The tables of a dataset: name, and columns as type names of `datasets`.
fn tables(format: TableFormat) -> [(&'static str, String); 2] {
    [("games", features(&GAMES, format)), ("positions", features(&POSITIONS, format))]
}

/// The whole card.
pub(crate) fn text(settings: &Settings, report: &DatasetReport) -> String {
    let rules: String = report.rules.iter().map(rules_line).collect();
    let split_line = |(split, (games, positions)): (&Split, &(u64, u64))| {
        format!("| {} | {games} | {positions} |\n", split.name())
    };
    let splits: String = report.counts.iter().map(split_line).collect();
    let words = [
        ("{head}", head(settings, report)),
        ("{title}", title(settings)),
        ("{version}", env!("CARGO_PKG_VERSION").to_owned()),
        ("{games}", report.games().to_string()),
        ("{positions}", report.positions().to_string()),
        ("{licence}", licence(settings)),
        ("{splits}", splits),
        ("{shares}", settings.split.to_string()),
        ("{kin}", about_kin(settings, report)),
        ("{selection}", selection(settings, report)),
        ("{rules}", rules),
        ("{tables}", if settings.tables.is_empty() { String::new() } else { about_tables() }),
        ("{tensors}", if settings.tensors { about_tensors(report) } else { String::new() }),
        ("{loading}", loading(settings, report)),
        ("{agents}", AGENTS.to_owned()),
        ("{causes}", CAUSES.to_owned()),
    ];
    let template = include_str!("words/readme.md").to_owned();
    words.into_iter().fold(template, |text, (place, words)| text.replace(place, &words))
}

pub(crate) fn title(settings: &Settings) -> String {
    settings.title.clone().unwrap_or_else(|| "Games exported by imperial".to_owned())
}

fn licence(settings: &Settings) -> String {
    match &settings.license {
        Some(license) => format!("The licence is {license}."),
        None => {
            "No licence was chosen: `imperial export --license cc0-1.0` and the like choose one."
                .to_owned()
        }
    }
}

/// Which games belong together besides those of the same moves.
fn about_kin(settings: &Settings, report: &DatasetReport) -> String {
    let kin = match report.within {
        0 => "No game here began within another one.".to_owned(),
        1 => "1 game began within another one and is where that is.".to_owned(),
        games => format!("{games} games began within others and are where these are."),
    };
    match settings.tables.is_empty() {
        false => kin,
        true => kin + " `kin_id` stands in tables, which `--format parquet,npz` adds.",
    }
}

/// What was taken and left out.
fn selection(settings: &Settings, report: &DatasetReport) -> String {
    let mut lines = Vec::new();
    for filter in &settings.filters {
        lines.push(format!("- Only what passes `{filter}`."));
    }
    if let Some(wanted) = settings.sample {
        lines.push(match report.positions() {
            fewer if fewer < wanted => {
                format!("- {wanted} positions were to be drawn, and all {fewer} were taken.")
            }
            drawn => format!(
                "- {drawn} positions were drawn by a hash of game and ply, each as likely as the others."
            ),
        });
    }
    lines.push(match (report.duplicates, settings.deduplicate) {
        (0, _) => "- No two games have the same moves.".to_owned(),
        (games, true) => format!("- {games} games with the moves of an earlier one were left out."),
        (games, false) => {
            format!("- {games} games have the moves of an earlier one; `duplicate` marks them.")
        }
    });
    lines.join("\n")
}

fn rules_line(rules: &ExportedRules) -> String {
    let ExportedRules { name, hash, file, games, positions, .. } = rules;
    format!("| {name} | {hash} | {games} | {positions} | `{file}` |\n")
}

fn about_tables() -> String {
    let table =
        |name: &str, row: &str, columns: &str| format!("## {name}/\n\n{row}\n\n{columns}\n");
    table("games", "One row for each game.", GAMES_TABLE)
        + &table("positions", "One row for each ply, with the position before it.", POSITIONS_TABLE)
}

/// The families of the games, in the order of the rule sets.
fn families(report: &DatasetReport) -> Vec<&'static str> {
    let mut families = Vec::new();
    for rules in &report.rules {
        let family = with_game!(&rules.loaded.game, |game| game.family());
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families
}

fn about_tensors(report: &DatasetReport) -> String {
    let families = families(report);
    let mut text =
        format!("## tensors/\n\n{}\n{TENSORS}\n", include_str!("words/about_tensors.md"));
    for (family, planes) in PLANES.iter().filter(|(family, _)| families.contains(family)) {
        text += &format!("### Planes: {family}\n\n{planes}\n");
    }
    for (family, numbers) in RULE_NUMBERS.iter().filter(|(family, _)| families.contains(family)) {
        text += &format!("### Rule vector: {family}\n\n{numbers}\n");
    }
    text
}

/// How to load what there is.
fn loading(settings: &Settings, report: &DatasetReport) -> String {
    let mut parts = Vec::new();
    match settings.tables.first() {
        Some(TableFormat::Parquet) => parts.push(include_str!("words/load_parquet.md")),
        Some(TableFormat::Jsonl) => parts.push(include_str!("words/load_jsonl.md")),
        Some(TableFormat::Csv) => parts.push(include_str!("words/load_csv.md")),
        None => {}
    }
    if settings.tensors {
        parts.push(include_str!("words/load_tensors.md"));
    }
    // A split without positions has no file of them.
    let mut splits = report.counts.iter().filter(|(_, (_, positions))| *positions > 0);
    let split = splits.next().map_or("train", |(split, _)| split.name());
    let names = [("\"train\"", format!("\"{split}\"")), ("/train-", format!("/{split}-"))];
    names.into_iter().fold(parts.join("\n"), |text, (train, name)| text.replace(train, &name))
}

/// The YAML between the lines `---`.
fn head(settings: &Settings, report: &DatasetReport) -> String {
    let mut yaml = String::new();
    if let Some(license) = &settings.license {
        yaml += &format!("license: {}\n", license.as_str().to_lowercase());
    }
    yaml += &format!("pretty_name: {}\n", serde_json::Value::from(title(settings)));
    let families: String = families(report).iter().map(|name| format!("- {name}\n")).collect();
    yaml += &format!("tags:\n- board-games\n{families}- self-play\n- reinforcement-learning\n");
    yaml += &format!("size_categories:\n- {}\n", size_category(report.positions()));
    // `datasets` takes one format: the first that was asked for.
    let Some(format) = settings.tables.first() else { return yaml };
    yaml += "configs:\n";
    for (name, features) in tables(*format) {
        let default = if name == "positions" { "  default: true\n" } else { "" };
        yaml += &format!("- config_name: {name}\n{default}");
        if *format == TableFormat::Csv {
            // Wanted before a file is read: else keys and boards of digits are taken for numbers.
            yaml += &format!("  features:\n{features}");
        }
        yaml += "  data_files:\n";
        for split in splits(report, name, *format).keys().map(|split| split.name()) {
            yaml += &format!("  - split: {split}\n    path: {name}/{split}-*.{}\n", format.name());
        }
    }
    if *format != TableFormat::Csv {
        yaml += "dataset_info:\n";
        for (name, features) in tables(*format) {
            yaml += &format!("- config_name: {name}\n  features:\n{features}  splits:\n");
            for (split, (rows, bytes)) in splits(report, name, *format) {
                yaml += &format!(
                    "  - name: {}\n    num_bytes: {bytes}\n    num_examples: {rows}\n",
                    split.name()
                );
            }
        }
    }
    yaml
}

/// Rows and bytes of a table in each split that has a file of it.
fn splits(report: &DatasetReport, table: &str, format: TableFormat) -> BTreeMap<Split, (u64, u64)> {
    let mut splits = BTreeMap::<Split, (u64, u64)>::new();
    for file in report.files_of(table, format) {
        let (rows, bytes) = splits.entry(file.split).or_default();
        *rows += file.rows;
        *bytes += file.bytes;
    }
    splits
}

/// The columns with the types that `datasets` gives them.
fn features<R>(columns: &[Column<R>], format: TableFormat) -> String {
    let is_csv = format == TableFormat::Csv;
    let feature = |column: &Column<R>| {
        let (kind, is_list) = match column.get {
            // CSV has no lists, and `datasets` reads no flag from an empty cell.
            Get::Texts(_) | Get::Counts(_) | Get::Values(_) | Get::Known(_) if is_csv => {
                ("string", false)
            }
            Get::Text(_) | Get::Name(_) => ("string", false),
            Get::Flag(_) | Get::Known(_) => ("bool", false),
            Get::Sign(_) => ("int8", false),
            Get::Count(_) => ("uint32", false),
            Get::Large(_) => ("uint64", false),
            Get::Value(_) => ("float32", false),
            Get::Texts(_) => ("string", true),
            Get::Counts(_) => ("uint32", true),
            Get::Values(_) => ("float32", true),
        };
        let key = if is_list { "list" } else { "dtype" };
        format!("  - name: {}\n    {key}: {kind}\n", column.name)
    };
    columns.iter().map(feature).collect()
}

/// The categories of the Hub.
fn size_category(rows: u64) -> &'static str {
    match rows {
        0..1_000 => "n<1K",
        1_000..10_000 => "1K<n<10K",
        10_000..100_000 => "10K<n<100K",
        100_000..1_000_000 => "100K<n<1M",
        1_000_000..10_000_000 => "1M<n<10M",
        10_000_000..100_000_000 => "10M<n<100M",
        100_000_000..1_000_000_000 => "100M<n<1B",
        1_000_000_000..10_000_000_000 => "1B<n<10B",
        10_000_000_000..100_000_000_000 => "10B<n<100B",
        100_000_000_000..1_000_000_000_000 => "100B<n<1T",
        _ => "n>1T",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The categories that the documentation of the Hub lists for `size_categories`, each with its first number.
    #[test]
    fn sizes_are_those_of_the_hub() {
        let from = |rows: u64| size_category(rows);
        assert_eq!((from(0), from(999), from(1_000)), ("n<1K", "n<1K", "1K<n<10K"));
        assert_eq!((from(99_999_999), from(100_000_000)), ("10M<n<100M", "100M<n<1B"));
        assert_eq!((from(1_000_000_000), from(10_000_000_000)), ("1B<n<10B", "10B<n<100B"));
        assert_eq!((from(100_000_000_000), from(1_000_000_000_000)), ("100B<n<1T", "n>1T"));
    }
}
