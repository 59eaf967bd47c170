//! A hunt rule set in sentences.

use imperial_engine::games::hunt::{Chain, Compulsory, HuntRules, Lines, Trapped, Way};
use imperial_engine::games::rule_text::Stuck;
use imperial_engine::{Naming, Side, SideName};

use super::shared::{first_to_move, limits};

/// The laws of a hunt rule set, one sentence each. Switches that do nothing are left out.
pub(super) fn sentences(rules: &HuntRules) -> Vec<String> {
    let mut laws = vec![first_to_move(rules.first, &rules.sides)];
    laws.extend(hands(rules));
    laws.push(many_move(rules));
    laws.push(few_move(rules));
    if rules.few_capture {
        laws.push(chain(rules));
        laws.extend(compulsory(rules));
    }
    laws.extend(wins(rules));
    laws.extend(trapped(rules));
    laws.push(match rules.stuck {
        Stuck::Loss => "The side to move loses when it has no legal move.".to_owned(),
        Stuck::Draw => "The game is drawn when the side to move has no legal move.".to_owned(),
    });
    laws.push(format!(
        "The game is drawn when a position occurs {} times.",
        rules.repetition.count
    ));
    laws.push(limits(None, rules.ply_limit, "a capture"));
    laws
}

/// What a side is called, by its pieces on the board and in hand.
fn called(rules: &HuntRules, side: Side) -> SideName<'_> {
    let (letter, hand) = match side {
        Side::Attackers => ('g', rules.hand_many),
        Side::Defenders => ('f', rules.hand_few),
    };
    let pieces = rules.setup.matches(letter).count() as u32 + hand;
    SideName::of_pieces(&rules.sides[side], pieces)
}

fn hands(rules: &HuntRules) -> Vec<String> {
    let hands = [(rules.hand_many, Side::Attackers), (rules.hand_few, Side::Defenders)];
    let hand = |(number, side): (u32, Side)| {
        let who = rules.sides.the(side);
        let pieces = match number {
            0 => return None,
            1 => "1 piece".to_owned(),
            number => format!("{number} pieces, one a turn,"),
        };
        Some(format!("Before moving, {who} must place {pieces} on any empty point."))
    };
    hands.into_iter().filter_map(hand).collect()
}

fn many_move(rules: &HuntRules) -> String {
    let all = [Way::Forward, Way::Sideways, Way::Backward];
    let allowed = all.into_iter().filter(|way| rules.many_ways.contains(way));
    let ways: Vec<&str> = allowed.map(word).collect();
    let ways = match ways[..] {
        [_, _, _] => "any way".to_owned(),
        _ => format!("{} only", ways.join(" or ")),
    };
    let (many, along) = (rules.sides.heading(Side::Attackers), along(rules.many_lines));
    format!("{many} may step to the next empty point, {ways}{along}.")
}

const fn word(way: Way) -> &'static str {
    match way {
        Way::Forward => "forward",
        Way::Sideways => "sideways",
        Way::Backward => "backward",
    }
}

const fn along(lines: Lines) -> &'static str {
    match lines {
        Lines::All => "",
        Lines::Orthogonal => ", along ranks and files",
    }
}

fn few_move(rules: &HuntRules) -> String {
    let captures = match rules.few_capture {
        true => {
            "step any way, or jump over one of the others to the empty point behind, and take it"
        }
        false => "step any way, and capture nothing",
    };
    format!("{} may {captures}{}.", rules.sides.heading(Side::Defenders), along(rules.few_lines))
}

fn chain(rules: &HuntRules) -> String {
    match rules.chain {
        Chain::Single => "A turn has one jump.",
        Chain::Optional => "The same piece may jump on in its turn, and stop when it likes.",
        Chain::Forced => "The same piece must jump on in its turn as long as it can.",
    }
    .to_owned()
}

