//! The model card: what a network is, what made it, and what it is good for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::config::{Length, TrainingConfig};
use super::title::mixes;
use super::{Metrics, Training};
use imperial_data::write_atomically;
use imperial_net::NetFile;
use imperial_play::networks;

impl Training {
    /// Writes the newest network to `file` and its card beside it, under a licence if one is named; gives the path of the
    /// card.
    ///
    /// # Errors
    /// When a file cannot be written, or the first network of the training not be read.
    pub fn export(&self, file: &Path, license: Option<&str>) -> anyhow::Result<PathBuf> {
        NetFile::save(file, &self.network())?;
        let card = file.with_extension("md");
        write_atomically(&card, self.card(file, license)?.as_bytes())?;
        Ok(card)
    }

    fn card(&self, file: &Path, license: Option<&str>) -> anyhow::Result<String> {
        let config = &self.plan.config;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let shape = self.learner.net_config();
        let (family, blocks, channels) = (&shape.family, shape.blocks, shape.channels);
        let origin = self.beginning()?;
        let license =
            license.map_or_else(String::new, |one| format!("license: {}\n", one.to_lowercase()));
        let mut text = format!(
            "---\n{license}tags: [board-games, {family}, self-play, policy-value-network]\n---\n\n\
             # {}\n\nA policy and value network of `imperial` for the family `{family}`: {blocks} residual \
             blocks of {channels} channels.\n{origin}\n\n",
            config.title
        );
        let hash = self.learner.network().hash();
        let mut line = |label: &str, value: &str| {
            let _ = writeln!(text, "- {label}: {value}");
        };
        line("file", &format!("`{name}`"));
        line("SHA-256 of configuration and weights", &format!("`{hash}`"));
        line("program", &format!("imperial {}", env!("CARGO_PKG_VERSION")));
        line("engine", imperial_engine::VERSION);
        if let Some(kernel) = self.plan.backend.kernel_name() {
            line("kernel", &format!("`{kernel}`, which played and learned"));
        }
        line("seed", &config.seed.to_string());
        line("training", &self.origin);
        let lengths = lengths(config, self.done);
        line("generations", &generations(self.done, &lengths));
        for rules in &self.plan.rules {
            let title = rules.game.title();
            line("rule set", &format!("`{}` ({title}), hash `{}`", rules.game.name(), rules.hash));
        }
        if mixes(config) {
            line("rule sets besides", "random mixtures of two of these");
        }
        if let Some(exact) = &config.exact {
            let of = exact.rules.join(", ");
            line(
                "exact values",
                &format!("of {} positions in each generation, of {of}", exact.positions),
            );
        }
        if let Some(row) = self.log.last() {
            text += &figures(row);
            text += &self.sides(row);
        }
        text += &format!(
            "\n## Use\n\n```\nimperial match --rules {} --agent network:64@{name} --against \
             rollouts:256\n```\n\nThe values are discounted: a win that is many plies away counts less \
             than one at hand.\nOther boards and rules than those above are played, but were never \
             learned.\n\n## Made by\n\n{}",
            config.rules[0],
            made_by(config, &lengths)?
        );
        Ok(text)
    }

    /// Whose games it learned from, and what it began with. What a network of somebody else's learned from is not known.
    fn beginning(&self) -> anyhow::Result<String> {
        const OURS: &str = "no games of people were used.";
        let config = &self.plan.config;
        let games = config.against.as_ref().map_or_else(
            || "by self-play".to_owned(),
            |one| format!("by games as {} against `{}`", one.side.name(), one.network.display()),
        );
        let Some(network) = &config.from else {
            return Ok(format!("It was trained {games}, from nothing; {OURS}"));
        };
        let first = NetFile::load(&self.plan.folder.network(0), self.plan.backend.device())?;
        let hash = first.hash();
        let is_known = networks::is_ours(&hash);
        let rest = if is_known { OURS } else { "what that one learned from is not known here." };
        let from = network.display();
        Ok(format!(
            "It was trained {games}, from the network `{from}` (SHA-256 of configuration and weights: `{hash}`); {rest}"
        ))
    }

    /// Results of the newest generation against itself.
    fn sides(&self, last: &Metrics) -> String {
        let mut text = "\n## Self-play in the last generation\n\n| rule set | attackers | draws | \
                        defenders |\n|---|---|---|---|\n"
            .to_owned();
        for row in self.log.sides.iter().filter(|row| row.generation == last.generation) {
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} |",
                row.rules, row.attackers, row.draws, row.defenders
            );
        }
        text
    }
}

/// The lengths by which the first `done` generations were played, each with the last of these generations. One by which
/// none was played is left out, such as that of a command which only writes the network.
fn lengths(config: &TrainingConfig, done: u32) -> Vec<Length> {
    let now = Length { done, generations: config.generations };
    let mut lengths: Vec<Length> = Vec::new();
    for length in config.before.iter().chain([&now]) {
        let (end, begin) = (length.done.min(done), lengths.last().map_or(0, |last| last.done));
        match lengths.last_mut() {
            _ if end <= begin => {}
            Some(last) if last.generations == length.generations => last.done = end,
            _ => lengths.push(Length { done: end, ..*length }),
        }
    }
    if let Some(last) = lengths.last_mut() {
        // Where `lengths.csv` is gone, more may have been done than the settings say.
        last.generations = last.generations.max(last.done);
    }
    lengths
}

