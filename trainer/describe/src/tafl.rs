//! Tafl rules in sentences.

use imperial_engine::games::tafl::{
    Camps, CampsHostileTo, CampsPass, Captures, CornerStop, Entering, Goal, KingArms, KingCapture,
    LinnaeanCapture, Piece, RepetitionResult, RuleSet, Starter, Stuck, ThroneRight, ThroneState,
};

use super::formations;
use super::shared::limits;

/// The laws of a tafl rule set, one sentence each. Switches that do nothing are left out.
pub(super) fn sentences(rules: &RuleSet) -> Vec<String> {
    let mut laws = vec![first(rules), movement(rules), goal(rules)];
    laws.extend(roads(rules));
    laws.push(king_capture(rules));
    laws.extend(notice(rules));
    laws.push(captures(rules));
    laws.extend(arms(rules));
    laws.extend(linnaean(rules));
    laws.push(throne(rules));
    laws.extend(throne_hostile(rules));
    laws.extend(corners(rules));
    laws.extend(camps(rules));
    laws.extend(rare(rules));
    laws.extend(formations::sentences(rules));
    laws.push(repetition(rules));
    laws.push(limits(rules.quiet_limit, rules.ply_limit, "a capture"));
    laws
}

fn first(rules: &RuleSet) -> String {
    match rules.first {
        Starter::Attackers => "The attackers move first.",
        Starter::Defenders => "The defenders move first.",
        Starter::Lot => "A lot decides who moves first.",
    }
    .to_owned()
}

fn movement(rules: &RuleSet) -> String {
    let reach = |reach: Option<u32>| match reach {
        None => "any distance".to_owned(),
        Some(1) => "one square".to_owned(),
        Some(squares) => format!("at most {squares} squares"),
    };
    format!(
        "Pieces move along ranks and files over empty squares: men {}, the king {}.",
        reach(rules.men_reach),
        reach(rules.king_reach)
    )
}

fn goal(rules: &RuleSet) -> String {
    match rules.goal {
        Goal::Edge => "The defenders win when the king reaches the edge.",
        Goal::Corner => "The defenders win when the king reaches a corner.",
        Goal::EdgeHeld => {
            "The defenders win when the king stands on the edge at the start of their turn."
        }
        Goal::EdgeRun => {
            "The defenders win when the king, standing on the edge, moves along the same side of it."
        }
    }
    .to_owned()
}

fn roads(rules: &RuleSet) -> Option<String> {
    let law = "They also win when the king has two clear lines to the edge after a move of theirs.";
    rules.two_roads.then(|| law.to_owned())
}

fn notice(rules: &RuleSet) -> Option<String> {
    let law = "A move that would take the king gives notice instead: he is lost unless he moves or \
               the next move of his side frees him.";
    rules.king_notice.then(|| law.to_owned())
}

fn king_capture(rules: &RuleSet) -> String {
    match rules.king_capture {
        KingCapture::Two => "The king is captured by two enemies on opposite sides, like a man.",
        KingCapture::Four => {
            "The king is captured by enemies on all four sides, never on the edge."
        }
        KingCapture::Linnaean => {
            "The king is captured by four attackers on the throne, by three beside it, by two \
             elsewhere."
        }
        KingCapture::Enclosed => {
            "The king is captured by attackers on all sides; the empty throne and the rim of the \
             board stand for attackers."
        }
    }
    .to_owned()
}

fn captures(rules: &RuleSet) -> String {
    let what = match rules.captures {
        Captures::All => "A move takes every man that it flanks",
        Captures::One => "A move takes at most one man of those that it flanks, as the mover picks",
    };
    let optional = if rules.capture_optional { "; capturing may be declined" } else { "" };
    format!("{what}{optional}.")
}

fn arms(rules: &RuleSet) -> Option<String> {
    let role = match rules.king_arms {
        KingArms::None => return Some("The king takes no part in captures.".to_owned()),
        KingArms::Hammer => "only as the piece that moves",
        KingArms::Anvil => "only as the piece that stands opposite",
        KingArms::Both => "like a man",
    };
    Some(format!("The king takes part in captures {role}."))
}

