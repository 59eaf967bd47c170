//! The switches and pieces of a rule file.

use std::collections::BTreeMap;

use toml::{Table, Value};

/// File and rank, from 1.
pub type Point = (i32, i32);

/// Where the pieces stand, by their letters.
pub type Board = BTreeMap<Point, char>;

/// What a rule file says, with what it leaves out.
#[derive(Clone, Debug)]
pub struct Laws {
    table: Table,
    pub files: i32,
    pub ranks: i32,
    pub kinds: BTreeMap<char, Kind>,
    pub start: Board,
}

/// How a kind of piece goes.
#[derive(Clone, Debug)]
pub struct Kind {
    pub slides: Vec<Point>,
    pub leaps: Vec<Point>,
    pub walk: i64,
    pub steps: Vec<Point>,
    pub takes: bool,
    pub shoots: i32,
    pub pawn: bool,
    pub royal: bool,
    pub rides: bool,
    pub carries: bool,
}

impl Laws {
    pub fn from_toml(text: &str) -> Self {
        let table: Table = text.parse().expect("a rule file");
        let number = |key: &str| table[key].as_integer().expect(key) as i32;
        let (files, ranks) = (number("files"), number("ranks"));
        let pieces = table["pieces"].as_array().expect("pieces").iter();
        let kinds = pieces.map(|piece| kind(piece.as_table().expect("a piece"))).collect();
        let mut laws = Self { files, ranks, kinds, start: Board::new(), table };
        laws.start = laws.read(&laws.word("setup"));
        laws
    }

    pub fn word(&self, key: &str) -> String {
        self.table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    pub fn words(&self, key: &str) -> Option<Vec<String>> {
        let list = self.table.get(key)?.as_array().expect(key).iter();
        Some(list.map(|word| word.as_str().expect(key).to_owned()).collect())
    }

    pub fn number(&self, key: &str, default: usize) -> usize {
        self.table.get(key).and_then(Value::as_integer).map_or(default, |number| number as usize)
    }

    pub fn flag(&self, key: &str) -> bool {
        self.table.get(key).and_then(Value::as_bool).unwrap_or(false)
    }

    pub fn repetitions(&self) -> usize {
        self.table["repetition"]["count"].as_integer().expect("a count") as usize
    }

    /// Crown, regent, heirs and the ranks of home.
    pub fn succession(&self) -> Option<(char, char, String, i32)> {
        let law = self.table.get("succession")?;
        let word = |key: &str| law[key].as_str().expect(key).to_owned();
        let letter = |key: &str| word(key).chars().next().expect(key);
        let home = law["home"].as_integer().expect("a number") as i32;
        Some((letter("crown"), letter("regent"), word("heirs"), home))
    }

    /// What a kind brings back from the last rank.
    pub fn brings(&self, letter: char) -> String {
        let lists = self.words("replacement").unwrap_or_default();
        let fitting = lists.iter().filter_map(|list| {
            let (who, what) = list.split_once(' ').expect("two lists");
            who.contains(letter).then_some(what)
        });
        fitting.collect()
    }

    pub fn kind(&self, piece: char) -> &Kind {
        &self.kinds[&piece.to_ascii_uppercase()]
    }

    pub fn has(&self, (file, rank): Point) -> bool {
        (1..=self.files).contains(&file) && (1..=self.ranks).contains(&rank)
    }

    /// The rank that lies `rank` ranks up as a side sees it, from 1.
    pub fn rank(&self, side: usize, rank: i32) -> i32 {
        if side == 0 { rank } else { self.ranks + 1 - rank }
    }

    /// Reads a board.
    pub fn read(&self, text: &str) -> Board {
        let mut board = Board::new();
        for (down, letters) in text.split('/').enumerate() {
            let (mut file, mut digits) = (1, String::new());
            for letter in letters.chars() {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                file += std::mem::take(&mut digits).parse().unwrap_or(0);
                if letter != '.' {
                    board.insert((file, self.ranks - down as i32), letter);
                }
                file += 1;
            }
        }
        board
    }

    /// Writes a board.
    pub fn write(&self, board: &Board) -> String {
        let rank = |rank: i32| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 1..=self.files {
                match board.get(&(file, rank)) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(*letter);
                    }
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        (1..=self.ranks).rev().map(rank).collect::<Vec<_>>().join("/")
    }
}

fn kind(piece: &Table) -> (char, Kind) {
    let letter = piece["letter"].as_str().expect("a letter").chars().next().expect("a letter");
    let number = |key: &str| piece.get(key).and_then(Value::as_integer).unwrap_or(0);
    let flag = |key: &str| piece.get(key).and_then(Value::as_bool);
    let ways = |key: &str| {
        let list = piece.get(key)?.as_array().expect(key).iter();
        let ways = list.map(|way| way.as_str().expect(key));
        Some(
            ways.flat_map(|way| if way == "diagonal" { turned(1, 1) } else { turned(0, 1) })
                .collect(),
        )
    };
    let leap = |leap: &Value| {
        let far = |at: usize| leap[at].as_integer().expect("a number") as i32;
        turned(far(0), far(1))
    };
    let leaps = piece.get("leaps").map(|leaps| leaps.as_array().expect("leaps"));
    let both = [turned(0, 1), turned(1, 1)].concat();
    let kind = Kind {
        slides: ways("slides").unwrap_or_default(),
        leaps: leaps.into_iter().flatten().flat_map(leap).collect(),
        walk: number("walk"),
        steps: ways("walk_ways").unwrap_or(both),
        takes: flag("takes").unwrap_or(true),
        shoots: number("shoots") as i32,
        pawn: flag("pawn").unwrap_or(false),
        royal: flag("royal").unwrap_or(false),
        rides: flag("rides").unwrap_or(false),
        carries: flag("carries").unwrap_or(false),
    };
    (letter, kind)
}

/// A way with all its turns and reflections.
fn turned(right: i32, up: i32) -> Vec<Point> {
    let mut ways = Vec::new();
    for (a, b) in [(right, up), (up, right)] {
        ways.extend([(a, b), (-a, b), (a, -b), (-a, -b)]);
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// The side of a piece: 0 the attackers, 1 the defenders.
pub fn side_of(piece: char) -> usize {
    usize::from(piece.is_ascii_lowercase())
}

/// The letter of a kind as a side has it.
pub fn as_side(letter: char, side: usize) -> char {
    if side == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// Writes `d4`.
pub fn name((file, rank): Point) -> String {
    format!("{}{rank}", char::from(b'a' + file as u8 - 1))
}

/// Reads `d4`.
pub fn point(name: &str) -> Point {
    let file = name.chars().next().expect("a letter");
    (file as i32 - 'a' as i32 + 1, name[1..].parse().expect("a rank"))
}
