//! What is said to an engine of UGI and what it may answer.

use super::asked::NewGame;
use super::fault::Fault;
use super::process::Process;
use super::spec::EngineSpec;

/// The option that names the rule set.
const RULES: &str = "Rules";
/// The option from which an engine draws its chance.
const SEED: &str = "Seed";

/// An engine that has said `ugiok`.
pub(super) struct Ugi {
    process: Process,
    /// What it calls itself.
    name: String,
    /// Options that it has.
    known: Vec<String>,
    /// The rule set that it was told.
    rules: Option<String>,
}

impl Ugi {
    /// Starts the engine and sets the user's options.
    pub fn open(spec: &EngineSpec) -> Result<Self, Fault> {
        let mut process = Process::start(spec.command(), "quit")?;
        process.say("ugi");
        let (mut name, mut known) = (String::new(), Vec::new());
        process.hear("ugiok", spec.patience(), |line| {
            if line == "ugiok" {
                return Some(Ok(()));
            }
            if let Some(said) = line.strip_prefix("id name ") {
                said.clone_into(&mut name);
            }
            known.extend(option_name(line));
            None
        })?;
        let mut engine = Self { process, name, known, rules: None };
        for (name, value) in spec.options() {
            if !engine.has(name) {
                return Err(Fault::NoOption { name: name.clone(), known: engine.known });
            }
            engine.set(name, value);
        }
        engine.wait_until_ready(spec)?;
        Ok(engine)
    }

    /// What the engine calls itself; empty if it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Begins a game. Engines without the option `Rules` are taken to know one game only.
    pub fn begin(&mut self, game: &NewGame, spec: &EngineSpec) -> Result<(), Fault> {
        if self.has(RULES) && self.rules.as_ref() != Some(&game.rules) {
            self.set(RULES, &game.rules);
            self.wait_until_ready(spec)?;
            self.rules = Some(game.rules.clone());
        }
        let fixed = spec.options().iter().any(|(name, _)| name.eq_ignore_ascii_case(SEED));
        if self.has(SEED) && !fixed {
            self.set(SEED, &game.seed.to_string());
        }
        self.process.say("uginewgame");
        self.wait_until_ready(spec)
    }

    /// The move that the engine plays after `position`, which is a whole command.
    pub fn best_move(&mut self, position: &str, spec: &EngineSpec) -> Result<String, Fault> {
        self.process.say(position);
        self.process.say(&spec.go());
        self.process.hear("bestmove", spec.longest_move(), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => Some(Ok(words.next().unwrap_or_default().to_owned())),
                _ => complaint(line),
            }
        })
    }

    fn has(&self, option: &str) -> bool {
        self.known.iter().any(|known| known.eq_ignore_ascii_case(option))
    }

    fn set(&mut self, name: &str, value: &str) {
        self.process.say(&format!("setoption name {name} value {value}"));
    }

    fn wait_until_ready(&mut self, spec: &EngineSpec) -> Result<(), Fault> {
        self.process.say("isready");
        self.process.hear("readyok", spec.patience(), |line| match line {
            "readyok" => Some(Ok(())),
            _ => complaint(line),
        })
    }
}

/// `option name NAME type …`
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim().to_owned())
}

fn complaint<T>(line: &str) -> Option<Result<T, Fault>> {
    let start = line.get(..5).unwrap_or_default();
    start.eq_ignore_ascii_case("error").then(|| Err(Fault::Complaint(line.to_owned())))
}
