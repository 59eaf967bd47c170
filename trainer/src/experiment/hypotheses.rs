//! Whether an experiment can judge its hypotheses, and where in its file one is wrong.

use std::path::Path;

use anyhow::anyhow;
use imperial_data::{LoadedRules, read_named_text};
use imperial_lab::BadHypothesis;

use super::Experiment;

/// An entry of an experiment that its games cannot judge.
#[derive(Debug, thiserror::Error)]
#[error("{bad}")]
pub struct WrongHypothesis {
    /// Its number among the entries, from 0.
    index: usize,
    #[source]
    bad: BadHypothesis,
}

impl Experiment {
    /// Checks that every hypothesis is about rule sets and agents that play.
    ///
    /// # Errors
    /// With the first entry that is not, or that has the name of another.
    pub fn check_hypotheses(&self, rules: &[LoadedRules]) -> Result<(), WrongHypothesis> {
        let rules: Vec<String> = rules.iter().map(|one| one.game.name().to_owned()).collect();
        let agents = self.compare.agents.iter().map(|entry| entry.agent.to_string());
        let people = self.compare.recorded.iter().filter_map(|entry| entry.agent.clone());
        let agents: Vec<String> = agents.chain(people).collect();
        for (index, hypothesis) in self.hypotheses.iter().enumerate() {
            let checked = hypothesis.check(&rules, &agents).and_then(|()| {
                let earlier = &self.hypotheses[..index];
                if earlier.iter().all(|other| other.name != hypothesis.name) {
                    return Ok(());
                }
                let problem = "is that of an earlier one; give each its own name".to_owned();
                Err(BadHypothesis { name: hypothesis.name.clone(), key: "name", problem })
            });
            checked.map_err(|bad| WrongHypothesis { index, bad })?;
        }
        Ok(())
    }
}

impl WrongHypothesis {
    /// The same with the file and the line of the key, as far as they can be found.
    pub fn located(self, file: Option<&Path>) -> anyhow::Error {
        let Some(file) = file else { return anyhow!("{}", self.bad) };
        let text = read_named_text(file).unwrap_or_default();
        match line_of(&text, self.index, self.bad.key) {
            Some(line) => anyhow!("`{}`, line {line}: {}", file.display(), self.bad),
            None => anyhow!("`{}`: {}", file.display(), self.bad),
        }
    }
}

