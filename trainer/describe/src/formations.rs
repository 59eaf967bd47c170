//! The laws of rows, forts and rings in sentences.

use imperial_engine::games::tafl::{Encirclement, ExitFort, RuleSet, Shieldwall};

/// One sentence for each of these laws that a rule set has.
pub(super) fn sentences(rules: &RuleSet) -> Vec<String> {
    [shieldwall(rules), exit_fort(rules), encirclement(rules)].into_iter().flatten().collect()
}

fn shieldwall(rules: &RuleSet) -> Option<String> {
    let by = match rules.shieldwall {
        Shieldwall::Off => return None,
        Shieldwall::Flank => "at an end of it",
        Shieldwall::Any => "at an end or in front of it",
    };
    let corner = if rules.shieldwall_corner { "; a hostile corner closes one end" } else { "" };
    Some(format!(
        "A row of two or more along the edge, with enemies in front of all and at both ends, is \
         taken by a move that ends {by}{corner}."
    ))
}

fn exit_fort(rules: &RuleSet) -> Option<String> {
    let place = match rules.exit_fort {
        ExitFort::Off => return None,
        ExitFort::Edge => "on the edge",
        ExitFort::Reach => "in a room that touches the edge",
    };
    Some(format!(
        "The defenders win when the king, able to move, stands {place} in a fort that cannot be \
         broken."
    ))
}

fn encirclement(rules: &RuleSet) -> Option<String> {
    let ring = match rules.encirclement {
        Encirclement::Off => return None,
        Encirclement::Ring => "a closed ring",
        Encirclement::Firm => "a closed ring that cannot be broken",
    };
    Some(format!("The attackers win when they stand in {ring} around all defenders."))
}
