//! Tensors hold what the engine shows of every position of every game.

use std::collections::BTreeMap;
use std::path::Path;

use imperial_data::export::Incomplete;
use imperial_data::{GameRecord, policy_over, replay};
use imperial_dataset::{Maker, Settings, TableFormat, export_dataset};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, Side, SquareSet, with_game};
use tempfile::tempdir;

use crate::common::{game, write_games};
use crate::npz::{self, Array};
use crate::tables::Rows;

type Archive = BTreeMap<String, Array>;

#[test]
fn every_array_is_what_the_engine_shows() {
    let root = tempdir().unwrap();
    for name in catalog::names() {
        let record = game(name, 3);
        let out = export(root.path(), name, std::slice::from_ref(&record));
        let rules = AnyGame::by_name(name).unwrap();
        with_game!(&rules, |game| check(game, &record, &out));
    }
}

/// Games of one rule set as tensors and as a table; the folder.
pub fn export(root: &Path, name: &str, records: &[GameRecord]) -> std::path::PathBuf {
    let (run, out) = (root.join(name), root.join(name).join("out"));
    write_games(&run, records);
    let split = "100,0,0".parse().unwrap();
    let tables = vec![TableFormat::Csv];
    let settings = Settings { tables, tensors: true, split, ..Settings::default() };
    let maker = Maker::default();
    export_dataset(&[run], &out, (&settings, &maker), Incomplete::Refuse, &mut |_, _| ()).unwrap();
    out
}

fn check<G: Encode>(game: &G, record: &GameRecord, out: &Path) {
    let board = game.board();
    let kind = format!("{}-{}x{}", game.family(), board.width, board.height);
    let archive = npz::read(&out.join("tensors").join(kind).join("train-00000.npz"));
    let table = Rows::csv(&out.join("positions"));
    let plies = record.plies.len();
    assert_eq!(archive["planes"].shape, [plies, game.planes().len(), board.squares().div_ceil(8)]);
    assert_eq!(archive["board"].i64s(), [board.height as i64, board.width as i64]);
    assert_eq!(archive["plane_names"].texts(), game.planes());
    assert_eq!(archive["rule_names"].texts(), [game.name()]);
    assert_eq!(archive["rule_vectors"].f32s(), game.rule_vector());
    assert_eq!(archive["rule_vector_names"].texts(), game.rule_names());
    assert_eq!(archive["symmetries"].u16s(), game.symmetries().concat());
    assert_eq!(archive["symmetry_offsets"].i64s(), [0, game.symmetries().len() as i64]);
    assert_eq!(archive["ply"].u32s(), (0..plies as u32).collect::<Vec<_>>());
    assert_eq!(archive["game_ids"].texts(), [table.cell(0, "game_id")]);
    assert_eq!(archive["rules"].u16s(), vec![0; plies]);
    assert_eq!(archive["game"].u32s(), vec![0; plies]);
    let (planes, moves) = (unpacked(&archive, board.squares()), Moves::of(&archive));
    let mut expected = vec![0.0; game.planes().len() * board.squares()];
    replay(game, record, |step| {
        game.encode(step.position, &mut expected);
        assert_eq!(planes[step.index], expected, "{} ply {}", game.name(), step.index);
        let legal = game.moves(step.position);
        let actions = legal.iter().map(|mv| game.action(*mv));
        let actions: Vec<_> =
            actions.map(|action| (action.from, action.to, action.choice.numbers())).collect();
        let shares = match step.policy {
            [] => vec![0.0; legal.len()],
            policy => policy_over(&legal, policy).into_iter().map(|(_, share)| share).collect(),
        };
        let visits = |mv| step.visits.iter().find(|(other, _)| other == mv).map_or(0, |(_, n)| *n);
        let visits: Vec<u32> = legal.iter().map(visits).collect();
        assert_eq!(moves.at(step.index), (&actions[..], &shares[..], &visits[..]));
        let played = archive["played"].u32s()[step.index] as usize;
        assert_eq!(legal[played], step.mv);
        let turn = archive["attackers_to_move"].u8s()[step.index];
        assert_eq!(turn == 1, game.side_to_move(step.position) == Side::Attackers);
    })
    .unwrap();
    check_targets(&archive, &table, record);
}