fn compulsory(rules: &HuntRules) -> Option<String> {
    match rules.compulsory {
        Compulsory::No => None,
        Compulsory::Yes => Some("Who can capture must, with any piece and in any way.".to_owned()),
        Compulsory::Huff => {
            let few = called(rules, Side::Defenders);
            Some(match few.naming {
                Naming::One => {
                    format!("After a step, {} is taken off if it could have captured.", few.the())
                }
                Naming::Many | Naming::Player => format!(
                    "After a step, each of {} that could have captured is taken off.",
                    few.pieces()
                ),
            })
        }
    }
}

fn wins(rules: &HuntRules) -> Vec<String> {
    let [many, few] = Side::ALL.map(|side| rules.sides.heading(side));
    let mut laws = Vec::new();
    // Where the trapped are taken off, that law says what becomes of the last one.
    if rules.few_capture && rules.compulsory == Compulsory::Huff && rules.trapped == Trapped::Stays
    {
        let [many, few] = Side::ALL.map(|side| called(rules, side));
        laws.push(format!("{} when {}.", many.sentence("win"), few.gone()));
    }
    if !rules.many_goal.is_empty() {
        laws.push(format!("{many} can win by filling {}.", rules.many_goal.join(", ")));
    }
    if rules.few_win_captures > 0 {
        let captures = match rules.few_win_captures {
            1 => "1 capture".to_owned(),
            number => format!("{number} captures"),
        };
        laws.push(format!("{few} can win by {captures}."));
    }
    if !rules.few_goal.is_empty() {
        laws.push(format!("{few} can win by reaching {}.", rules.few_goal.join(" or ")));
    }
    laws
}

fn trapped(rules: &HuntRules) -> Option<String> {
    let [many, few] = Side::ALL.map(|side| called(rules, side));
    let law = || match few.naming {
        Naming::One => format!(
            "{} is taken off when it cannot move after a ply of {}; then {}.",
            few.heading(),
            many.the(),
            many.does("win")
        ),
        Naming::Many | Naming::Player => format!(
            "Any of {} that cannot move after a ply of {} is taken off; with none left, the game is lost.",
            few.pieces(),
            many.the()
        ),
    };
    (rules.trapped == Trapped::Removed).then(law)
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog;

    use super::*;

    #[test]
    fn laws_say_what_the_switches_do() {
        let laws = |name: &str| {
            let rules = HuntRules::from_toml(catalog::text(name).expect(name)).expect(name);
            sentences(&rules).join(" ")
        };
        let text = laws("fox-and-hounds");
        assert!(text.starts_with(
            "First to move: the hounds. The hounds may step to the next empty point, forward only."
        ));
        assert!(text.contains("capture nothing") && !text.contains("jump"), "{text}");
        let text = laws("fox-and-geese");
        assert!(
            text.contains("the fox must place 1 piece on") && text.contains("any way."),
            "{text}"
        );
        let text = laws("asalto");
        assert!(text.contains("The soldiers win when none of the officers is left."), "{text}");
        let text = laws("halatafl");
        assert!(text.contains("must jump on") && text.contains("Who can capture must"), "{text}");
    }

    #[test]
    fn a_side_of_one_piece_is_that_piece() {
        let laws = |more: &str| {
            let text = format!(
                "game = 'hunt'\nname = 'web'\ntitle = 'Web'\nsource = 'a test'\nboard = 'alquerque'\n\
                 sides = {{ attackers = 'ants', defenders = 'spider' }}\nsetup = 'ggggg/5/5/5/2f2'\n\
                 repetition = {{ count = 3, result = 'draw' }}\nply_limit = 1\nfew_win_captures = 1\n{more}"
            );
            sentences(&HuntRules::from_toml(&text).expect(more)).join(" ")
        };
        let text = laws("compulsory = 'huff'\n");
        for expected in [
            "After a step, the spider is taken off if it could have captured.",
            "The ants win when the spider is gone.",
            "The spider can win by 1 capture.",
            "a game is cut off after 1 ply.",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        let text = laws("trapped = 'removed'\n");
        let expected = "The spider is taken off when it cannot move after a ply of the ants; then the ants win.";
        assert!(text.contains(expected), "{text}");
    }
}
