//! A record written and read is the same record, whatever it holds.

use imperial_data::{FORMAT_VERSION, GameRecord, GameResult, MoveText, PlyRecord};
use imperial_engine::{Cause, Side};
use proptest::option;
use proptest::prelude::*;

fn listed() -> impl Strategy<Value = MoveText> {
    any::<String>().prop_map(MoveText::from)
}

fn ply() -> impl Strategy<Value = PlyRecord> {
    (
        any::<String>(),
        option::of(-1.0_f32..=1.0),
        prop::collection::vec((listed(), any::<u32>()), 0..4),
        prop::collection::vec((listed(), 0.0_f32..=1.0), 0..4),
    )
        .prop_map(|(mv, value, visits, policy)| PlyRecord { mv, value, visits, policy })
}

prop_compose! {
    fn record()(
        names in prop::array::uniform5(any::<String>()),
        (seed, game, opening) in (any::<u64>(), any::<u64>(), any::<u32>()),
        start in option::of(any::<String>()),
        first in prop::sample::select(&[Side::Attackers, Side::Defenders][..]),
        result in prop::sample::select(&GameResult::ALL[..]),
        cause in prop::sample::select(&Cause::ALL[..]),
        plies in prop::collection::vec(ply(), 0..5),
    ) -> GameRecord {
        let [engine, rules, rules_hash, attackers, defenders] = names;
        GameRecord {
            format: FORMAT_VERSION, engine, rules, rules_hash, seed, game, attackers, defenders,
            first, start, opening, result, cause, plies,
        }
    }
}

proptest! {
    #[test]
    fn a_record_survives_json(record in record()) {
        let line = serde_json::to_string(&record).unwrap();
        prop_assert!(!line.contains('\n'), "a record is one line");
        let read: GameRecord = serde_json::from_str(&line).unwrap();
        prop_assert_eq!(read, record);
    }

    #[test]
    fn a_check_does_not_panic(mut record in record(), value in any::<f32>(), share in any::<f32>()) {
        if let Some(ply) = record.plies.first_mut() {
            ply.value = Some(value);
            ply.policy.push(("a1".into(), share));
        }
        if record.check().is_ok() {
            for ply in &record.plies {
                prop_assert!(ply.value.is_none_or(|value| value.abs() <= 1.0));
                prop_assert!(ply.policy.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
            }
        }
    }
}
