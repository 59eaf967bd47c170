//! Rule sets that pages ask for, compiled once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use imperial_data::{LoadedRules, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use serde::{Deserialize, Serialize};

use crate::caps;
use crate::trouble::Trouble;

/// Which rule set: one of the program's by its name, or the text of a rule file. Never a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Wanted {
    /// A name of the catalogue.
    Name(String),
    /// TOML.
    Text(String),
}

/// Rule sets, the one asked for last at the end.
#[derive(Debug, Default)]
pub struct Shelf {
    known: Mutex<Vec<Arc<LoadedRules>>>,
    /// Whether no texts are taken any more.
    closed: AtomicBool,
}

impl Shelf {
    /// Takes no texts from now on but that of `first`.
    pub fn close(&self, first: &Wanted) {
        // What is no rule set is refused when it is asked for.
        let _ = self.get(first);
        self.closed.store(true, Ordering::Relaxed);
    }

    /// The rule set, compiled.
    ///
    /// # Errors
    /// When there is none of that name, the text is no rule set, or it has the name of another one of the
    /// program.
    pub fn get(&self, wanted: &Wanted) -> Result<Arc<LoadedRules>, Trouble> {
        let text = match wanted {
            Wanted::Name(name) => match catalog::text(name) {
                Some(text) => text,
                None => return Err(AnyGame::by_name(name).map_or_else(Trouble::bad, |_| unknown())),
            },
            Wanted::Text(text) if text.len() > caps::RULES_BYTES => {
                let most = caps::RULES_BYTES >> 10;
                return Err(Trouble::large(format!("a rule file has at most {most} KiB")));
            }
            Wanted::Text(text) => text,
        };
        let hash = rules_hash(text);
        if let Some(known) = self.find(&hash) {
            return Ok(known);
        }
        if matches!(wanted, Wanted::Text(_)) && self.closed.load(Ordering::Relaxed) {
            return Err(Trouble::forbidden(
                "this server takes no rule files; `imperial serve` on a machine of your own does",
            ));
        }
        let game = AnyGame::from_toml(text)?;
        check_name(&game)?;
        let loaded = Arc::new(LoadedRules { game, text: text.to_owned(), hash, file: None });
        let mut shelf = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if shelf.len() >= caps::RULE_SETS {
            shelf.remove(0);
        }
        shelf.push(Arc::clone(&loaded));
        Ok(loaded)
    }

    /// The text with this hash, if it was asked for before.
    pub fn text_of(&self, hash: &str) -> Option<String> {
        self.find(hash).map(|rules| rules.text.clone())
    }

    fn find(&self, hash: &str) -> Option<Arc<LoadedRules>> {
        let mut shelf = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = shelf.iter().position(|rules| rules.hash == hash)?;
        let found = shelf.remove(place);
        shelf.push(Arc::clone(&found));
        Some(found)
    }
}

fn unknown() -> Trouble {
    Trouble::bad("there is no such rule set")
}

/// Refuses other laws under the name of a rule set of the program.
fn check_name(game: &AnyGame) -> Result<(), Trouble> {
    if let Ok(known) = AnyGame::by_name(game.name())
        && known.has_other_laws(game)
    {
        return Err(Trouble::bad(format!(
            "the file calls itself `{}`, which is a rule set of the program with other laws; give yours a \
             `name` and a `title` of its own",
            game.name()
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_are_compiled_once_and_old_ones_go() {
        let shelf = Shelf::default();
        let brandubh = Wanted::Name("brandubh".into());
        let first = shelf.get(&brandubh).expect("embedded");
        assert!(Arc::ptr_eq(&first, &shelf.get(&brandubh).expect("embedded")));
        for number in 0..caps::RULE_SETS {
            let text = format!("{}\n# {number}\n", first.text);
            shelf.get(&Wanted::Text(text)).expect("the same laws");
        }
        assert!(!Arc::ptr_eq(&first, &shelf.get(&brandubh).expect("embedded")));
    }

    #[test]
    fn what_is_no_rule_set_is_refused_in_words() {
        let words = |wanted| Shelf::default().get(&wanted).expect_err("refused").words;
        assert!(words(Wanted::Name("tablut-lineus".into())).contains("tablut-linnaeus"));
        assert!(words(Wanted::Name("/etc/passwd".into())).contains("there is no rule set"));
        assert!(words(Wanted::Text("game = 'tafl'".into())).contains("missing field"));
        assert!(words(Wanted::Text("#".repeat(1 << 20))).contains("at most 64 KiB"));
        let text = catalog::text("brandubh").expect("embedded");
        let other = text.replace("first = \"attackers\"", "first = \"defenders\"");
        assert!(words(Wanted::Text(other)).contains("calls itself `brandubh`"));
    }
}
