//! Small works that write everything that the program writes.

use std::path::Path;

use imperial::experiment::Experiment;
use imperial::run::Run;
use imperial_data::export::Incomplete;
use imperial_data::opentafl::export_opentafl;
use imperial_data::{keep_rules, load_rules};
use imperial_dataset::{Maker, Settings, TableFormat, export_dataset, import_dataset};
use imperial_engine::PerSide;
use imperial_learn::training::{Training, TrainingConfig};
use imperial_net::Backend;
use imperial_play::agent::AgentSpec;
use imperial_play::play::{OpeningPlies, PlayJob, play};
use imperial_play::prepare::{Purpose, prepare};

/// Something that is done in a folder, and goes on there when it is done again.
pub struct Work {
    pub name: &'static str,
    pub run: fn(&Path) -> anyhow::Result<()>,
}

pub const WORKS: [Work; 7] = [
    Work { name: "selfplay", run: selfplay },
    Work { name: "train", run: train },
    Work { name: "run", run },
    Work { name: "balance", run: balance },
    Work { name: "export", run: export },
    Work { name: "opentafl", run: opentafl },
    Work { name: "import", run: import },
];

const TRAINING: &str = "
generations = 2
network = { blocks = 1, channels = 2 }
first = { agent = 'rollouts:8', games = 4 }
games = { games = 4, playouts = [4, 4], quick_playouts = 2 }
learning = { batch = 8, reuse = 0.5, warm_up = 5, average_decay = 0.9 }
";

fn experiment(agents: &str, training: &str) -> anyhow::Result<Experiment> {
    let text = format!(
        "name = 'small'\ntitle = 'A small run'\nseed = 7\nrules = ['tic-tac-toe']\n\
         compare.agents = [{agents}]\n{training}"
    );
    Ok(toml::from_str(&text)?)
}

fn run(root: &Path) -> anyhow::Result<()> {
    let agents = "{ agent = 'random', games = 4 }, { agent = 'network:4@learned', games = 4 }";
    let experiment = experiment(agents, &format!("[training]{TRAINING}"))?;
    Run::open(root, experiment, Backend::cpu())?.execute().map(drop)
}

fn balance(root: &Path) -> anyhow::Result<()> {
    let agents = "{ agent = 'random', games = 4 }, { agent = 'rollouts:4', games = 4 }";
    Run::open(root, experiment(agents, "")?, Backend::cpu())?.execute().map(drop)
}

fn train(root: &Path) -> anyhow::Result<()> {
    let config: TrainingConfig = imperial_learn::settings::overlaid(
        imperial_learn::training::SHORT,
        &toml::from_str(&format!("name = 'small'\nrules = ['tic-tac-toe']{TRAINING}"))?,
    )?;
    let done = Training::open(root, config, Backend::cpu())?.go_on(None)?;
    assert!(done, "no time was set");
    Ok(())
}

/// Games of two rule sets in `folder`.
fn play_in(folder: &Path, rules: &[&str]) -> anyhow::Result<()> {
    let rules: Vec<_> = rules.iter().map(|name| load_rules(name)).collect::<Result<_, _>>()?;
    let spec: AgentSpec = "random".parse()?;
    let agent = prepare(&spec, Purpose::Learning, &Backend::cpu())?;
    keep_rules(folder, &rules)?;
    let job = |rules| PlayJob {
        games: 3,
        opening: OpeningPlies { random_plies: 2, sampled_plies: 0 },
        ..PlayJob::new(rules, PerSide::from_fn(|_| &agent), folder.join(rules.game.name()))
    };
    let jobs: Vec<_> = rules.iter().map(job).collect();
    play("self-play", &jobs).map(drop)
}

fn selfplay(root: &Path) -> anyhow::Result<()> {
    play_in(root, &["tic-tac-toe", "brandubh"])
}

/// A folder beside `root` with games, which no step of the work writes.
fn source(root: &Path, rules: &[&str]) -> anyhow::Result<std::path::PathBuf> {
    let folder = root.with_file_name(format!("source-{}", rules.join("-")));
    if !folder.exists() {
        play_in(&folder, rules)?;
    }
    Ok(folder)
}

fn dataset(from: std::path::PathBuf, out: &Path) -> anyhow::Result<()> {
    let tables = vec![TableFormat::Parquet, TableFormat::Csv];
    let settings = Settings { tables, tensors: true, ..Settings::default() };
    let with = (&settings, &Maker::default());
    export_dataset(&[from], out, with, Incomplete::Refuse, &mut |_, _| ())?;
    Ok(())
}

fn export(root: &Path) -> anyhow::Result<()> {
    dataset(source(root, &["tic-tac-toe", "brandubh"])?, root)
}

fn opentafl(root: &Path) -> anyhow::Result<()> {
    let from = source(root, &["brandubh"])?;
    export_opentafl(&[from], root, Incomplete::Refuse, &mut |_, _| ())?;
    Ok(())
}

fn import(root: &Path) -> anyhow::Result<()> {
    let made = root.with_file_name("dataset");
    if !made.exists() {
        dataset(source(root, &["tic-tac-toe", "brandubh"])?, &made)?;
    }
    import_dataset(&made, root, None)?;
    Ok(())
}
