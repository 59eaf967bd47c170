//! An engine as users write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for a move where nothing is said about it.
const USUAL_MOVE_TIME: Duration = Duration::from_secs(1);
/// How long an engine may be silent beyond the time that it was given.
const USUAL_PATIENCE: Duration = Duration::from_secs(30);
/// Milliseconds of a day, the longest time that anybody gives.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// How a program is talked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// OpenTafl's engine protocol.
    Otep,
}

impl Protocol {
    /// What an engine of this protocol is written with.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Otep => "otep",
        }
    }

    /// How its engines are written.
    const fn form(self) -> &'static str {
        match self {
            Self::Ugi => "ugi:COMMAND or ugi[nodes=N,movetime=MS,OPTION=VALUE]:COMMAND",
            Self::Otep => {
                "otep:COMMAND or otep[movetime=MS,timeout=MS,name=NAME,extensions=on]:COMMAND"
            }
        }
    }

    /// The protocol of an agent that is written so, if it is another program, and what follows its word.
    fn of(text: &str) -> Option<(Self, &str)> {
        [Self::Ugi, Self::Otep].into_iter().find_map(|protocol| {
            let rest = text.strip_prefix(protocol.word())?;
            rest.starts_with([':', '[']).then_some((protocol, rest))
        })
    }
}

/// A program that speaks UGI or OpenTafl's protocol: `ugi:COMMAND`, `ugi[SETTING=VALUE,…]:COMMAND`, or the same
/// with `otep`.
///
/// The settings `nodes`, `movetime` and `timeout` (both in milliseconds) are limits; every other one
/// is an option of the engine. Engines of OpenTafl know neither nodes nor options; there `name` says what records
/// call it, and `extensions=on` that it reads rules in imperial's keys. The command is split at spaces, except
/// within quotes; no shell sees it.
///
/// ```
/// use imperial_play::external::EngineSpec;
///
/// let spec: EngineSpec = "ugi[nodes=200,Network=best.net]:imperial ugi".parse()?;
/// assert_eq!(spec.command(), ["imperial", "ugi"]);
/// assert_eq!(spec.options(), [("Network".to_owned(), "best.net".to_owned())]);
/// assert_eq!(spec.to_string(), "ugi[nodes=200,Network=best.net]:imperial ugi");
/// # Ok::<(), imperial_play::external::ParseEngineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineSpec {
    protocol: Protocol,
    /// As written.
    text: String,
    command: Vec<String>,
    nodes: Option<u32>,
    movetime: Option<Duration>,
    timeout: Option<Duration>,
    options: Vec<(String, String)>,
    name: Option<String>,
    extensions: bool,
}

/// A text that describes no engine, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}; an engine is written {form}")]
pub struct ParseEngineError {
    reason: String,
    form: &'static str,
}

impl EngineSpec {
    /// Whether an agent that is written so is another program.
    pub fn is_meant(text: &str) -> bool {
        Protocol::of(text).is_some()
    }

    /// How the program is talked to.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// What records call it, where the user says so.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether it reads rules in imperial's keys beside OpenTafl's.
    pub fn extensions(&self) -> bool {
        self.extensions
    }

    /// The time that a move is given: `movetime`, or a second.
    pub fn move_time(&self) -> Duration {
        self.movetime.unwrap_or(USUAL_MOVE_TIME)
    }

    /// The program and its arguments; at least the program.
    pub fn command(&self) -> &[String] {
        &self.command
    }

    /// Options that the user sets.
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// The command `go` with the limits: `nodes`, `movetime`, both, or a second.
    pub fn go(&self) -> String {
        let mut go = "go".to_owned();
        if let Some(nodes) = self.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(time) = self.time() {
            go += &format!(" movetime {}", time.as_millis());
        }
        go
    }

    /// Time for a move, where it has a clock.
    pub fn time(&self) -> Option<Duration> {
        self.movetime.or(self.nodes.is_none().then_some(USUAL_MOVE_TIME))
    }

    /// How long an answer to anything but `go` may take.
    pub fn patience(&self) -> Duration {
        self.timeout.unwrap_or(USUAL_PATIENCE)
    }

    /// How long a move may take.
    pub fn longest_move(&self) -> Duration {
        self.move_time() + self.patience()
    }

