//! From a rules record to a rule set.

use imperial_engine::Side;
use imperial_engine::games::tafl::{
    CampsHostileTo, CampsPass, Captures, Entering, Goal, KingArms, KingCapture, LinnaeanCapture,
    Piece, Repetition, RepetitionResult, RuleSet, Starter, Stuck, ThroneState,
};

use super::extension;
use super::formations::{Formations, check};
use super::grid::Grid;
use super::keys::{Keys, Law, RulesRecordError};
use super::special::{Corners, Refusal, Refusals, Throne, read_camps};
use super::text::decode;

/// A count of repetitions that no game reaches: OpenTafl's `tfr:i`. Limits of plies are lower.
pub(super) const NEVER: u32 = 100_000;

/// A rules record, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesRecord {
    /// The rules, checked as those of a rule file are.
    pub rules: RuleSet,
    /// Who makes the first move of a game that is recorded under these rules; where a lot decides,
    /// this is how it fell.
    pub first: Side,
}

/// Reads a rules record. Laws in `without` are left out whatever the record says.
///
/// What OpenTafl is silent about is read so: 512 plies (1024 on boards above 11x11) end a game,
/// captures are compulsory and take all, a man may move between two enemies, a side that cannot
/// move has lost. Keys of imperial's own win over OpenTafl's.
///
/// # Errors
/// When the record is garbled, or names a law that imperial does not have.
///
/// ```
/// use imperial_data::opentafl::read_rules;
/// use imperial_engine::games::tafl::KingCapture;
///
/// let record = "dim:7 name:Brandub surf:n ks:w cenh: cenhe: \
///     start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
/// let rules = read_rules(record, &[])?.rules;
/// assert_eq!(rules.king_capture, KingCapture::Two);
/// # Ok::<(), imperial_data::opentafl::RulesRecordError>(())
/// ```
pub fn read_rules(record: &str, without: &[Law]) -> Result<RulesRecord, RulesRecordError> {
    let keys = Keys::split(record)?;
    let (said, mut refusals) = read_own_keys(&keys, without)?;
    let first = keys.word("atkf", &[("y", Side::Attackers), ("n", Side::Defenders)])?;
    let overridden = |switch: &&str| keys.extensions.iter().any(|(key, _)| key == switch);
    refusals
        .retain(|refusal| refusal.switches.is_empty() || !refusal.switches.iter().all(overridden));
    if let Some(refusal) = refusals.into_iter().next() {
        return Err(refusal.error);
    }
    let rules = extension::apply(said, &keys.extensions)?;
    check(&rules)?;
    Ok(RulesRecord { rules, first })
}

/// What OpenTafl's own keys of a record say, and the switches that they cannot say truly.
pub(super) fn read_plain(record: &str) -> Result<(RuleSet, Vec<&'static str>), RulesRecordError> {
    let (rules, refusals) = read_own_keys(&Keys::split(record)?, &[])?;
    let switches = refusals.iter().flat_map(|refusal| refusal.switches).copied();
    Ok((rules, switches.collect()))
}

fn read_own_keys(keys: &Keys, without: &[Law]) -> Result<(RuleSet, Refusals), RulesRecordError> {
    let mut refusals = Vec::new();
    let board = read_start(keys)?;
    let size = board.size;
    refuse_other_pieces(keys, &mut refusals)?;
    let throne = Throne::read(keys, size, &mut refusals)?;
    let corners = Corners::read(keys, size, &mut refusals)?;
    let (men_reach, king_reach) = read_speeds(keys, &mut refusals)?;
    let title = decode(keys.get("name"));
    let formations = Formations::read(keys, without)?;
    let rules = RuleSet {
        game: "tafl".to_owned(),
        name: short_name(&title),
        title,
        source: source(without),
        house_rules: house_rules(without),
        size,
        setup: board.drawing(),
        first: keys.word("atkf", &[("y", Starter::Attackers), ("n", Starter::Defenders)])?,
        king_reach,
        men_reach,
        goal: read_goal(keys, &corners, &mut refusals)?,
        two_roads: false,
        king_capture: read_king_capture(keys, &throne, &mut refusals)?,
        king_notice: false,
        king_arms: keys.word(
            "ka",
            &[
                ("y", KingArms::Both),
                ("n", KingArms::None),
                ("a", KingArms::Anvil),
                ("h", KingArms::Hammer),
            ],
        )?,
        linnaean_capture: read_linnaean_capture(keys, &throne, &mut refusals)?,
        throne_stop: throne.stop,
        throne_pass: throne.pass,
        throne_hostile: throne.hostile,
        corner_stop: corners.stop,
        corner_hostile: corners.hostile,
        camps: read_camps(keys, size, &mut refusals)?,
        camps_hostile_to: CampsHostileTo::All,
        camps_pass: CampsPass::Nobody,
        captures: Captures::All,
        capture_optional: false,
        entering: Entering::Safe,
        immobilisation: false,
        shieldwall: formations.shieldwall,
        shieldwall_corner: formations.shieldwall_corner,
        exit_fort: formations.exit_fort,
        encirclement: formations.encirclement,
        repetition: read_repetition(keys, &mut refusals)?,
        quiet_limit: None,
        ply_limit: if size > 11 { 1024 } else { 512 },
        stuck: Stuck::Loss,
    };
    Ok((rules, refusals))
}

