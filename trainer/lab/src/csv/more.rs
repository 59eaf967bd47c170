//! The tables that not every report has: strength, switches, coalitions, handicaps and bids.

mod surface;

use std::io;

use super::{figure, header, number, written};
use crate::{BalanceReport, Fairness};
use imperial_stats::{Comparison, Estimate};

/// A table with the name of its file.
pub type NamedTable = (&'static str, Vec<u8>);

impl BalanceReport {
    /// The further tables, those without rows left out. Shares and scores run from 0 to 1, effects are
    /// differences of them; `low` and `high` are the ends of intervals.
    ///
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

    fn strength_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "rules,agent,elo,elo_low,elo_high,attack,attack_low,attack_high,defence,defence_low,\
             defence_high,attackers_score,attackers_score_low,attackers_score_high,\
             own_side_advantage,own_side_advantage_low,own_side_advantage_high,\
             pool_mean_side_advantage,pool_mean_side_advantage_low,pool_mean_side_advantage_high",
        );
        for curve in &self.curves {
            rows.extend(curve.points.iter().map(|point| {
                let figures = [point.elo, point.attack, point.defence, point.score];
                let mut row = row(&[&curve.rules, &point.agent], &figures);
                row.extend(optional_figure(point.side_advantage));
                row.extend(optional_figure(Some(curve.pool_mean)));
                row
            }));
        }
        rows
    }

    fn proven_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header("rules,agent,nodes,openings,attackers_proven,defenders_proven");
        rows.extend(self.proven.iter().map(|one| {
            let counts = [one.nodes, one.openings, one.proven.attackers, one.proven.defenders];
            let names = [one.rules.clone(), one.agent.clone()].into_iter();
            names.chain(counts.map(|count| count.to_string())).collect()
        }));
        rows
    }

    fn response_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "rules,side,agent,against,games,attackers_score,attackers_score_low,attackers_score_high",
        );
        rows.extend(self.responses.iter().map(|one| {
            let (side, games) = (one.side.name().to_owned(), one.games.to_string());
            row(&[&one.rules, &side, &one.agent, &one.against, &games], &[one.score])
        }));
        rows
    }

    fn switch_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "from,to,agent,switch,keys,effect,effect_low,effect_high,p,p_holm,first,first_low,\
                 first_high,last,last_low,last_high",
        );
        for attribution in &self.attributions {
            rows.extend(attribution.switches.iter().map(|switch| {
                let keys = switch.keys.join(" ");
                let names =
                    [&attribution.from, &attribution.to, &attribution.agent, &switch.name, &keys];
                let mut row = row(&names, &[switch.effect]);
                row.extend([switch.p, switch.p_holm].map(number));
                row.extend([switch.first, switch.last].into_iter().flat_map(optional_figure));
                row
            }));
        }
        rows
    }

    fn effect_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "from,to,strength,knowledge,switch,trainings,each,effect,effect_low,effect_high,p,p_holm,grade",
        );
        for one in &self.effects {
            rows.extend(one.switches.iter().chain([&one.total]).map(|effect| {
                let each: Vec<String> =
                    effect.trainings.iter().map(|training| number(training.value)).collect();
                let pooled = effect.effect.as_ref();
                let mut row = vec![
                    one.from.clone(),
                    one.to.clone(),
                    one.strength.clone(),
                    one.knowledge.name().to_owned(),
                    if effect.name.is_empty() { "all".to_owned() } else { effect.name.clone() },
                    effect.trainings.len().to_string(),
                    each.join(";"),
                ];
                row.extend(optional_figure(pooled.map(|effect| effect.difference)));
                let text = |of: fn(&Comparison) -> String| pooled.map(of).unwrap_or_default();
                row.push(text(|effect| number(effect.p)));
                row.push(text(|effect| number(effect.p_holm)));
                row.push(text(|effect| effect.conclusion().word().to_owned()));
                row
            }));
        }
        rows
    }

    fn coalition_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header("from,to,agent,rules,flipped,games,score,score_low,score_high");
        for attribution in &self.attributions {
            rows.extend(attribution.coalitions.iter().map(|coalition| {
                let (flipped, games) = (coalition.flipped.join("; "), coalition.games.to_string());
                let names = [
                    &attribution.from,
                    &attribution.to,
                    &attribution.agent,
                    &coalition.rules,
                    &flipped,
                    &games,
                ];
                row(&names, &[coalition.score])
            }));
        }
        rows
    }

    fn fairness_rows(&self) -> Vec<Vec<String>> {
        let mut rows = header(
            "rules,agent,kind,weakened,playouts,plies,games,attackers_score,attackers_score_low,\
             attackers_score_high",
        );
        rows.extend(self.fairness.iter().flat_map(handicap_rows));
        rows.extend(self.fairness.iter().flat_map(bid_rows));
        rows
    }
}

fn handicap_rows(fairness: &Fairness) -> Vec<Vec<String>> {
    let Some(handicap) = &fairness.handicap else { return Vec::new() };
    let side = handicap.weakened.name().to_owned();
    let rows = handicap.points.iter().map(|point| {
        let (kind, playouts, games) =
            ("handicap".to_owned(), point.playouts.to_string(), point.games.to_string());
        let none = String::new();
        let names = [&fairness.rules, &fairness.agent, &kind, &side, &playouts, &none, &games];
        row(&names, &[point.score])
    });
    rows.collect()
}

fn bid_rows(fairness: &Fairness) -> Vec<Vec<String>> {
    let Some(bid) = &fairness.bid else { return Vec::new() };
    let rows = bid.points.iter().map(|point| {
        let (kind, plies) = ("bid".to_owned(), point.plies.to_string());
        let none = String::new();
        let names = [&fairness.rules, &fairness.agent, &kind, &none, &none, &plies, &none];
        row(&names, &[point.score])
    });
    rows.collect()
}

fn row(names: &[&String], figures: &[Estimate]) -> Vec<String> {
    let mut row: Vec<String> = names.iter().map(|name| (*name).clone()).collect();
    row.extend(figures.iter().flat_map(|one| figure(*one)));
    row
}

/// Three columns, empty where there is no figure.
fn optional_figure(estimate: Option<Estimate>) -> [String; 3] {
    estimate.map(figure).unwrap_or_default()
}
