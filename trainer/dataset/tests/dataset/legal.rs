//! Legal moves in tables and tensors are those of the slow implementation of the rules that the engine is tested by.

#[path = "../../../../engine/tests/reference/mod.rs"]
#[expect(dead_code, reason = "games are not played by it here")]
mod reference;

use imperial_engine::catalog::{self, AnyGame};
use tempfile::tempdir;

use crate::common::game;
use crate::npz;
use crate::tables::Rows;
use crate::tensors::export;
use reference::{Position, Rules};

/// On wider boards a position has hundreds of moves, which the reference finds one by one.
const WIDE: i32 = 13;

#[test]
fn legal_moves_are_those_of_the_reference() {
    let root = tempdir().unwrap();
    let mut compared = 0;
    for name in catalog::names() {
        let text = catalog::text(name).unwrap();
        if AnyGame::by_name(name).unwrap().tafl_rules().is_none() {
            continue;
        }
        let rules = Rules::from_toml(text);
        let out = export(root.path(), name, &[game(name, 7)]);
        let table = Rows::csv(&out.join("positions"));
        let folder = std::fs::read_dir(out.join("tensors")).unwrap().next().unwrap().unwrap();
        let archive = npz::read(&folder.path().join("train-00000.npz"));
        let (offsets, from, to) = (
            archive["move_offsets"].i64s(),
            archive["move_from"].u16s(),
            archive["move_to"].u16s(),
        );
        let every = if rules.setup.size > WIDE { 40 } else { 4 };
        for row in (0..table.rows.len()).step_by(every) {
            let position = Position::parse(table.cell(row, "position")).unwrap();
            let width = rules.setup.size;
            let index = |file: i32, rank: i32| (rank * width + file) as u16;
            let legal = position.legal_moves(&rules).into_iter();
            let mut expected: Vec<(u16, u16)> = legal
                .map(|mv| (index(mv.from.file, mv.from.rank), index(mv.to.file, mv.to.rank)))
                .collect();
            let moves = offsets[row] as usize..offsets[row + 1] as usize;
            let mut found: Vec<(u16, u16)> =
                from[moves.clone()].iter().copied().zip(to[moves].iter().copied()).collect();
            assert_eq!(table.cell(row, "legal_moves").parse(), Ok(expected.len()), "{name} {row}");
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{name} {row}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared} positions");
}
