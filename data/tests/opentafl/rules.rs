//! Rules records: the usual ones are understood, ours survive, foreign laws are refused by name.

use imperial_data::opentafl::{EXTENSION, Law, RulesRecordError, read_rules, write_rules};
use imperial_engine::Side;
use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::{
    Camps, Captures, CornerStop, Encirclement, ExitFort, Goal, KingArms, KingCapture,
    LinnaeanCapture, Piece, Repetition, RepetitionResult, RuleSet, Shieldwall, Starter, Stuck,
    ThroneHostile, ThroneRight, ThroneState,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::rule_sets;

const CROSS: &str = "start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";
const BRANDUB: &str = "dim:7 name:Brandub surf:n atkf:y ks:w nj:n cj:n cenh: cenhe: \
    start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const COPENHAGEN: &str = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";

fn read(record: &str) -> RuleSet {
    match read_rules(record, &[]) {
        Ok(record) => record.rules,
        Err(error) => panic!("{record}: {error}"),
    }
}

/// Reads a record without the ring, which is on unless said.
fn read_unsurrounded(record: &str) -> RuleSet {
    read_rules(record, &[Law::Surrounding]).expect("a record").rules
}

fn error(record: &str) -> String {
    read_rules(record, &[]).expect_err("is refused").to_string()
}

#[test]
fn tablut() {
    let record = format!("dim:9 name:Tablut esc:e atkf:y ks:c nj:n cj:n cor: cens: cenh: {CROSS}");
    let rules = read_unsurrounded(&record);
    let linnaeus = AnyGame::by_name("tablut-linnaeus").expect("is embedded");
    let linnaeus = linnaeus.tafl_rules().expect("a tafl game");
    assert_eq!(rules.name, "opentafl-tablut");
    assert_eq!(rules.title, "Tablut");
    assert_eq!(rules.house_rules, ["ply_limit", "encirclement"]);
    assert_eq!(rules.setup, linnaeus.setup);
    assert_eq!(rules.goal, Goal::Edge);
    assert_eq!(rules.king_capture, KingCapture::Linnaean);
    assert_eq!(rules.king_arms, KingArms::Both);
    assert_eq!(rules.throne_stop, ThroneRight::Nobody);
    assert_eq!(rules.throne_pass, ThroneRight::Anyone);
    assert_eq!(rules.throne_hostile, linnaeus.throne_hostile);
    assert_eq!(rules.corner_stop, CornerStop::Anyone);
    assert!(rules.corner_hostile.is_empty());
    assert_eq!(rules.captures, Captures::All);
    assert_eq!(rules.repetition, Repetition::ends(3, RepetitionResult::Draw));
    assert_eq!((rules.stuck, rules.camps), (Stuck::Loss, Camps::None));
}

#[test]
fn sea_battle() {
    let rules = read_unsurrounded(&format!(
        "dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: {CROSS}"
    ));
    assert_eq!(rules.title, "Sea Battle");
    assert_eq!(rules.king_capture, KingCapture::Four);
    assert_eq!(rules.king_arms, KingArms::None);
    assert_eq!(rules.throne_stop, ThroneRight::Anyone);
    assert_eq!(rules.throne_pass, ThroneRight::Anyone);
    assert_eq!(rules.throne_hostile, ThroneHostile::default());
}

#[test]
fn brandub() {
    let rules = read(BRANDUB);
    assert_eq!((rules.size, rules.goal), (7, Goal::Corner));
    assert_eq!(rules.king_capture, KingCapture::Two);
    assert_eq!(rules.throne_stop, ThroneRight::King);
    assert_eq!(rules.throne_hostile, ThroneHostile::default());
    assert_eq!(rules.corner_stop, CornerStop::King);
    assert_eq!(rules.corner_hostile, Piece::ALL);
    assert_eq!(rules.house_rules, ["ply_limit"]);
}

#[test]
fn imperial_contest_as_near_as_opentafl_comes() {
    let rules = read_unsurrounded(&format!(
        "dim:9 name:Imperial_Contest esc:e ka:n \
         spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,4,-1,-1 cor: cen: {CROSS}"
    ));
    assert_eq!((rules.king_reach, rules.men_reach), (Some(4), None));
    assert_eq!(rules.captures, Captures::All);
    assert!(!rules.capture_optional);
    assert_eq!(rules.linnaean_capture, LinnaeanCapture::Off);
}

#[test]
fn fetlar() {
    let rules = read_unsurrounded(&format!("dim:11 start:{COPENHAGEN}"));
    assert_eq!((rules.goal, rules.king_capture), (Goal::Corner, KingCapture::Four));
    assert_eq!(rules.throne_stop, ThroneRight::King);
    assert_eq!(rules.throne_pass, ThroneRight::Anyone);
    let hostile = ThroneHostile {
        attackers: Some(ThroneState::Always),
        defenders: Some(ThroneState::Empty),
        king: Some(ThroneState::Empty),
    };
    assert_eq!(rules.throne_hostile, hostile);
    assert_eq!(rules.corner_hostile, Piece::ALL);
    assert_eq!(rules.name, "opentafl-unknown-tafl");
}

#[test]
fn copenhagen() {
    let record = format!("dim:11 atkf:y sw:s efe:y start:{COPENHAGEN}");
    let rules = read(&record);
    assert_eq!((rules.shieldwall, rules.shieldwall_corner), (Shieldwall::Flank, true));
    // OpenTafl means `edge`, but that is how its program judges.
    assert_eq!(rules.exit_fort, ExitFort::Reach);
    assert_eq!(rules.encirclement, Encirclement::Ring);
    let rules = read_rules(&record, &Law::ALL).expect("without them").rules;
    assert_eq!(formations(&rules), (Shieldwall::Off, true, ExitFort::Off, Encirclement::Off));
    assert_eq!(rules.source, "OpenTafl rules record, without surf, sw, efe");
    for law in ["encirclement", "shieldwall", "exit_fort"] {
        assert!(rules.house_rules.iter().any(|key| key == law), "{law}");
    }
}

fn formations(rules: &RuleSet) -> (Shieldwall, bool, ExitFort, Encirclement) {
    (rules.shieldwall, rules.shieldwall_corner, rules.exit_fort, rules.encirclement)
}

#[test]
fn rows_forts_and_rings_in_the_words_of_opentafl() {
    use Shieldwall::{Any, Flank, Off};
    let of = |keys: &str| formations(&read(&format!("dim:11 {keys} start:{COPENHAGEN}")));
    let ring = Encirclement::Ring;
    assert_eq!(of(""), (Off, true, ExitFort::Off, ring), "`surf` is on unless said");
    assert_eq!(of("surf:n"), (Off, true, ExitFort::Off, Encirclement::Off));
    assert_eq!(of("sw:n swf:n"), (Off, true, ExitFort::Off, ring));
    assert_eq!(of("sw:s"), (Flank, true, ExitFort::Off, ring));
    assert_eq!(of("sw:s swf:n"), (Any, true, ExitFort::Off, ring));
    assert_eq!(of("sw:w"), (Flank, false, ExitFort::Off, ring));
    assert_eq!(of("sw:w swf:n efe:y"), (Any, false, ExitFort::Reach, ring));
    assert_eq!(of("efe:y x-imperial-exit_fort:edge").2, ExitFort::Edge);
    assert_eq!(of("x-imperial-encirclement:firm").3, Encirclement::Firm);
}

#[test]
fn rows_forts_and_rings_are_written() {
    let copenhagen = AnyGame::by_name("copenhagen").expect("is embedded");
    let copenhagen = copenhagen.tafl_rules().expect("a tafl game");
    let written = |change: &dyn Fn(&mut RuleSet)| {
        let mut rules = copenhagen.clone();
        change(&mut rules);
        let record = write_rules(&rules, None).expect("written");
        assert_eq!(read(&record), rules, "{record}");
        record
    };
    let has = |record: &str, keys: &[&str]| {
        let tokens: Vec<_> = record.split(' ').collect();
        keys.iter().all(|key| tokens.contains(key))
    };
    let usual = written(&|_| ());
    assert!(
        has(&usual, &["sw:s", "swf:y", "efe:y", "surf:y", "x-imperial-exit_fort:edge"]),
        "{usual}"
    );
    assert!(has(&usual, &["tfr:d", "x-imperial-repetition:count=3,result=defenders"]), "{usual}");
    let reach = written(&|rules| rules.exit_fort = ExitFort::Reach);
    assert!(has(&reach, &["efe:y"]) && !reach.contains("exit_fort"), "{reach}");
    let weak = written(&|rules| {
        (rules.shieldwall, rules.shieldwall_corner) = (Shieldwall::Any, false);
    });
    assert!(has(&weak, &["sw:w", "swf:n"]) && !weak.contains("-shieldwall"), "{weak}");
    let off = written(&|rules| {
        (rules.shieldwall, rules.shieldwall_corner) = (Shieldwall::Off, false);
    });
    assert!(has(&off, &["x-imperial-shieldwall_corner:false"]) && !off.contains(" sw:"), "{off}");
    let firm = written(&|rules| rules.encirclement = Encirclement::Firm);
    assert!(has(&firm, &["surf:y", "x-imperial-encirclement:firm"]), "{firm}");
    let banned = written(&|rules| rules.repetition = Repetition::BANNED);
    assert!(has(&banned, &["x-imperial-repetition:result=banned"]), "{banned}");
}

#[test]
fn single_keys() {
    let base = format!("surf:n esc:e cor: cen: {CROSS}");
    let with = |keys: &str| read(&format!("dim:9 {keys} {base}"));
    assert_eq!(with("atkf:n").first, Starter::Defenders);
    assert_eq!(with("tfr:l").repetition.result, RepetitionResult::Loss);
    assert!(with("tfr:i").repetition.count > Some(with("").ply_limit));
    assert_eq!(with("ka:a").king_arms, KingArms::Anvil);
    assert_eq!(with("ka:h").king_arms, KingArms::Hammer);
    assert_eq!(with("ks:y").king_capture, KingCapture::Four);
    assert_eq!(with("ks:n").king_capture, KingCapture::Two);
    // OpenTafl's king is weak where there is no centre to be strong at.
    assert_eq!(with("ks:c").king_capture, KingCapture::Two);
    assert_eq!(with("spd:1").king_reach, Some(1));
    assert_eq!(with("spd:2,2").men_reach, Some(2));
    assert_eq!(with("spd:-1,-1,-1,-1,-1,-1,-1,1,").king_reach, Some(1));
    assert_eq!(with("spd:-1,-1,-1,-1,-1,-1,-1,-1,3,-1").king_reach, Some(3));
    assert_eq!(with("spd:40").king_reach, None);
    assert_eq!(with("afor:d1, aforh:").camps, Camps::None);
}

#[test]
fn ranks_run_from_the_first_row() {
    let lopsided = "/3t3/7/3T3/3K3/7/7/t6/";
    let rules = read(&format!("dim:7 surf:n start:{lopsided}"));
    assert!(rules.setup.ends_with(". . . A . . .\n"), "{}", rules.setup);
    assert!(rules.setup.starts_with("A . . . . . .\n"), "{}", rules.setup);
    let inverted = read("dim:7 surf:n starti:/t6/7/7/3K3/3T3/7/3t3/");
    assert_eq!(inverted, rules);
}

#[test]
fn foreign_laws_are_refused_by_name() {
    let plain = format!("surf:n esc:e {CROSS}");
    for (keys, told) in [
        ("ks:m", "ks:m"),
        ("kj:j", "kj:j"),
        ("ber:c", "ber:c"),
        ("tfr:w", "tfr:w"),
        ("spd:3,4", "spd:3,4"),
        ("cor:a1,a2,", "cor:a1,a2,"),
        ("cen:a1,", "cen:a1,"),
        ("cens:tK", "cens:tK"),
        ("cenp:TCNMK", "cenp:"),
        ("cenh:tcnkm cenhe:", "cenh:"),
        ("ks:c cenh: cenhe:", "ks:c"),
        ("linc:y cen:", "linc:y"),
        ("cenre:t", "cenre:t"),
        ("cors:t", "cors:t"),
        ("afor:d1,", "afor:d1,"),
        ("dfor:e4,", "dfor:e4,"),
    ] {
        let error = error(&format!("dim:9 {keys} {plain}"));
        assert!(error.contains(told) && error.contains("cannot be taken over"), "{keys}: {error}");
    }
    let camps = "afor:d1,e1,f1,e2,a4,a5,a6,b5,i4,i5,i6,h5,d9,e9,f9,e8, afors: aforp: aforh:tTK";
    let sealed = format!("dim:9 esc:e {camps} {CROSS}");
    let told = error(&sealed);
    let reason = "imperial does not have the law `encirclement` where there are camps (`afor`)";
    assert_eq!(told, format!("`surf` cannot be taken over: {reason}"));
    assert_eq!(read_unsurrounded(&sealed).camps, Camps::Sealed);
    let told = error(&format!("dim:9 esc:e surf:n sw:s {camps} {CROSS}"));
    assert!(told.starts_with("`sw` cannot be taken over: "), "{told}");
}

#[test]
fn garbled_records_are_refused() {
    for (record, told) in [
        ("", "`dim` is missing"),
        ("dim:7", "`start` is missing"),
        ("dim", "`dim` is not of the form key:value"),
        ("dim:7 dim:7", "`dim` stands twice"),
        ("dim:7 colour:red", "`colour` is not known"),
        ("dim:7 x-imperial-size:9 surf:n start:/7/7/7/t2K3/7/7/7/", "x-imperial-size"),
        ("dim:9 surf:n start:/7/7/7/t2K3/7/7/7/", "`dim:9`: expected 7"),
        ("dim:7 surf:maybe start:/7/7/7/t2K3/7/7/7/", "`surf:maybe`: expected y, n"),
        ("dim:7 surf:n spd:1,2,3 start:/7/7/7/t2K3/7/7/7/", "`spd:1,2,3`: expected"),
        ("dim:7 surf:n corh:xyz start:/7/7/7/t2K3/7/7/7/", "`corh:xyz`: expected"),
        ("dim:7 surf:n cor:z9, start:/7/7/7/t2K3/7/7/7/", "`cor:z9,`: expected"),
        ("dim:7 surf:n start:/7/7/7/t2n3/7/7/7/", "knights"),
        ("dim:7 surf:n start:/7/7/7/t6/7/7/7/", "there is no king"),
        (
            "dim:7 surf:n x-imperial-captures:two start:/7/7/7/t2K3/7/7/7/",
            "x-imperial-captures:two",
        ),
    ] {
        let error = error(record);
        assert!(error.contains(told), "{record}: {error}");
    }
    assert!(matches!(read_rules(&"dim:9 ".repeat(5000), &[]), Err(RulesRecordError::TooLong(_))));
}

#[test]
fn every_rule_set_of_the_catalogue_survives() {
    for rules in rule_sets() {
        for first in [None, Some(Side::Attackers), Some(Side::Defenders)] {
            let record = write_rules(&rules, first).expect("can be written");
            assert!(!record.contains(['[', ']', '\n']), "{record}");
            assert!(record.starts_with("dim:"), "{record}");
            let read = read_rules(&record, &[]).expect("can be read");
            assert_eq!(read.rules, rules, "{record}");
            if let Some(first) = first {
                assert_eq!(read.first, first);
            }
        }
    }
}

#[test]
fn nothing_is_said_twice() {
    let linnaeus = AnyGame::by_name("tablut-linnaeus").expect("is embedded");
    let record = write_rules(linnaeus.tafl_rules().expect("a tafl game"), None).expect("a record");
    let ours: Vec<_> =
        record.split(' ').filter_map(|token| token.strip_prefix(EXTENSION)).collect();
    let keys: Vec<_> = ours.iter().filter_map(|token| token.split(':').next()).collect();
    assert_eq!(keys, ["house_rules", "name", "source"], "{record}");
    assert!(record.contains(" ks:c ") && record.contains(" linc:y "), "{record}");
    assert!(record.contains(" cens: cenp: cenh: cenhe:tcnkmTCNKM "), "{record}");
}

/// A value of a field.
type AnyValue = BoxedStrategy<Value>;

fn words(words: &'static [&'static str]) -> AnyValue {
    prop::sample::select(words).prop_map(Value::from).boxed()
}

