//! Perft: the numbers in `perft/*.perft` against the engine and against the reference.
//!
//! A file has the name of its rule set and a block for each position: `id` says what is odd about
//! it, `position` is its position string, each `perft` line gives a depth and a number. With
//! `IMPERIAL_REGENERATE` set in the environment the reference counts anew, to depth 3 where that is
//! not too much, and rewrites the files of the families that have one; so a new position needs only its
//! first two lines.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::perft::{divide, perft};
use imperial_engine::{Game, with_game};

use crate::agreement::Reference;
use crate::reference::{Position, Rules};
use crate::{chess_reference, dablot_reference, hunt_reference};

/// Counts the sequences of so many plies that begin at a position.
type Count = Box<dyn Fn(&str, u32) -> u64>;

/// The reference counts only up to this number of sequences, so that the test stays quick.
const REFERENCE_LIMIT: u64 = 20_000;
/// Depths that are counted for the files, as long as about so many sequences are not exceeded.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=3;
const FILE_LIMIT: u64 = 3_000_000;

/// One position with its known numbers.
struct Block {
    id: String,
    position: String,
    counts: Vec<(u32, u64)>,
}

#[test]
fn every_rule_set_has_a_file() {
    for name in catalog::names() {
        let blocks = read(name);
        let game = AnyGame::by_name(name).expect(name);
        with_game!(&game, |game| has_starts(game, name, &blocks));
        assert!(blocks.iter().all(|block| !block.counts.is_empty()), "{name}: a block is empty");
    }
}

#[test]
fn the_engine_counts_so() {
    for name in catalog::names() {
        let game = AnyGame::by_name(name).expect(name);
        with_game!(&game, |game| engine_counts(game, name, &read(name)));
    }
}

#[test]
fn the_reference_counts_so() {
    let regenerate = env::var_os("IMPERIAL_REGENERATE").is_some();
    for name in catalog::names() {
        let Some(counts) = reference(catalog::text(name).expect(name)) else { continue };
        if regenerate {
            rewrite(name, &counts);
        }
        for block in read(name) {
            for (depth, count) in block.counts.iter().filter(|(_, n)| *n <= REFERENCE_LIMIT) {
                let found = counts(&block.position, *depth);
                assert_eq!(
                    found, *count,
                    "{name}, {}, depth {depth}\n{}",
                    block.id, block.position
                );
            }
        }
    }
}

/// The reference of the family of a rule file, where there is one.
fn reference(text: &str) -> Option<Count> {
    let is_of = |family: &str| text.contains(&format!("game = \"{family}\""));
    if is_of("tafl") {
        let rules = Rules::from_toml(text);
        let read = |position: &str| Position::parse(position).expect("a position");
        Some(Box::new(move |position, depth| read(position).perft(&rules, depth)))
    } else if is_of("dablot") {
        Some(count_by::<dablot_reference::State>(text))
    } else if is_of("chess") {
        Some(count_by::<chess_reference::State>(text))
    } else {
        is_of("hunt").then(|| count_by::<hunt_reference::State>(text))
    }
}

fn count_by<R: Reference<Laws: 'static> + 'static>(text: &str) -> Count {
    let laws = R::laws(text);
    Box::new(move |position, depth| R::parse(&laws, position).perft(&laws, depth))
}

/// The file holds the starting position of each side that may start.
fn has_starts(game: &impl Game, name: &str, blocks: &[Block]) {
    for side in imperial_engine::Side::ALL {
        let start = game.format_position(&game.start(side));
        let known = blocks.iter().any(|block| block.position == start);
        assert!(known || !game.first().allows(side), "{name}: no `{start}`");
    }
}

fn engine_counts(game: &impl Game, name: &str, blocks: &[Block]) {
    for block in blocks {
        let position = game.parse_position(&block.position).expect(&block.position);
        for (depth, count) in &block.counts {
            let found = perft(game, &position, *depth);
            let divided: u64 = divide(game, &position, *depth).iter().map(|(_, n)| n).sum();
            let drawing = game.draw(&position);
            let place = format!("{}, {}, depth {depth}\n{drawing}", name, block.id);
            assert_eq!(found, *count, "{place}");
            assert_eq!(divided, *count, "divided: {place}");
        }
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(name).with_extension("perft")
}

fn read(name: &str) -> Vec<Block> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut blocks: Vec<Block> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, value) = line.split_once(' ').unwrap_or_else(|| panic!("{name}: `{line}`"));
        if key == "id" {
            let id = value.to_owned();
            blocks.push(Block { id, position: String::new(), counts: Vec::new() });
            continue;
        }
        let block = blocks.last_mut().unwrap_or_else(|| panic!("{name}: `{line}` without id"));
        match (key, value.split_once(' ')) {
            ("position", _) => value.clone_into(&mut block.position),
            ("perft", Some((depth, count))) => {
                block.counts.push((depth.parse().expect(line), count.parse().expect(line)));
            }
            _ => panic!("{name}: cannot read `{line}`"),
        }
    }
    blocks
}

/// Counts everything anew and writes the file, with the comments at its top.
fn rewrite(name: &str, counts: &Count) {
    let old = fs::read_to_string(path(name)).expect(name);
    let mut text = String::new();
    for comment in old.lines().take_while(|line| line.starts_with('#')) {
        writeln!(text, "{comment}").expect("a string takes it");
    }
    for block in read(name) {
        let position = &block.position;
        write!(text, "\nid {}\nposition {position}\n", block.id).expect("a string takes it");
        let deepest = block.counts.len() as u32;
        let (mut count, mut growth) = (1, 1);
        for depth in *DEPTHS.start()..=deepest.max(*DEPTHS.end()) {
            if count * growth > FILE_LIMIT && depth > deepest {
                break;
            }
            let next = counts(position, depth);
            writeln!(text, "perft {depth} {next}").expect("a string takes it");
            growth = next / count.max(1);
            count = next;
        }
    }
    fs::write(path(name), text).expect(name);
}
