//! What the tests share.

use std::path::{Path, PathBuf};

use imperial_data::move_lists::{
    ColumnNames, MoveListError, MoveListReport, MoveLists, import_move_lists,
};
use imperial_data::{GameRecord, LoadedRules, read_games, rules_hash, verify_folder};
use imperial_engine::catalog::{self, AnyGame};
use tempfile::TempDir;

pub fn rules(name: &str) -> LoadedRules {
    let text = catalog::text(name).expect("embedded").to_owned();
    rules_of(&text)
}

pub fn rules_of(text: &str) -> LoadedRules {
    let game = AnyGame::from_toml(text).expect("rules");
    LoadedRules { game, hash: rules_hash(text), text: text.to_owned(), file: None }
}

/// How a test reads; everything is looked for.
pub struct Reading {
    pub rules: LoadedRules,
    pub columns: ColumnNames,
    pub agent: Option<&'static str>,
    pub lenient: bool,
}

impl Reading {
    pub fn by(rules: LoadedRules) -> Self {
        Self { rules, columns: ColumnNames::default(), agent: None, lenient: false }
    }

    pub fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// Imports a file of these bytes.
    pub fn read(&self, bytes: impl AsRef<[u8]>) -> Result<Imported, MoveListError> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("games.csv");
        std::fs::write(&file, bytes).expect("written");
        self.import(folder, &[file])
    }

    /// Imports files into `out` in the folder.
    pub fn import(&self, folder: TempDir, files: &[PathBuf]) -> Result<Imported, MoveListError> {
        let Self { rules, columns, agent, lenient } = self;
        let out = folder.path().join("out");
        let lists = MoveLists { rules, columns, agent: *agent, lenient: *lenient };
        let report = import_move_lists(files, &out, lists, &mut |_, _| ());
        if report.is_err() {
            assert!(!out.join("games.jsonl").exists(), "nothing is written");
        }
        let report = report?;
        let verified = verify_folder(&out, &mut |_, _| ());
        assert!(verified.is_ok(), "{:?}", verified.problems);
        Ok(Imported { report, games: games(&out), folder })
    }
}

pub struct Imported {
    pub report: MoveListReport,
    pub games: Vec<GameRecord>,
    #[allow(dead_code, reason = "keeps the folder")]
    pub folder: TempDir,
}

fn games(out: &Path) -> Vec<GameRecord> {
    read_games(&out.join("games.jsonl")).map(|game| game.expect("a game").1).collect()
}

/// The message of a file that is wrong, without the folder's name.
pub fn refused(reading: &Reading, bytes: impl AsRef<[u8]>) -> String {
    match reading.read(bytes) {
        Ok(imported) => panic!("imported: {:?}", imported.report),
        Err(error) => {
            let text = error.to_string();
            let folder = text.find("/").filter(|at| text[*at..].contains("games.csv"));
            let words = text.split("games.csv").map(|part| match (folder, part.rfind("/tmp")) {
                (Some(_), Some(at)) => &part[..at],
                _ => part,
            });
            words.collect::<Vec<_>>().join("games.csv")
        }
    }
}
