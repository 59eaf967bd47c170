//! From a rule set to a rules record.

use imperial_engine::Side;
use imperial_engine::games::tafl::{
    Camps, CornerStop, Encirclement, ExitFort, Goal, KingArms, KingCapture, LinnaeanCapture, Piece,
    RepetitionResult, RuleSet, Shieldwall, Starter, ThroneState,
};

use super::extension;
use super::grid::Grid;
use super::keys::{ALL, RulesRecordError};
use super::kinds::Kinds;
use super::read_rules::{NEVER, read_plain};
use super::squares::camps_list;
use super::text::encode;

/// Most pieces that OpenTafl can hold.
const MOST_PIECES: usize = 254;

/// Writes a rule set as a rules record. `first` is the side that begins the game the record is
/// for; `None` leaves it to the rules (the attackers, where a lot decides).
///
/// OpenTafl's own keys say the nearest that they can; where that is not the whole truth, a key that
/// begins with [`EXTENSION`](super::EXTENSION) says the rest.
///
/// # Errors
/// When the rule set is not valid, or OpenTafl could not hold the board.
///
/// ```
/// use imperial_data::opentafl::{read_rules, write_rules};
/// use imperial_engine::catalog::AnyGame;
///
/// let game = AnyGame::by_name("imperial-contest").expect("is embedded");
/// let rules = game.tafl_rules().expect("is a tafl game");
/// let record = write_rules(rules, None)?;
/// assert!(record.contains(" x-imperial-captures:one "));
/// assert_eq!(&read_rules(&record, &[])?.rules, rules);
/// # Ok::<(), imperial_data::opentafl::RulesRecordError>(())
/// ```
pub fn write_rules(rules: &RuleSet, first: Option<Side>) -> Result<String, RulesRecordError> {
    rules.check()?;
    let board = Grid::from_drawing(&rules.setup)?;
    if board.pieces() > MOST_PIECES {
        return Err(RulesRecordError::Refused {
            key: "start".to_owned(),
            value: board.record(),
            reason: format!("OpenTafl holds {MOST_PIECES} pieces at most"),
        });
    }
    let mut tokens = vec![format!("dim:{}", board.size)];
    tokens.extend(laws(rules, first).map(|(key, value)| format!("{key}:{value}")));
    let start = format!("start:{}", board.record());
    let (said, unsaid) = read_plain(&format!("{} {start}", tokens.join(" ")))?;
    tokens.extend(extension::difference(rules, &said, &unsaid));
    tokens.push(start);
    Ok(tokens.join(" "))
}

/// OpenTafl's keys between `dim` and `start`.
fn laws(rules: &RuleSet, first: Option<Side>) -> impl Iterator<Item = (&'static str, String)> {
    let yes = |yes| if yes { "y" } else { "n" }.to_owned();
    let first = match (first, rules.first) {
        (Some(side), _) => side,
        (None, Starter::Defenders) => Side::Defenders,
        (None, Starter::Attackers | Starter::Lot) => Side::Attackers,
    };
    let mut keys = vec![
        ("name", encode(&rules.title)),
        ("esc", if rules.goal == Goal::Corner { "c" } else { "e" }.to_owned()),
        ("surf", yes(rules.encirclement != Encirclement::Off)),
        ("atkf", yes(first == Side::Attackers)),
        ("tfr", repetition(rules).to_owned()),
        ("ka", king_arms(rules.king_arms).to_owned()),
        ("ks", king_capture(rules.king_capture).to_owned()),
    ];
    if (rules.men_reach, rules.king_reach) != (None, None) {
        keys.push(("spd", speeds(rules)));
    }
    keys.extend(throne(rules));
    keys.extend(corners(rules));
    keys.extend(camps(rules.camps));
    if rules.shieldwall != Shieldwall::Off {
        let strength = if rules.shieldwall_corner { "s" } else { "w" };
        let flank = yes(rules.shieldwall == Shieldwall::Flank);
        keys.extend([("sw", strength.to_owned()), ("swf", flank)]);
    }
    keys.push(("efe", yes(rules.exit_fort != ExitFort::Off)));
    keys.push(("linc", yes(rules.linnaean_capture == LinnaeanCapture::AnyMan)));
    keys.into_iter()
}

