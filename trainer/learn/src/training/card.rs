//! The model card: what a network is, what made it, and what it is good for.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

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
        line("generations", &format!("{} of {}", self.done, config.generations));
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
             learned.\n\n## Made by\n\n`imperial train --config training.toml` with\n\n```toml\n{}```\n",
            config.rules[0],
            toml::to_string_pretty(config)?
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