    /// The limits and options in a few words: `nodes=200 Network=best.net`.
    pub fn settings(&self) -> String {
        let mut words = vec![self.go()[3..].replace(" movetime ", ", movetime ")];
        words.extend(self.options.iter().map(|(name, value)| format!("{name}={value}")));
        words.extend(self.extensions.then(|| "extensions=on".to_owned()));
        words.join(", ")
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for EngineSpec {
    type Err = ParseEngineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (protocol, rest) = Protocol::of(text).unwrap_or((Protocol::Ugi, text));
        let form = protocol.form();
        let error = |reason: &str| ParseEngineError { reason: reason.to_owned(), form };
        let (settings, command) = match rest.strip_prefix('[') {
            Some(rest) => {
                rest.split_once("]:").ok_or_else(|| error("`[` is not closed by `]:`"))?
            }
            None => ("", rest.strip_prefix(':').ok_or_else(|| error("a `:` is missing"))?),
        };
        let command = split(command).map_err(|reason| error(&reason))?;
        if command.is_empty() {
            return Err(error("the command is empty"));
        }
        let text = text.to_owned();
        let (nodes, movetime, timeout) = (None, None, None);
        let (options, name, extensions) = (Vec::new(), None, false);
        let mut spec =
            Self { protocol, text, command, nodes, movetime, timeout, options, name, extensions };
        for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            spec.set(setting).map_err(|reason| error(&reason))?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, setting: &str) -> Result<(), String> {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(format!("`{setting}` lacks its `=VALUE`"));
        };
        let (name, value) = (name.trim(), value.trim());
        let number = |most: u64| {
            let found = value.parse().ok().filter(|number| (1..=most).contains(number));
            let message =
                || format!("`{name}` must be a whole number from 1 to {most}, not `{value}`");
            found.ok_or_else(message)
        };
        match (name, self.protocol) {
            ("movetime", _) => self.movetime = Some(Duration::from_millis(number(DAY)?)),
            ("timeout", _) => self.timeout = Some(Duration::from_millis(number(DAY)?)),
            ("nodes", Protocol::Ugi) => self.nodes = Some(number(u64::from(u32::MAX))? as u32),
            ("name", Protocol::Otep) => self.name = Some(value.to_owned()),
            ("extensions", Protocol::Otep) => {
                let wrong = || format!("`extensions` must be on or off, not `{value}`");
                self.extensions = on_or_off(value).ok_or_else(wrong)?;
            }
            (_, Protocol::Ugi) => self.options.push((name.to_owned(), value.to_owned())),
            (_, Protocol::Otep) => {
                return Err(format!("OpenTafl's protocol has no setting `{name}`"));
            }
        }
        Ok(())
    }
}

fn on_or_off(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// Splits a command at spaces that are not within single or double quotes.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        format!("ugi{text}").parse().expect("an engine")
    }

    #[test]
    fn engines_of_opentafl_have_their_own_settings() {
        let text =
            "otep[movetime=2500,name=OpenTafl,extensions=on]:java -jar OpenTafl.jar --engine";
        let engine: EngineSpec = text.parse().expect("an engine");
        assert_eq!(engine.protocol(), Protocol::Otep);
        assert_eq!(engine.command(), ["java", "-jar", "OpenTafl.jar", "--engine"]);
        assert_eq!((engine.name(), engine.extensions()), (Some("OpenTafl"), true));
        assert_eq!(engine.settings(), "movetime 2500, extensions=on");
        assert_eq!(engine.to_string(), text);
        for (text, reason) in [
            ("otep[nodes=5]:e", "no setting `nodes`"),
            ("otep[extensions=maybe]:e", "on or off"),
            ("otep:", "empty"),
        ] {
            let error = text.parse::<EngineSpec>().expect_err("no engine").to_string();
            assert!(error.contains(reason) && error.contains("otep:COMMAND"), "{text}: {error}");
        }
    }

    #[test]
    fn commands_are_split_outside_quotes() {
        assert_eq!(spec(":engine").command(), ["engine"]);
        let found = spec(r#": "my engine"  --name 'a "b"' "" "#);
        assert_eq!(found.command(), ["my engine", "--name", "a \"b\"", ""]);
    }

    #[test]
    fn limits_become_the_command_go() {
        assert_eq!(spec(":e").go(), "go movetime 1000");
        assert_eq!(spec("[nodes=5]:e").go(), "go nodes 5");
        let both = spec("[nodes=5, movetime=200, timeout=1000, Hash=16]:e");
        assert_eq!(both.go(), "go nodes 5 movetime 200");
        assert_eq!(both.longest_move(), Duration::from_millis(1200));
        assert_eq!(both.settings(), "nodes 5, movetime 200, Hash=16");
    }

    #[test]
    fn nonsense_is_refused_with_the_reason() {
        for (text, reason) in [
            ("", "`:` is missing"),
            (":", "empty"),
            ("[]:  ", "empty"),
            ("[nodes=1:e", "not closed"),
            ("[nodes=0]:e", "from 1 to"),
            ("[movetime=soon]:e", "`soon`"),
            ("[Hash]:e", "`=VALUE`"),
            (":e 'x", "quote"),
        ] {
            let text = format!("ugi{text}");
            let error = text.parse::<EngineSpec>().expect_err("no engine").to_string();
            assert!(error.contains(reason) && error.contains("ugi:COMMAND"), "{text}: {error}");
        }
    }
}
