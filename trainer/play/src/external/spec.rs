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

/// A program that speaks UGI: `ugi:COMMAND` or `ugi[SETTING=VALUE,…]:COMMAND`.
///
/// The settings `nodes`, `movetime` and `timeout` (both in milliseconds) are limits; every other one
/// is an option of the engine. The command is split at spaces, except within quotes; no shell sees it.
///
/// ```
/// use imperial_play::external::EngineSpec;
///
/// let spec: EngineSpec = "[nodes=200,Network=best.net]:imperial ugi".parse()?;
/// assert_eq!(spec.command(), ["imperial", "ugi"]);
/// assert_eq!(spec.options(), [("Network".to_owned(), "best.net".to_owned())]);
/// assert_eq!(spec.to_string(), "[nodes=200,Network=best.net]:imperial ugi");
/// # Ok::<(), imperial_play::external::ParseEngineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineSpec {
    /// As written.
    text: String,
    command: Vec<String>,
    nodes: Option<u32>,
    movetime: Option<Duration>,
    timeout: Option<Duration>,
    options: Vec<(String, String)>,
}

/// A text that describes no engine, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; an engine is written ugi:COMMAND or ugi[nodes=N,movetime=MS,OPTION=VALUE]:COMMAND")]
pub struct ParseEngineError(String);

impl EngineSpec {
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
        let usual = self.nodes.is_none().then_some(USUAL_MOVE_TIME);
        if let Some(time) = self.movetime.or(usual) {
            go += &format!(" movetime {}", time.as_millis());
        }
        go
    }

    /// How long an answer to anything but `go` may take.
    pub fn patience(&self) -> Duration {
        self.timeout.unwrap_or(USUAL_PATIENCE)
    }

    /// How long a move may take.
    pub fn longest_move(&self) -> Duration {
        self.movetime.unwrap_or(USUAL_MOVE_TIME) + self.patience()
    }

    /// The limits and options in a few words: `nodes=200 Network=best.net`.
    pub fn settings(&self) -> String {
        let mut words = vec![self.go()[3..].replace(" movetime ", ", movetime ")];
        words.extend(self.options.iter().map(|(name, value)| format!("{name}={value}")));
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

    /// Reads what follows `ugi`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |reason: &str| ParseEngineError(reason.to_owned());
        let (settings, command) = match text.strip_prefix('[') {
            Some(rest) => {
                rest.split_once("]:").ok_or_else(|| error("`[` is not closed by `]:`"))?
            }
            None => ("", text.strip_prefix(':').ok_or_else(|| error("a `:` is missing"))?),
        };
        let command = split(command)?;
        if command.is_empty() {
            return Err(error("the command is empty"));
        }
        let text = text.to_owned();
        let (nodes, movetime, timeout, options) = (None, None, None, Vec::new());
        let mut spec = Self { text, command, nodes, movetime, timeout, options };
        for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
            spec.set(setting)?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, setting: &str) -> Result<(), ParseEngineError> {
        let Some((name, value)) = setting.split_once('=') else {
            return Err(ParseEngineError(format!("`{setting}` lacks its `=VALUE`")));
        };
        let (name, value) = (name.trim(), value.trim());
        let number = |most: u64| {
            let found = value.parse().ok().filter(|number| (1..=most).contains(number));
            let message =
                || format!("`{name}` must be a whole number from 1 to {most}, not `{value}`");
            found.ok_or_else(|| ParseEngineError(message()))
        };
        match name {
            "nodes" => self.nodes = Some(number(u64::from(u32::MAX))? as u32),
            "movetime" => self.movetime = Some(Duration::from_millis(number(DAY)?)),
            "timeout" => self.timeout = Some(Duration::from_millis(number(DAY)?)),
            _ => self.options.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// Splits a command at spaces that are not within single or double quotes.
fn split(command: &str) -> Result<Vec<String>, ParseEngineError> {
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
        return Err(ParseEngineError(format!("the quote {open} is not closed")));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        text.parse().expect("an engine")
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
            let error = text.parse::<EngineSpec>().expect_err("no engine").to_string();
            assert!(error.contains(reason) && error.contains("ugi:COMMAND"), "{text}: {error}");
        }
    }
}