/// The targets are those of the table.
fn check_targets(archive: &Archive, table: &Rows, record: &GameRecord) {
    let search = ["none", "quick", "full"];
    for row in 0..record.plies.len() {
        let value = |name: &str| archive[name].f32s()[row];
        for name in ["root_value", "absolute_value"] {
            match table.cell(row, name) {
                "" => assert!(value(name).is_nan()),
                cell => assert_eq!(cell.parse(), Ok(value(name))),
            }
        }
        let sign = 2.0 * record.result.score() - 1.0;
        assert_eq!(f64::from(archive["result"].i8s()[row]), sign);
        assert_eq!(table.cell(row, "z").parse(), Ok(archive["z"].i8s()[row]));
        assert_eq!(table.cell(row, "plies_left").parse(), Ok(archive["plies_left"].u32s()[row]));
        let in_opening = archive["in_opening"].u8s()[row] == 1;
        assert_eq!(table.cell(row, "in_opening"), in_opening.to_string());
        let sampled = match table.cell(row, "sampled") {
            "" => -1,
            cell => i8::from(cell == "true"),
        };
        assert_eq!(archive["sampled"].i8s()[row], sampled);
        assert_eq!(table.cell(row, "search"), search[usize::from(archive["search"].u8s()[row])]);
    }
}

/// The planes of every position, as the documentation says to unpack them.
fn unpacked(archive: &Archive, squares: usize) -> Vec<Vec<f32>> {
    let shape = &archive["planes"].shape;
    let (bits, scales) = (archive["planes"].u8s(), archive["plane_scales"].f32s());
    let positions = bits.chunks_exact(shape[1] * shape[2]).zip(scales.chunks_exact(shape[1]));
    let position = |(bits, scales): (&[u8], &[f32])| {
        let planes = bits.chunks_exact(shape[2]).zip(scales);
        let square = |(bits, scale): (&[u8], &f32), square: usize| {
            if bits[square / 8] >> (square % 8) & 1 == 1 { *scale } else { 0.0 }
        };
        planes.flat_map(|plane| (0..squares).map(move |at| square(plane, at))).collect()
    };
    positions.map(position).collect()
}

/// A move: its squares and its choice.
type Numbers = (u16, u16, (u16, [u64; SquareSet::WORDS]));

/// The moves of all positions.
struct Moves {
    offsets: Vec<i64>,
    actions: Vec<Numbers>,
    policy: Vec<f32>,
    visits: Vec<u32>,
}

impl Moves {
    fn of(archive: &Archive) -> Self {
        let squares = archive["move_from"].u16s().into_iter().zip(archive["move_to"].u16s());
        let choices = archive["move_choice"].u16s();
        let victims = archive["move_victims"].u64s();
        let words = victims.len() / choices.len().max(1);
        let victims = victims.chunks_exact(words.max(1)).map(|given| {
            let mut words = [0; SquareSet::WORDS];
            words[..given.len()].copy_from_slice(given);
            words
        });
        let choices = choices.into_iter().zip(victims);
        let moves = squares.zip(choices);
        Self {
            offsets: archive["move_offsets"].i64s(),
            actions: moves.map(|((from, to), choice)| (from, to, choice)).collect(),
            policy: archive["policy"].f32s(),
            visits: archive["visits"].u32s(),
        }
    }

    fn at(&self, position: usize) -> (&[Numbers], &[f32], &[u32]) {
        let range = self.offsets[position] as usize..self.offsets[position + 1] as usize;
        (&self.actions[range.clone()], &self.policy[range.clone()], &self.visits[range])
    }
}
