//! The claim of 1855: beginners favour the defenders, experts are even.

use super::{Claim, Verdict, attackers_score, favours, is_even, told};
use crate::balance::text::plain;
use crate::balance::{BalanceReport, CellReport};

const RULES: &str = "imperial-contest";

/// The verdict; `None` where the rule set was not played.
pub(super) fn judge(report: &BalanceReport) -> Option<Claim> {
    let cells: Vec<&CellReport> = report.cells_of(RULES).collect();
    let (weakest, strongest) = (cells.first()?, cells.last()?);
    let verdict = verdict(weakest, strongest);
    let margin = plain(report.options.equivalence);
    let figures = cells.iter().map(|cell| attackers_score(cell)).collect();
    Some(Claim {
        name: "sunday-times-1855".to_owned(),
        source: "The Sunday Times, London, 1855, on Imperial Contest".to_owned(),
        statement: "Between unskilled players the advantage is with the Russians (the defenders); \
                    as experience grows the parties become well balanced."
            .to_owned(),
        rules: RULES.to_owned(),
        verdict,
        test: format!(
            "Supported when the weakest agent is shown to favour the defenders and the strongest is \
             shown to be balanced within ±{margin} points (two one-sided tests), both after Holm's \
             correction. Contradicted when the weakest is shown to favour the attackers, when the \
             strongest is, or when the strongest is farther from balance than the weakest, all by \
             more than ±{margin} points or beyond their intervals. Open otherwise: an agent that is \
             not even yet may not be an expert."
        ),
        figures,
        text: text(verdict, weakest, strongest),
    })
}

fn verdict(weakest: &CellReport, strongest: &CellReport) -> Verdict {
    if weakest.agent == strongest.agent {
        return Verdict::Open;
    }
    if favours(weakest, 1.0) || favours(strongest, 1.0) || drifts_apart(weakest, strongest) {
        Verdict::Contradicted
    } else if favours(weakest, -1.0) && is_even(strongest) {
        Verdict::Supported
    } else {
        Verdict::Open
    }
}

/// Whether the strongest agent is farther from balance than the weakest, whatever the chance in
/// both.
fn drifts_apart(weakest: &CellReport, strongest: &CellReport) -> bool {
    let [near, far] = [strongest, weakest].map(|cell| cell.advantage.difference);
    let least = near.low.max(-near.high).max(0.0);
    let most = far.high.max(-far.low);
    weakest.is_reliable() && strongest.is_reliable() && least > most
}

fn text(verdict: Verdict, weakest: &CellReport, strongest: &CellReport) -> String {
    if weakest.agent == strongest.agent {
        return format!(
            "The claim of 1855 that Imperial Contest favours the defenders among beginners and is \
             even among experts is open: agents of several strengths are needed, {} alone played",
            weakest.agent
        );
    }
    let word = match verdict {
        Verdict::Supported => "supported",
        Verdict::Contradicted => "contradicted",
        Verdict::Open => "open",
    };
    let strong = match verdict {
        Verdict::Open if favours(strongest, -1.0) => {
            "; the strongest still favours the defenders and may not be an expert"
        }
        _ => "",
    };
    format!(
        "The claim of 1855 that Imperial Contest favours the defenders among beginners and is even \
         among experts is {word}: the attackers score {} and {}{strong}",
        told(weakest),
        told(strongest)
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agent, cell, games};
    use super::super::super::{BalanceReport, Options};
    use super::*;

    /// The verdict when the attackers win so many of 2000 games with the weakest and the strongest.
    fn of(weakest: u64, strongest: u64) -> Claim {
        let cells =
            [(weakest, "random", 0), (strongest, "net", 1)].map(|(wins, name, strength)| {
                cell(RULES, agent(name, strength), games(wins, 0, 0, 2000 - wins))
            });
        let options = Options { resamples: 400, ..Options::default() };
        BalanceReport::new(cells.to_vec(), &options).claims.remove(0)
    }

    #[test]
    fn beginners_and_experts_decide() {
        assert_eq!(of(100, 1000).verdict, Verdict::Supported);
        assert_eq!(of(100, 700).verdict, Verdict::Open, "may not be an expert");
        assert_eq!(of(980, 1000).verdict, Verdict::Open, "beginners are even too");
        assert_eq!(of(1500, 1000).verdict, Verdict::Contradicted, "beginners attack better");
        assert_eq!(of(100, 1400).verdict, Verdict::Contradicted, "experts favour the attackers");
        assert_eq!(of(700, 100).verdict, Verdict::Contradicted, "experience makes it worse");
    }

    #[test]
    fn the_claim_has_its_figures() {
        let claim = of(100, 700);
        assert_eq!(claim.figures.len(), 2);
        for part in
            ["is open: the attackers score 5.0 % (", " with random on both sides and 35.0 % ("]
        {
            assert!(claim.text.contains(part), "{}", claim.text);
        }
        let none = BalanceReport::new(Vec::new(), &Options::default());
        assert!(none.claims.is_empty());
        let one = vec![cell(RULES, agent("random", 0), games(1, 0, 0, 99))];
        let one = BalanceReport::new(one, &Options::default());
        assert!(one.claims[0].text.contains("several strengths"), "{}", one.claims[0].text);
    }
}
