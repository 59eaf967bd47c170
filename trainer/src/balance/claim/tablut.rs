//! The question of arXiv 2604.05476: attackers won 65 % of Tablut to the corners; is it the rules?

use super::{Claim, Figure, Verdict, attackers_score, favours, is_even, told};
use crate::balance::{BalanceReport, CellReport, Comparison, Evidence};

const RULES: &str = "tablut-corner";

/// The verdict; `None` where the rule set was not played.
pub(super) fn judge(report: &BalanceReport) -> Option<Claim> {
    let cells: Vec<&CellReport> = report.cells_of(RULES).collect();
    let strongest = cells.last()?;
    let curve = report.curves.iter().find(|curve| curve.rules == RULES);
    let trend = report.trends.iter().find(|trend| trend.rules == RULES);
    let change = curve.map(|curve| &curve.slope).or(trend.map(|trend| &trend.score));
    let side = curve.map(|curve| curve.side_advantage);
    let mut figures: Vec<Figure> = cells.iter().map(|cell| attackers_score(cell)).collect();
    figures.extend(side.map(|estimate| Figure {
        name: "side advantage of the attackers between equal players, Elo".to_owned(),
        estimate,
    }));
    let verdict = verdict(strongest, change, side.is_none_or(|side| side.low > 0.0));
    Some(Claim {
        name: "tablut-corner-2026".to_owned(),
        source: "arXiv 2604.05476 (2026), AlphaZero on Tablut".to_owned(),
        statement: "Attackers won 65 % of the games of the strongest network. If the rules are the \
                    cause, and not that defence is harder to learn, better players do not lose that \
                    advantage."
            .to_owned(),
        rules: RULES.to_owned(),
        verdict,
        test: "Supported (the rules) when the strongest agent is shown to favour the attackers, no \
               fall of their score with strength is shown, and where agents played each other the \
               advantage of the attackers' side, with attack and defence rated apart, is above 0 \
               Elo. Contradicted (skill) when the strongest agent is shown to be balanced or to \
               favour the defenders. Open otherwise."
            .to_owned(),
        figures,
        text: text(verdict, strongest),
    })
}

/// `change` is that of the attackers' score with strength, `side` whether their side is shown to be
/// the better one between equal players.
fn verdict(strongest: &CellReport, change: Option<&Comparison>, side: bool) -> Verdict {
    let falls = |change: &Comparison| {
        change.evidence == Evidence::Shown && change.is_negative() && !change.equivalence.shown
    };
    if is_even(strongest) || favours(strongest, -1.0) {
        Verdict::Contradicted
    } else if favours(strongest, 1.0) && side && change.is_some_and(|change| !falls(change)) {
        Verdict::Supported
    } else {
        Verdict::Open
    }
}

fn text(verdict: Verdict, strongest: &CellReport) -> String {
    let found = match verdict {
        Verdict::Supported => "the rules explain it, since better players keep the advantage",
        Verdict::Contradicted => {
            "skill explains it, since the strongest agent has no such advantage"
        }
        Verdict::Open => "whether rules or skill explain it is open",
    };
    format!(
        "In 2026 attackers won 65 % of the games of Tablut to the corners: {found}; the attackers \
         score {}",
        told(strongest)
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{agent, cell, games};
    use super::super::super::{BalanceReport, Options};
    use super::*;

    fn of(weakest: u64, strongest: u64) -> Verdict {
        let cells =
            [(weakest, "random", 0), (strongest, "net", 1)].map(|(wins, name, strength)| {
                cell(RULES, agent(name, strength), games(wins, 0, 0, 2000 - wins))
            });
        let options = Options { resamples: 400, ..Options::default() };
        BalanceReport::new(cells.to_vec(), &options).claims.remove(0).verdict
    }

    #[test]
    fn the_strongest_and_the_trend_decide() {
        assert_eq!(of(1000, 1300), Verdict::Supported);
        assert_eq!(of(1300, 1300), Verdict::Supported);
        assert_eq!(of(1900, 1300), Verdict::Open, "the advantage shrinks and may vanish");
        assert_eq!(of(1300, 1000), Verdict::Contradicted);
        assert_eq!(of(1300, 500), Verdict::Contradicted);
    }
}