fn flag() -> AnyValue {
    any::<bool>().prop_map(Value::from).boxed()
}

fn text() -> AnyValue {
    "[ -~é]{0,40}".prop_map(Value::from).boxed()
}

fn reach() -> AnyValue {
    prop::option::of(1_u32..=18).prop_map(|reach| json!(reach)).boxed()
}

fn throne_hostile() -> AnyValue {
    let state = || prop::sample::select(&[None, Some("empty"), Some("always")][..]);
    (state(), state(), state())
        .prop_map(|(attackers, defenders, king)| {
            json!({ "attackers": attackers, "defenders": defenders, "king": king })
        })
        .boxed()
}

fn corner_hostile() -> AnyValue {
    prop::sample::subsequence(vec!["attackers", "defenders", "king"], 0..=3)
        .prop_shuffle()
        .prop_map(|pieces| json!(pieces))
        .boxed()
}

fn repetition() -> AnyValue {
    let counted = (2_u32..200_000, words(&["draw", "loss", "defenders", "defenders-own"]))
        .prop_map(|(count, result)| json!({ "count": count, "result": result }));
    prop_oneof![counted, Just(json!({ "result": "banned" }))].boxed()
}

/// Fields with all that they may be.
fn switches() -> Vec<(&'static str, AnyValue)> {
    vec![
        ("title", text()),
        ("source", text()),
        ("first", words(&["attackers", "defenders", "lot"])),
        ("men_reach", reach()),
        ("king_reach", reach()),
        ("goal", words(&["edge", "corner", "edge-held", "edge-run"])),
        ("king_capture", words(&["two", "four", "linnaean", "enclosed"])),
        ("king_arms", words(&["none", "hammer", "anvil", "both"])),
        ("throne_stop", words(&["anyone", "king", "nobody"])),
        ("throne_pass", words(&["anyone", "king", "nobody"])),
        ("throne_hostile", throne_hostile()),
        ("corner_stop", words(&["anyone", "king"])),
        ("corner_hostile", corner_hostile()),
        ("camps", words(&["none", "home", "sealed"])),
        ("camps_hostile_to", words(&["all", "enemies"])),
        ("camps_pass", words(&["nobody", "own"])),
        ("captures", words(&["all", "one"])),
        ("capture_optional", flag()),
        ("immobilisation", flag()),
        ("linnaean_capture", words(&["off", "any-man", "last-man"])),
        ("entering", words(&["safe", "suicide"])),
        ("repetition", repetition()),
        ("quiet_limit", prop::option::of(1_u32..999).prop_map(|limit| json!(limit)).boxed()),
        ("ply_limit", (1_u32..999).prop_map(Value::from).boxed()),
        ("stuck", words(&["loss", "draw"])),
        ("shieldwall", words(&["off", "flank", "any"])),
        ("shieldwall_corner", flag()),
        ("exit_fort", words(&["off", "edge", "reach"])),
        ("encirclement", words(&["off", "ring", "firm"])),
        ("two_roads", flag()),
        ("king_notice", flag()),
    ]
}

/// A rule set with random switches, from the fields of one in the catalogue.
fn any_rules() -> impl Strategy<Value = RuleSet> {
    let (keys, values): (Vec<&str>, Vec<AnyValue>) = switches().into_iter().unzip();
    values.prop_map(move |values| {
        let rules = rule_sets().swap_remove(0);
        let mut fields = serde_json::to_value(rules).expect("is JSON");
        for (key, value) in keys.iter().zip(values) {
            fields[*key] = value;
        }
        if fields["camps"] != "none" {
            for key in ["shieldwall", "exit_fort", "encirclement"] {
                fields[key] = "off".into();
            }
        }
        serde_json::from_value(fields).expect("is a rule set")
    })
}

proptest! {
    #[test]
    fn any_switches_survive(rules in any_rules()) {
        let record = write_rules(&rules, None).expect("can be written");
        let read = read_rules(&record, &[]);
        prop_assert!(read.is_ok(), "{}: {:?}", record, read);
        prop_assert_eq!(read.expect("is read").rules, rules, "{}", record);
    }
}
