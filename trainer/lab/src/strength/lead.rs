//! How far two agents are apart, and whether they were given in the right order.

use serde::{Deserialize, Serialize};

use super::StrengthCurve;
use imperial_stats::{Confidence, Estimate, JointFit, estimate_test, holm};

/// How far two agents are apart in the games of one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    /// The agent that comes first in the order given, which is from the weakest to the strongest.
    pub weaker: String,
    /// The agent that comes later in that order.
    pub stronger: String,
    /// How far the later agent is ahead, in Elo; negative where the games contradict the order.
    pub elo: Estimate,
    /// Probability of a lead this large, either way, between equal agents.
    pub p: f64,
    /// The same after Holm's correction for all pairs under the rule set.
    pub p_holm: f64,
}

impl Lead {
    /// Whether the agent that was given as the stronger is shown to be the weaker.
    pub fn contradicts_order(&self, confidence: Confidence) -> bool {
        self.elo.high < 0.0 && self.p_holm < confidence.alpha()
    }
}

impl StrengthCurve {
    /// The pairs that are shown to stand in the wrong order.
    pub fn contradictions(&self, confidence: Confidence) -> impl Iterator<Item = &Lead> {
        self.leads.iter().filter(move |lead| lead.contradicts_order(confidence))
    }
}

/// The leads of all pairs of the agents `names`, which stand in the order given and are numbered like
/// this in `fit`.
pub(super) fn leads(fit: &JointFit, names: &[&str], confidence: Confidence) -> Vec<Lead> {
    let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
    let lead = |(weaker, stronger): (usize, usize)| {
        let elo = fit.lead(stronger, weaker, confidence).ok()?.estimate();
        let p = estimate_test(elo, confidence);
        let [weaker, stronger] = [weaker, stronger].map(|agent| names[agent].to_owned());
        Some(Lead { weaker, stronger, elo, p, p_holm: p })
    };
    let mut leads: Vec<Lead> = pairs.filter_map(lead).collect();
    let corrected = holm(&leads.iter().map(|lead| lead.p).collect::<Vec<_>>());
    for (lead, p_holm) in leads.iter_mut().zip(corrected) {
        lead.p_holm = p_holm;
    }
    leads
}
