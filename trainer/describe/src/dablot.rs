//! A Dablot rule set in sentences.

use imperial_engine::games::dablot::{DablotRules, Promotion};
use imperial_engine::games::rule_text::Stuck;

use super::shared::{first_to_move, limits};

/// The laws of a Dablot rule set, one sentence each. Switches that do nothing are left out.
pub(super) fn sentences(rules: &DablotRules) -> Vec<String> {
    let mut laws = vec![
        first_to_move(rules.first, &rules.sides),
        movement(rules),
        captures(rules),
        ladder(rules),
    ];
    laws.extend(compulsory(rules));
    laws.extend(promotion(rules));
    laws.extend(actions(rules));
    laws.extend(ambush(rules));
    laws.push("A side loses when its leader is taken, or is its only piece.".to_owned());
    laws.push(match rules.stuck {
        Stuck::Loss => "The side to move loses when it has no legal move.".to_owned(),
        Stuck::Draw => "The game is drawn when the side to move has no legal move.".to_owned(),
    });
    laws.push(format!(
        "The game is drawn when a position occurs {} times.",
        rules.repetition.count
    ));
    laws.push(limits(rules.quiet_limit, rules.ply_limit, "a capture"));
    laws
}

fn movement(rules: &DablotRules) -> String {
    let men = if rules.men_back { "" } else { "; men neither step nor jump to a lower rank" };
    format!("A piece steps along a line to the next empty point, any way{men}.")
}

fn captures(rules: &DablotRules) -> String {
    let on = match rules.actions {
        1 => ", jumping on with the same piece as long as it likes",
        _ => "",
    };
    format!(
        "It captures an enemy of its own rank or a lower one by jumping over it to the empty point behind{on}."
    )
}

fn ladder(rules: &DablotRules) -> String {
    match rules.ladder {
        4 => "Ranks from the lowest: man, officer, son, leader.",
        _ => "Ranks from the lowest: man, officer and son alike, leader.",
    }
    .to_owned()
}

fn compulsory(rules: &DablotRules) -> Option<String> {
    let law = "When a man can capture, a man must; other pieces are not obliged.";
    rules.compulsory.then(|| law.to_owned())
}

fn promotion(rules: &DablotRules) -> Option<String> {
    let law = "A man that ends its move on the last rank becomes an officer";
    // Nobody has gone back where nobody can, and nobody has at the start.
    let has_backed = rules.men_back || rules.setup.contains(['N', 'n']);
    match rules.promotion {
        Promotion::None => None,
        Promotion::Unbacked if has_backed => {
            Some(format!("{law}, unless it has ever gone to a lower rank."))
        }
        Promotion::FarRank | Promotion::Unbacked => Some(format!("{law}.")),
    }
}

fn actions(rules: &DablotRules) -> Option<String> {
    let law = || {
        format!(
            "A turn has up to {} actions, each a step or a single jump, by any pieces.",
            rules.actions
        )
    };
    (rules.actions > 1).then(law)
}

fn ambush(rules: &DablotRules) -> Option<String> {
    let law = "Two or more pieces of lower rank, whose ranks together just reach an enemy's, may all jump over \
               it in one turn and take it.";
    rules.ambush.then(|| law.to_owned())
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog;

    use super::*;

    #[test]
    fn laws_say_what_the_switches_do() {
        let laws = |name: &str| {
            let rules = DablotRules::from_toml(catalog::text(name).expect(name)).expect(name);
            sentences(&rules).join(" ")
        };
        let text = laws("dablot");
        assert!(text.starts_with("A lot decides who moves first. A piece steps"), "{text}");
        assert!(!text.contains("becomes") && !text.contains("actions"), "{text}");
        let text = laws("dablot-mini-four-ranks");
        assert!(text.contains("man, officer, son, leader") && text.contains("becomes"), "{text}");
        assert!(text.contains("men neither step nor jump"), "{text}");
        let officer = catalog::text("dablot-mini-officer").expect("embedded");
        for (setting, is_said) in [("true", true), ("false", false)] {
            let text =
                officer.replacen("promotion =", &format!("men_back = {setting}\npromotion ="), 1);
            let text = sentences(&DablotRules::from_toml(&text).expect(setting)).join(" ");
            assert_eq!(text.contains("unless it has ever gone"), is_said, "{text}");
            assert!(text.contains("last rank becomes an officer"), "{text}");
        }
        let text = laws("dablot-mini-actions");
        assert!(text.contains("up to 3 actions") && !text.contains("jumping on"), "{text}");
    }
}