fn linnaean(rules: &RuleSet) -> Option<String> {
    let man = match rules.linnaean_capture {
        LinnaeanCapture::Off => return None,
        LinnaeanCapture::AnyMan => "a man",
        LinnaeanCapture::LastMan => "the defenders' last man",
    };
    Some(format!(
        "With the king on the throne and attackers on three sides of him, {man} on the fourth is \
         taken by an attacker beyond it."
    ))
}

fn who(right: ThroneRight) -> &'static str {
    match right {
        ThroneRight::Anyone => "Anyone",
        ThroneRight::King => "Only the king",
        ThroneRight::Nobody => "Nobody",
    }
}

fn throne(rules: &RuleSet) -> String {
    let (stop, pass) = (who(rules.throne_stop), who(rules.throne_pass));
    if stop == pass {
        format!("{stop} may stop on the empty throne or pass over it.")
    } else {
        format!(
            "{stop} may stop on the empty throne, but {} may pass over it.",
            pass.to_lowercase()
        )
    }
}

fn kind(piece: Piece) -> &'static str {
    match piece {
        Piece::Attacker => "attackers",
        Piece::Defender => "defenders",
        Piece::King => "the king",
    }
}

fn throne_hostile(rules: &RuleSet) -> Option<String> {
    let feared: Vec<String> = Piece::ALL
        .into_iter()
        .filter_map(|piece| {
            let when = match rules.throne_hostile.to(piece)? {
                ThroneState::Empty => "while it is empty",
                ThroneState::Always => "always",
            };
            Some(format!("{} {when}", kind(piece)))
        })
        .collect();
    (!feared.is_empty()).then(|| format!("The throne is hostile to {}.", feared.join("; to ")))
}

fn corners(rules: &RuleSet) -> Vec<String> {
    let mut laws = Vec::new();
    if rules.corner_stop == CornerStop::King {
        laws.push("Only the king may stop on a corner.".to_owned());
    }
    if !rules.corner_hostile.is_empty() {
        let feared: Vec<_> = rules.corner_hostile.iter().map(|piece| kind(*piece)).collect();
        laws.push(format!("The corners are hostile to {}.", feared.join(", ")));
    }
    laws
}

fn camps(rules: &RuleSet) -> Vec<String> {
    let kind = match rules.camps {
        Camps::None => None,
        Camps::Home => Some(
            "The squares where the attackers start are their camps: closed to all but attackers \
             that have not left them. They are hostile, but those in the middle of a side \
             are not hostile to attackers."
                .to_owned(),
        ),
        Camps::Sealed => Some(
            "The squares where the attackers start are closed once they are empty, and hostile."
                .to_owned(),
        ),
    };
    let mut laws: Vec<String> = kind.into_iter().collect();
    if rules.camps != Camps::None && rules.camps_hostile_to == CampsHostileTo::Enemies {
        laws.push("No camp is hostile to attackers.".to_owned());
    }
    if rules.camps != Camps::None && rules.camps_pass == CampsPass::Own {
        laws.push("Attackers may pass over the empty squares of any camp.".to_owned());
    }
    laws
}

fn rare(rules: &RuleSet) -> Vec<String> {
    let mut laws = Vec::new();
    if rules.entering == Entering::Suicide {
        laws.push("A man that moves between two enemies is taken.".to_owned());
    }
    if rules.immobilisation {
        laws.push("A piece that an enemy move leaves no free side is taken.".to_owned());
    }
    if rules.stuck == Stuck::Draw {
        laws.push("The game is drawn when the side to move has no legal move.".to_owned());
    } else {
        laws.push("The side to move loses when it has no legal move.".to_owned());
    }
    laws
}

fn repetition(rules: &RuleSet) -> String {
    let count = rules.repetition.count.map_or_else(String::new, |count| count.to_string());
    match rules.repetition.result {
        RepetitionResult::Draw => {
            format!("The game is drawn when a position occurs {count} times.")
        }
        RepetitionResult::Loss => {
            format!("The side that makes a position occur {count} times loses.")
        }
        RepetitionResult::Defenders => {
            format!("The defenders lose when a position occurs {count} times, whoever moved.")
        }
        RepetitionResult::DefendersOwn => format!(
            "Defenders who make a position occur {count} times lose; attackers who do so draw."
        ),
        RepetitionResult::Banned => {
            "The defenders may not bring back any earlier position.".to_owned()
        }
    }
}
