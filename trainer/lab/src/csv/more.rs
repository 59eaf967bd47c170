//! The tables that not every report has: strength, switches, coalitions, handicaps and bids.

mod surface;
mod trainings;

use std::io;

use super::{Rows, figure, number, optional_figure, row, table, written};
use crate::{
    Attribution, BalanceReport, BestResponse, BidPoint, EffectTogether, EffectsTogether, Fairness,
    HandicapPoint, ProvenOpenings,
};

/// A table with the name of its file.
pub type NamedTable = (&'static str, Vec<u8>);

impl BalanceReport {
    /// The further tables, those without rows left out. Shares and scores run from 0 to 1, effects are
    /// differences of them; `low` and `high` are the ends of intervals.
    ///
    /// - `trainings.csv`: one row per rule set and strength, of all trainings of a recipe together; `each` has the score
    ///   of each training. Without three trainings there is no `score`.
    /// - `differences.csv`: one row per two rule sets and strength, the first score less the second, likewise.
    /// - `strength.csv`: one row per rule set and agent that met others; ratings in Elo. Its columns are
    ///   described in `docs/balance.md`.
    /// - `switches.csv`: one row per switch of each attribution.
    /// - `effects.csv`: one row per switch, and one for the whole difference, of all trainings of a recipe together;
    ///   `each` has the effect that each training found. Without three trainings there is no `effect`.
    /// - `coalitions.csv`: one row per rule set that an attribution played.
    /// - `fairness.csv`: one row per handicap and bid.
    /// - `proofs.csv`: one row per rule set whose openings were asked about.
    /// - `surface.csv`: one row per rule set, attackers' playouts, defenders' playouts and training, and one for all
    ///   trainings together, which have an interval from three on.
    /// - `skill.csv`: the same for what is read off a surface; its figures are named in `docs/balance.md`.
    /// - `responses.csv`: one row per rule set and network that learned to beat another.
    ///
    /// # Errors
    /// When a table cannot be formed, which no report gives a reason for.
    pub fn more_tables(&self) -> io::Result<Vec<NamedTable>> {
        let tables = [
            ("trainings.csv", self.training_rows()),
            ("differences.csv", self.difference_rows()),
            ("strength.csv", self.strength_rows()),
            ("switches.csv", self.switch_rows()),
            ("effects.csv", self.effect_rows()),
            ("coalitions.csv", self.coalition_rows()),
            ("fairness.csv", self.fairness_rows()),
            ("proofs.csv", self.proven_rows()),
            ("surface.csv", self.surface_rows()),
            ("skill.csv", self.skill_rows()),
            ("responses.csv", self.response_rows()),
        ];
        let filled = tables.into_iter().filter(|(_, rows)| rows.len() > 1);
        filled.map(|(name, rows)| Ok((name, written(rows)?))).collect()
    }

    fn strength_rows(&self) -> Rows {
        let rows = self.curves.iter().flat_map(|curve| {
            curve.points.iter().map(move |point| {
                let figures = [point.elo, point.attack, point.defence, point.score];
                let mut row = row(&[&curve.rules, &point.agent], &figures);
                row.extend(optional_figure(point.side_advantage));
                row.extend(figure(curve.pool_mean));
                row
            })
        });
        table(
            "rules,agent,elo,elo_low,elo_high,attack,attack_low,attack_high,defence,defence_low,\
             defence_high,attackers_score,attackers_score_low,attackers_score_high,\
             own_side_advantage,own_side_advantage_low,own_side_advantage_high,\
             pool_mean_side_advantage,pool_mean_side_advantage_low,pool_mean_side_advantage_high",
            rows,
        )
    }

    fn proven_rows(&self) -> Rows {
        let row = |one: &ProvenOpenings| {
            let counts = [one.nodes, one.openings, one.proven.attackers, one.proven.defenders];
            let names = [one.rules.clone(), one.agent.clone()].into_iter();
            names.chain(counts.map(|count| count.to_string())).collect()
        };
        let columns = "rules,agent,nodes,openings,attackers_proven,defenders_proven";
        table(columns, self.proven.iter().map(row))
    }

    fn response_rows(&self) -> Rows {
        let row = |one: &BestResponse| {
            let (side, games) = (one.side.name(), one.games.to_string());
            row(&[&one.rules, side, &one.agent, &one.against, &games], &[one.score])
        };
        table(
            "rules,side,agent,against,games,attackers_score,attackers_score_low,attackers_score_high",
            self.responses.iter().map(row),
        )
    }

    fn switch_rows(&self) -> Rows {
        let rows = self.attributions.iter().flat_map(
            |Attribution { from, to, agent, switches, .. }| {
                switches.iter().map(move |switch| {
                    let keys = switch.keys.join(" ");
                    let mut row = row(&[from, to, agent, &switch.name, &keys], &[switch.effect]);
                    row.extend([switch.p, switch.p_holm].map(number));
                    row.extend([switch.first, switch.last].into_iter().flat_map(optional_figure));
                    row
                })
            },
        );
        table(
            "from,to,agent,switch,keys,effect,effect_low,effect_high,p,p_holm,first,first_low,\
             first_high,last,last_low,last_high",
            rows,
        )
    }

    fn effect_rows(&self) -> Rows {
        let rows = self.effects.iter().flat_map(|one| {
            let all = one.switches.iter().chain([&one.total]);
            all.map(move |effect| effect_row(one, effect))
        });
        table(
            "from,to,strength,knowledge,switch,trainings,each,effect,effect_low,effect_high,p,p_holm,grade",
            rows,
        )
    }

    fn coalition_rows(&self) -> Rows {
        let rows = self.attributions.iter().flat_map(
            |Attribution { from, to, agent, coalitions, .. }| {
                coalitions.iter().map(move |one| {
                    let (flipped, games) = (one.flipped.join("; "), one.games.to_string());
                    row(&[from, to, agent, &one.rules, &flipped, &games], &[one.score])
                })
            },
        );
        table("from,to,agent,rules,flipped,games,score,score_low,score_high", rows)
    }

    fn fairness_rows(&self) -> Rows {
        let handicaps = self.fairness.iter().flat_map(handicap_rows);
        let bids = self.fairness.iter().flat_map(bid_rows);
        table(
            "rules,agent,kind,weakened,playouts,plies,games,attackers_score,attackers_score_low,\
             attackers_score_high",
            handicaps.chain(bids),
        )
    }
}

/// What all trainings show of a switch, or of the whole difference.
fn effect_row(of: &EffectsTogether, effect: &EffectTogether) -> Vec<String> {
    let name = if effect.name.is_empty() { "all" } else { &effect.name };
    let number_of = effect.trainings.len().to_string();
    let each: Vec<String> =
        effect.trainings.iter().map(|training| number(training.value)).collect();
    let names =
        [&of.from, &of.to, &of.strength, of.knowledge.name(), name, &number_of, &each.join(";")];
    let mut row = row(&names, &[]);
    let pooled = effect.effect.as_ref();
    row.extend(optional_figure(pooled.map(|effect| effect.difference)));
    row.extend(trainings::judged(pooled));
    row
}

fn handicap_rows(Fairness { rules, agent, handicap, .. }: &Fairness) -> Rows {
    let Some(handicap) = handicap else { return Rows::new() };
    let side = handicap.weakened.name();
    let of = |point: &HandicapPoint| {
        let (playouts, games) = (point.playouts.to_string(), point.games.to_string());
        row(&[rules, agent, "handicap", side, &playouts, "", &games], &[point.score])
    };
    handicap.points.iter().map(of).collect()
}

fn bid_rows(Fairness { rules, agent, bid, .. }: &Fairness) -> Rows {
    let points = bid.iter().flat_map(|bid| &bid.points);
    let of = |point: &BidPoint| {
        row(&[rules, agent, "bid", "", "", &point.plies.to_string(), ""], &[point.score])
    };
    points.map(of).collect()
}
