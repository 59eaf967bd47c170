//! Which switch makes the difference, in sentences.

use super::super::text::{percent, points, points_range};
use super::super::{Attribution, Evidence, Orders, SwitchEffect};
use super::{Headline, Topic};

/// Switches that are told.
const TOLD: usize = 3;
/// The headlines of an attribution: the switches with the largest effects, the largest interaction,
/// and what was left out. What is less probable than `alpha` by chance alone is called shown.
pub(super) fn headlines(attribution: &Attribution, alpha: f64) -> Vec<Headline> {
    let mut lines = vec![effects(attribution, alpha)];
    lines.extend(interaction(attribution, alpha));
    lines.extend(refused(attribution));
    lines
}

fn effects(attribution: &Attribution, alpha: f64) -> Headline {
    let Attribution { agent, from, to, total, .. } = attribution;
    let (shown, others): (Vec<_>, Vec<_>) =
        attribution.switches.iter().partition(|switch| switch.p_holm < alpha);
    let parts: Vec<String> = shown.iter().take(TOLD).map(|switch| effect(switch)).collect();
    let causes = if parts.is_empty() {
        "no switch is shown to have an effect".to_owned()
    } else {
        let are = if parts.len() == 1 { "effect is" } else { "effects are" };
        format!("the largest {are} {}", parts.join(", "))
    };
    let rest = match (shown.len().saturating_sub(TOLD), others.len()) {
        (0, 0) => String::new(),
        (0, unknown) => format!("; of the other {unknown} no effect is shown"),
        (1, unknown) => format!("; one more is shown to have an effect, {unknown} are not"),
        (more, unknown) => format!("; {more} more are shown to have an effect, {unknown} are not"),
    };
    let orders = match attribution.orders {
        Orders::All => "all orders of flipping them".to_owned(),
        Orders::Sampled(number) => format!("{number} drawn orders of flipping them"),
    };
    Headline {
        topic: Topic::Switch,
        evidence: Some(if shown.is_empty() { Evidence::Open } else { Evidence::Shown }),
        text: format!(
            "From {from} to {to} the attackers' score of {agent} changes by {} points ({}); {causes}{rest} \
             (Shapley values over {orders}).",
            points(total.value),
            points_range(*total)
        ),
    }
}

fn effect(switch: &SwitchEffect) -> String {
    format!("{} {} ({})", switch.name, points(switch.effect.value), points_range(switch.effect))
}

fn interaction(attribution: &Attribution, alpha: f64) -> Option<Headline> {
    let pair = attribution.interactions.first()?;
    let known = !pair.effect.interval().contains(0.0);
    let (evidence, chance) = if pair.p_holm < alpha {
        (Evidence::Shown, "")
    } else {
        (Evidence::Suggested, "; among so many pairs that can be chance")
    };
    known.then(|| Headline {
        topic: Topic::Switch,
        evidence: Some(evidence),
        text: format!(
            "The largest interaction is that of {} and {}: together they change the attackers' score by \
             {} points more than apart ({}){chance}.",
            pair.first,
            pair.second,
            points(pair.effect.value),
            points_range(pair.effect)
        ),
    })
}

fn refused(attribution: &Attribution) -> Option<Headline> {
    let first = attribution.refused.first()?;
    let number = attribution.refused.len();
    let share = number as f64 / (number + attribution.coalitions.len()) as f64;
    Some(Headline {
        topic: Topic::Caution,
        evidence: None,
        text: format!(
            "{number} combinations of switches ({} %) contradict themselves and were left out, with all \
             orders through them; one is {}: {}.",
            percent(share),
            first.flipped.join(" with "),
            first.reason
        ),
    })
}