fn read_start(keys: &Keys) -> Result<Grid, RulesRecordError> {
    let dim = keys.given("dim").ok_or(RulesRecordError::Missing("dim"))?;
    let board = match (keys.given("start"), keys.given("starti")) {
        (Some(record), None) => Grid::from_record(record)?,
        (None, Some(record)) => Grid::from_record(record)?.inverted(),
        (None, None) => return Err(RulesRecordError::Missing("start")),
        (Some(_), Some(_)) => return Err(keys.refused("starti", "there is `start` already")),
    };
    if dim.parse() == Ok(board.size) {
        Ok(board)
    } else {
        Err(keys.wrong("dim", &format!("{}, as the start position has rows", board.size)))
    }
}

/// Jumping kings and berserk moves. How pieces jump that are on no board of ours does not matter.
fn refuse_other_pieces(keys: &Keys, refusals: &mut Refusals) -> Result<(), RulesRecordError> {
    let jumps = [("n", false), ("r", true), ("j", true), ("c", true)];
    for key in ["nj", "cj", "mj", "gj"] {
        keys.word(key, &jumps)?;
    }
    if keys.word("kj", &jumps)? {
        refusals.push(Refusal { switches: &[], error: keys.refused("kj", "no piece jumps") });
    }
    if keys.word("ber", &[("n", false), ("c", true), ("m", true)])? {
        let error = keys.refused("ber", "a turn is one move");
        refusals.push(Refusal { switches: &[], error });
    }
    Ok(())
}

fn read_goal(
    keys: &Keys,
    corners: &Corners,
    refusals: &mut Refusals,
) -> Result<Goal, RulesRecordError> {
    let goal = keys.word("esc", &[("c", Goal::Corner), ("e", Goal::Edge)])?;
    if goal == Goal::Corner && !corners.exist {
        let error = keys.refused("cor", "the king is to escape to a corner, and there is none");
        refusals.push(Refusal { switches: &["goal"], error });
    }
    Ok(goal)
}

fn read_king_capture(
    keys: &Keys,
    throne: &Throne,
    refusals: &mut Refusals,
) -> Result<KingCapture, RulesRecordError> {
    let strengths = [
        ("s", Some(KingCapture::Four)),
        ("y", Some(KingCapture::Four)),
        ("w", Some(KingCapture::Two)),
        ("n", Some(KingCapture::Two)),
        ("c", Some(KingCapture::Linnaean)),
        ("m", None),
    ];
    let mut refuse = |reason| {
        let error = keys.refused("ks", reason);
        refusals.push(Refusal { switches: &["king_capture"], error });
    };
    Ok(match keys.word("ks", &strengths)? {
        // Without a centre there is no place where he would be strong.
        Some(KingCapture::Linnaean) if !throne.exists => KingCapture::Two,
        Some(KingCapture::Linnaean) => {
            if throne.hostile.king != Some(ThroneState::Empty) {
                refuse(
                    "the throne must close the fourth side beside it while it is empty, \
                        and only then (K in cenhe, not in cenh)",
                );
            }
            KingCapture::Linnaean
        }
        Some(capture) => capture,
        None => {
            refuse("a king who can be taken against the edge is not known");
            KingCapture::Four
        }
    })
}

