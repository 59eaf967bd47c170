//! Agents as folders.

use std::collections::BTreeMap;

use anyhow::bail;

use super::AgentSpec;
use crate::folder_name::{Alike, folder_name};

/// Checks that no two agents are the same or would keep their games in one folder.
///
/// # Errors
/// Names the two.
pub fn check_apart<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>) -> anyhow::Result<()> {
    let mut known = BTreeMap::new();
    for name in agents.into_iter().map(ToString::to_string) {
        match known.insert(folder_of_agent(&name), name.clone()) {
            Some(other) if other == name => {
                bail!("the agent `{name}` is named twice; name it once")
            }
            Some(other) => bail!(
                "the agents `{other}` and `{name}` would share a folder; rename or move one of the \
                 networks"
            ),
            None => {}
        }
    }
    Ok(())
}

/// An agent's name as the name of a folder; names that look alike are refused by [`check_apart`].
pub fn folder_of_agent(name: &str) -> String {
    folder_name(name, Alike::Refused)
}