/// How many generations are done, of how many.
fn generations(done: u32, lengths: &[Length]) -> String {
    let all: Vec<String> = lengths.iter().map(|length| length.generations.to_string()).collect();
    match all.as_slice() {
        [] => done.to_string(),
        [only] => format!("{done} of {only}"),
        [.., last] => format!("{done} of {last} (its length was {})", all.join(", then ")),
    }
}

/// Settings and commands that make the network again. Each length has a command of its own, as playouts and learning
/// rate follow from the length.
fn made_by(config: &TrainingConfig, lengths: &[Length]) -> anyhow::Result<String> {
    let generations = lengths.last().map_or(config.generations, |last| last.generations);
    let settings = toml::to_string_pretty(&TrainingConfig { generations, ..config.clone() })?;
    if lengths.len() < 2 {
        return Ok(format!(
            "`imperial train --config training.toml` with\n\n```toml\n{settings}```\n"
        ));
    }
    let changes = lengths.windows(2).map(|pair| {
        let how = if pair[1].generations > pair[0].generations { "longer" } else { "shorter" };
        format!("{how} after generation {}", pair[0].done)
    });
    let commands = lengths.iter().map(|Length { done, generations }| {
        let command =
            format!("imperial train --config training.toml --set generations={generations}");
        let is_broken_off = done < generations && *done < lengths[lengths.len() - 1].done;
        let stop = if is_broken_off {
            format!("  # Ctrl-C after generation {done}")
        } else {
            String::new()
        };
        format!("{command}{stop}\n")
    });
    Ok(format!(
        "The training was made {}. Playouts and learning rate follow from the length, so it takes these \
         commands in turn:\n\n```\n{}```\n\nwith this `training.toml`:\n\n```toml\n{settings}```\n",
        changes.collect::<Vec<_>>().join(", then "),
        commands.collect::<String>()
    ))
}

/// What it has seen and what it reached.
fn figures(row: &Metrics) -> String {
    let Metrics { all_games, all_plies, all_positions, step, .. } = row;
    format!(
        "\n## Training\n\n{all_games} games, {all_plies} plies, {all_positions} positions learned \
         from in {step} steps.\nLosses in the last generation: policy {:.3}, value {:.3} nats. \
         Playouts of a full search at the end: {}.\n",
        row.policy_loss, row.value_loss, row.playouts
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A training of `generations` that had other lengths before: how many were done, of how many.
    fn config(generations: u32, before: &[(u32, u32)]) -> TrainingConfig {
        let before = before.iter().map(|&(done, generations)| Length { done, generations });
        let before = before.collect();
        TrainingConfig { generations, before, ..TrainingConfig::embedded() }
    }

    fn generations_of(config: &TrainingConfig, done: u32) -> String {
        generations(done, &lengths(config, done))
    }

    #[test]
    fn generations_are_counted_by_the_lengths_that_they_were_played_by() {
        assert_eq!(generations_of(&config(4, &[]), 4), "4 of 4");
        assert_eq!(generations_of(&config(40, &[]), 10), "10 of 40");
        let longer = "6 of 6 (its length was 4, then 6)";
        assert_eq!(generations_of(&config(6, &[(4, 4)]), 6), longer);
        // Exported by the settings that it began with.
        assert_eq!(generations_of(&config(4, &[(4, 4), (6, 6)]), 6), longer);
        assert_eq!(
            generations_of(&config(20, &[(10, 40)]), 20),
            "20 of 20 (its length was 40, then 20)"
        );
        assert_eq!(generations_of(&config(6, &[(4, 4)]), 4), "4 of 4", "none of it is longer");
        assert_eq!(generations_of(&config(4, &[(2, 4), (2, 6)]), 4), "4 of 4", "there and back");
        assert_eq!(generations_of(&config(4, &[]), 6), "6 of 6", "nobody knows its lengths");
    }

    /// The lengths decide the learning rates, so they are those by which the settings compute.
    #[test]
    fn every_generation_has_the_rate_of_the_length_that_is_named() {
        let before = [(3, 5), (6, 6), (4, 4)];
        let grown = config(9, &before);
        let lengths = lengths(&grown, 8);
        for number in 1..=8 {
            let of = lengths.iter().find(|length| number <= length.done).expect("a length");
            assert_eq!(grown.rate(number), config(of.generations, &[]).rate(number), "{number}");
        }
    }

    #[test]
    fn a_training_that_was_made_longer_names_a_command_for_each_length() {
        let made = |config: &TrainingConfig, done| {
            made_by(config, &lengths(config, done)).expect("settings")
        };
        let plain = made(&config(4, &[]), 4);
        assert!(plain.starts_with("`imperial train --config training.toml` with\n"), "{plain}");
        let command = "imperial train --config training.toml --set generations=";
        let grown = made(&config(4, &[(4, 4), (6, 6)]), 6);
        assert!(grown.contains("made longer after generation 4."), "{grown}");
        assert!(grown.contains(&format!("```\n{command}4\n{command}6\n```")), "{grown}");
        assert!(grown.contains("\ngenerations = 6\n"), "{grown}");
        let cut = made(&config(20, &[(10, 40)]), 15);
        assert!(cut.contains("made shorter after generation 10."), "{cut}");
        let commands = format!("{command}40  # Ctrl-C after generation 10\n{command}20\n");
        assert!(cut.contains(&commands), "{cut}");
    }
}