fn repetition(rules: &RuleSet) -> &'static str {
    match rules.repetition.result {
        _ if rules.repetition.count.is_some_and(|count| count >= NEVER) => "i",
        RepetitionResult::Loss => "l",
        RepetitionResult::Draw
        | RepetitionResult::Defenders
        | RepetitionResult::DefendersOwn
        | RepetitionResult::Banned => "d",
    }
}

const fn king_arms(arms: KingArms) -> &'static str {
    match arms {
        KingArms::Both => "y",
        KingArms::None => "n",
        KingArms::Anvil => "a",
        KingArms::Hammer => "h",
    }
}

const fn king_capture(capture: KingCapture) -> &'static str {
    match capture {
        KingCapture::Four | KingCapture::Enclosed => "s",
        KingCapture::Two => "w",
        KingCapture::Linnaean => "c",
    }
}

/// All twelve numbers: OpenTafl misreads shorter lists.
fn speeds(rules: &RuleSet) -> String {
    let number = |reach: Option<u32>| reach.map_or_else(|| "-1".to_owned(), |n| n.to_string());
    let (men, king) = (number(rules.men_reach), number(rules.king_reach));
    let side = |king: &str| [&men, "-1", "-1", king, "-1", "-1"].join(",");
    format!("{},{}", side("-1"), side(&king))
}

/// The throne; an ordinary square is no centre to OpenTafl.
fn throne(rules: &RuleSet) -> Vec<(&'static str, String)> {
    let rights = [rules.throne_stop, rules.throne_pass];
    let [stop, pass] = rights.map(|right| Kinds::of(|piece| right.includes(piece)));
    let empty = Kinds::of(|piece| rules.throne_hostile.to(piece).is_some());
    let always = Kinds::of(|piece| rules.throne_hostile.to(piece) == Some(ThroneState::Always));
    let ordinary = stop == Kinds::ALL && pass == Kinds::ALL && empty == Kinds::NONE;
    let named = rules.king_capture == KingCapture::Linnaean
        || rules.linnaean_capture == LinnaeanCapture::AnyMan;
    if ordinary && !named {
        return vec![("cen", String::new())];
    }
    vec![
        ("cens", stop.write()),
        ("cenp", pass.write()),
        ("cenh", always.write()),
        ("cenhe", empty.write()),
    ]
}

/// The corners; ordinary squares are no corners to OpenTafl.
fn corners(rules: &RuleSet) -> Vec<(&'static str, String)> {
    let stop = match rules.corner_stop {
        CornerStop::Anyone => Kinds::ALL,
        CornerStop::King => Kinds::KING,
    };
    let hostile = Kinds::of(|piece| rules.corner_hostile.contains(&piece));
    if rules.goal != Goal::Corner && stop == Kinds::ALL && hostile == Kinds::NONE {
        return vec![("cor", String::new())];
    }
    vec![("cors", stop.write()), ("corh", hostile.write())]
}

/// Camps as forts of the attackers. `home` camps are only nearly so: OpenTafl knows neither groups
/// of forts nor single ones that are not hostile.
fn camps(camps: Camps) -> Vec<(&'static str, String)> {
    let attackers = Kinds::of(|piece| piece == Piece::Attacker);
    let (may, again, hostile) = match camps {
        Camps::None => return Vec::new(),
        Camps::Sealed => (Kinds::NONE, Kinds::ALL, Kinds::ALL),
        Camps::Home => (attackers, Kinds::NONE, Kinds::ALL),
    };
    let mut keys = vec![
        ("afor", camps_list()),
        ("aforp", may.write()),
        ("afors", may.write()),
        ("aforh", hostile.write()),
    ];
    if again != Kinds::ALL {
        // OpenTafl reads these keys together or not at all.
        let all = || ALL.to_owned();
        keys.extend([
            ("corre", all()),
            ("cenre", all()),
            ("aforre", again.write()),
            ("dforre", all()),
        ]);
    }
    keys
}