/// The line, from 1, of a key of an entry; that of its heading where it lacks the key.
fn line_of(text: &str, index: usize, key: &str) -> Option<usize> {
    let is_heading = |line: &str| line.trim_start().starts_with("[[hypothesis]]");
    let lines = || text.lines().zip(1..);
    let (_, heading) = lines().filter(|(line, _)| is_heading(line)).nth(index)?;
    let own = lines().skip(heading).take_while(|(line, _)| !line.trim_start().starts_with("[["));
    let is_key = |line: &str| {
        line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    Some(own.into_iter().find(|(line, _)| is_key(line)).map_or(heading, |(_, line)| line))
}

#[cfg(test)]
mod tests {
    use imperial_lab::{AgentChoice, Predicate};
    use imperial_learn::settings::parse;

    use super::super::DEFAULT;
    use super::*;

    const ENTRY: &str = "[[hypothesis]]
name = \"press\"
statement = \"Beginners win more as defenders.\"
source = \"the press\"
rules = [\"imperial-contest\"]
agents = \"weakest\"
favours = \"defenders\"
";

    /// The default experiment without its own hypotheses.
    fn base() -> &'static str {
        DEFAULT.split("[[hypothesis]]").next().expect("a beginning")
    }

    /// An experiment with an entry in which one text is replaced by another.
    fn with(old: &str, new: &str) -> anyhow::Result<Experiment> {
        assert!(ENTRY.contains(old), "{old}");
        parse(&format!("{}\n{}", base(), ENTRY.replace(old, new)), "x.toml")
    }

    fn checked(old: &str, new: &str) -> String {
        let experiment = with(old, new).expect("it can be read");
        let rules = experiment.load_rules().expect("embedded rules");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.toml");
        std::fs::write(&file, ENTRY.replace(old, new)).expect("written");
        let wrong = experiment.check_hypotheses(&rules).expect_err("it cannot be judged");
        wrong.located(Some(&file)).to_string()
    }

    #[test]
    fn an_entry_is_read_and_kept() {
        let experiment = with("press", "press").expect("it can be read");
        let hypothesis = &experiment.hypotheses[0];
        assert_eq!(hypothesis.agents, AgentChoice::Weakest);
        assert_eq!(hypothesis.predicate, Predicate::Favours(imperial_engine::Side::Defenders));
        let rules = experiment.load_rules().expect("embedded rules");
        experiment.check_hypotheses(&rules).expect("it can be judged");
        let text = toml::to_string_pretty(&experiment).expect("TOML");
        assert_eq!(parse::<Experiment>(&text, "x.toml").expect("it comes back"), experiment);
        let other = with("\"weakest\"", "[\"random\"]").expect("it can be read");
        let (one, other) = (text, toml::to_string_pretty(&other).expect("TOML"));
        assert_ne!(one, other, "a run that holds one refuses the other");
    }

    #[test]
    fn every_predicate_is_read_and_written_back() {
        for (text, predicate) in [
            ("lower-than = 0.4", Predicate::LowerThan(0.4)),
            ("lower-than = \"brandubh\"", Predicate::LowerThanUnder("brandubh".to_owned())),
            ("longer-than = 60", Predicate::LongerThan(60.0)),
            ("longer-than = \"brandubh\"", Predicate::LongerThanUnder("brandubh".to_owned())),
            ("first-mover = \"favoured\"", Predicate::FirstMoverFavoured),
        ] {
            let experiment = with("favours = \"defenders\"", text).expect(text);
            assert_eq!(experiment.hypotheses[0].predicate, predicate);
            let text = toml::to_string_pretty(&experiment).expect("TOML");
            assert_eq!(parse::<Experiment>(&text, "x.toml").expect("it comes back"), experiment);
        }
    }

    #[test]
    fn entries_that_make_no_sense_are_named_with_their_line() {
        let first = base().lines().count() + 2;
        for (old, new, expected) in [
            ("favours = \"defenders\"", "", "give one of `favours`, `even-within`"),
            ("favours = \"defenders\"", "longer-than = -3", "above 0, or a rule set"),
            ("favours = \"defenders\"", "lower-than = 0", "above 0 and up to 1"),
            ("favours = \"defenders\"", "first-mover = \"so\"", "favoured"),
            (
                "favours = \"defenders\"",
                "favours = \"defenders\"\nlonger-than = 30",
                "stands beside another predicate",
            ),
            ("favours = \"defenders\"", "favours = \"kings\"", "kings"),
            ("favours = \"defenders\"", "even-within = 5", "`even-within`"),
            ("\"weakest\"", "\"strong\"", "`agents`"),
            ("\"weakest\"", "3", "`agents`"),
            ("[\"imperial-contest\"]", "[]", "name one rule set or more"),
            ("source", "sauce", "sauce"),
        ] {
            let error = with(old, new).expect_err(new).to_string();
            let line = error.split("line ").nth(1).and_then(|rest| rest.split(',').next());
            let line: usize = line.expect("a line").parse().expect("a number");
            assert!(error.starts_with("x.toml: ") && error.contains(expected), "{error}");
            assert!((first..first + 9).contains(&line), "{error}");
        }
    }

    #[test]
    fn who_does_not_play_is_named_with_the_line() {
        let error = checked("\"weakest\"", "[\"rollouts:17\"]");
        assert!(
            error.ends_with(
                "x.toml`, line 6: `agents` of the hypothesis `press` names the agent `rollouts:17`, which does \
                 not play; add it to `compare.agents` or correct the name"
            ),
            "{error}"
        );
        let error = checked("[\"imperial-contest\"]", "[\"brandubh\"]");
        assert!(error.contains("line 5: `rules`") && error.contains("`brandubh`"), "{error}");
        let error = checked("favours = \"defenders\"", "higher-than = \"brandubh\"");
        assert!(error.contains("line 7: `higher-than`"), "{error}");
        let error = checked("favours = \"defenders\"", "longer-than = \"brandubh\"");
        assert!(error.contains("line 7: `longer-than`"), "{error}");
        let error =
            checked("favours = \"defenders\"\n", &format!("favours = \"defenders\"\n{ENTRY}"));
        assert!(error.contains("line 9: `name`") && error.contains("its own name"), "{error}");
    }
}
