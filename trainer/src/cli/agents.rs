//! Lists of agents as users write them.

use std::str::FromStr;

use crate::agent::AgentSpec;

/// Agents separated by commas. Commas in the brackets or quotes of other programs' settings separate
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Agents(pub Vec<AgentSpec>);

impl FromStr for Agents {
    type Err = <AgentSpec as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut depth, mut quote) = (0_i32, None);
        let separates = |letter: char| {
            match (letter, quote) {
                ('"' | '\'', None) => quote = Some(letter),
                (_, Some(open)) if open == letter => quote = None,
                ('[', None) => depth += 1,
                (']', None) => depth -= 1,
                _ => {}
            }
            letter == ',' && depth == 0 && quote.is_none()
        };
        text.split(separates).map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// All agents of several lists.
pub(super) fn all(lists: &[Agents]) -> Vec<AgentSpec> {
    lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
}

/// The agents as one argument of a shell.
pub(super) fn argument(agents: &[AgentSpec]) -> String {
    let text = agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let plain = |c: char| c.is_ascii_alphanumeric() || ":,@/._-+=".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_agents_but_not_settings() {
        let text = "random,rollouts:16,ugi[nodes=20,Hash=1]:other 'a,b',network:64@a.net";
        let agents: Agents = text.parse().expect("four agents");
        assert_eq!(agents.0.len(), 4);
        assert_eq!(agents.0[2].to_string(), "ugi[nodes=20,Hash=1]:other 'a,b'");
        assert!("random,,random".parse::<Agents>().is_err());
    }

    #[test]
    fn arguments_are_quoted_where_a_shell_would_read_them_otherwise() {
        let argument = |text: &str| argument(&text.parse::<Agents>().expect("agents").0);
        assert_eq!(argument("random,network:64@a/b.net"), "random,network:64@a/b.net");
        assert_eq!(argument("ugi:other 'a b'"), "'ugi:other '\\''a b'\\'''");
    }
}