fn read_linnaean_capture(
    keys: &Keys,
    throne: &Throne,
    refusals: &mut Refusals,
) -> Result<LinnaeanCapture, RulesRecordError> {
    let wanted = yes(keys, "linc")?;
    if wanted && !throne.exists {
        let error = keys.refused("linc", "it needs a throne, and `cen:` says that there is none");
        refusals.push(Refusal { switches: &["linnaean_capture"], error });
    }
    Ok(if wanted { LinnaeanCapture::AnyMan } else { LinnaeanCapture::Off })
}

fn read_repetition(keys: &Keys, refusals: &mut Refusals) -> Result<Repetition, RulesRecordError> {
    let repeated = |count, result| Some(Repetition::ends(count, result));
    let results = [
        ("d", repeated(3, RepetitionResult::Draw)),
        ("l", repeated(3, RepetitionResult::Loss)),
        ("i", repeated(NEVER, RepetitionResult::Draw)),
        ("w", None),
    ];
    Ok(keys.word("tfr", &results)?.unwrap_or_else(|| {
        let error = keys.refused("tfr", "nobody wins by repeating a position");
        refusals.push(Refusal { switches: &["repetition"], error });
        Repetition::ends(3, RepetitionResult::Draw)
    }))
}

/// The reach of men and of the king. OpenTafl's order is t c n k m g, then the same in capitals;
/// old files have 8 numbers (t c n k) or 10 (t c n k m).
fn read_speeds(
    keys: &Keys,
    refusals: &mut Refusals,
) -> Result<(Option<u32>, Option<u32>), RulesRecordError> {
    let form = "1, 2, 8, 10 or 12 numbers from 1 on, or -1 for no limit";
    let numbers = keys.get("spd").split(',').filter(|number| !number.is_empty());
    let speeds: Option<Vec<Option<u32>>> = numbers
        .map(|number| match number.parse::<i64>().ok()? {
            -1 => Some(None),
            // From one rim to the other are 18 squares at most.
            speed => u32::try_from(speed).ok().filter(|n| *n > 0).map(|n| (n <= 18).then_some(n)),
        })
        .collect();
    let speeds = speeds.ok_or_else(|| keys.wrong("spd", form))?;
    let of = |piece| match (speeds.len(), piece) {
        (1, _) | (2, Piece::Attacker) => Some(speeds[0]),
        (2, _) => Some(speeds[1]),
        (8 | 10 | 12, Piece::Attacker) => Some(speeds[0]),
        (8 | 10 | 12, Piece::Defender) => Some(speeds[speeds.len() / 2]),
        (8 | 10 | 12, Piece::King) => Some(speeds[speeds.len() / 2 + 3]),
        _ => None,
    };
    match Piece::ALL.map(of) {
        [Some(attackers), Some(defenders), Some(king)] => {
            if attackers != defenders {
                let error = keys.refused("spd", "the men of both sides reach equally far");
                refusals.push(Refusal { switches: &["men_reach"], error });
            }
            Ok((attackers, king))
        }
        _ => Err(keys.wrong("spd", form)),
    }
}

fn yes(keys: &Keys, key: &str) -> Result<bool, RulesRecordError> {
    keys.word(key, &[("y", true), ("n", false)])
}

/// A name for the rule set: marked as imported, in the letters that a name may have.
fn short_name(title: &str) -> String {
    let plain = |letter: char| match letter.to_ascii_lowercase() {
        letter if letter.is_ascii_lowercase() || letter.is_ascii_digit() => letter,
        _ => '-',
    };
    let letters: String = title.chars().take(60).map(plain).collect();
    let words = letters.split('-').filter(|word| !word.is_empty());
    ["opentafl"].into_iter().chain(words).collect::<Vec<_>>().join("-")
}

fn source(without: &[Law]) -> String {
    let keys: Vec<_> = without.iter().map(|law| law.key()).collect();
    match keys[..] {
        [] => "OpenTafl rules record".to_owned(),
        _ => format!("OpenTafl rules record, without {}", keys.join(", ")),
    }
}

/// Switches that do not come from the record.
fn house_rules(without: &[Law]) -> Vec<String> {
    let laws = without.iter().map(|law| law.switch());
    ["ply_limit"].into_iter().chain(laws).map(str::to_owned).collect()
}
