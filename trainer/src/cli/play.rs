//! `imperial play`.

use std::io::{self, BufReader, ErrorKind, IsTerminal as _};
use std::path::{Path, PathBuf, absolute};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use imperial_data::{GAMES_FILE, LoadedRules, PlyRecord, load_rules, typed};
use imperial_engine::{Encode, Side, game_stream, with_game};

use super::agents::agents_help;
use super::options::{Standing, Thinking, colour};
use super::sides::SideText;
use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use crate::console::{Archive, Duel, Keep, Over, Review, Unfinished};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Searched, Setup};
use imperial_play::lines::Lines;
use imperial_play::playing_agent::{BestKnown, PlayingAgent};
use imperial_play::terminal::Coloured;
use imperial_truth::table::Table;

/// Seeds that are drawn are smaller, so that they are typed easily.
const MOST_DRAWN: u128 = 1_000_000;
/// Where the chance of a review comes from: it is the same each time.
const REVIEW_SEED: u64 = 1855;

/// Play against the program in the terminal
///
/// The program draws the board before each of your moves, and says what it expects of its own. Type
/// `help` in the game for all that you can type: moves, `moves`, `list`, `hint`, `undo`, `board`, `resign`, `quit`.
/// Your moves may also come from a file or a pipe; the game ends where that ends.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial play
  imperial play --agent level:casual   levels: `imperial agents`
  imperial play --rules tablut-linnaeus --side defenders --agent network:1000
  imperial play --rules brandubh --agent rollouts:100 --save games
  imperial play --resume games         the game that you left there
  imperial play --rules tic-tac-toe --seed 1 < moves.txt
  imperial play --rules fox-and-hounds --side fox --table hounds.table
  imperial play --rules brandubh --agent 'ugi[movetime=500]:./engine'", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; imperial-contest if not given
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Your side as the game calls it (attackers, geese); the side to move if not given
    #[arg(long, value_name = "SIDE")]
    side: Option<SideText>,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    standing: Standing,

    /// Seed of the lot and of the program's random choices; drawn and shown if not given
    #[arg(long)]
    seed: Option<u64>,

    /// Exact values of this rule set, from `imperial solve`: the program plays by them
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Folder for the game: FOLDER/RULES/unfinished.json after each move, and games.jsonl beside it at the end
    #[arg(long, value_name = "FOLDER")]
    save: Option<PathBuf>,

    /// Go on with the game that you left; it stays in this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["save", "side", "seed", "position", "first", "moves"])]
    resume: Option<PathBuf>,

    /// Go through the game at its end, even if you do not sit at a terminal
    #[arg(long)]
    review: bool,
}

/// Where a game stands when two sit down to it.
struct Seated {
    setup: Setup,
    /// Moves that they have made before.
    plies: Vec<PlyRecord>,
    person: Side,
    seed: u64,
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        let (rules, left) = match &self.resume {
            Some(folder) => {
                let (left, rules) = Unfinished::find(folder, self.rules.as_deref()).or_usage()?;
                if forget_recorded(folder, &rules, &left)? {
                    return Ok(());
                }
                self.thinking.or_agent(left.agent.as_deref()).or_usage()?;
                self.table = self.table.or_else(|| left.table.clone());
                (rules, Some(left))
            }
            None => {
                let name = self.rules.as_deref().unwrap_or("imperial-contest");
                (load_rules(name).or_usage()?, None)
            }
        };
        let agent = self.thinking.prepare(&rules)?;
        match with_game!(&rules.game, |game| play(game, &self, &rules, &agent, left)) {
            Err(error) if has_nobody_left(&error) => Ok(()),
            result => result,
        }
    }

    /// The folder where games are kept.
    fn folder(&self) -> Option<&Path> {
        self.resume.as_deref().or(self.save.as_deref())
    }

    /// A new game.
    fn sit_down<G: Encode>(&self, game: &G) -> anyhow::Result<Seated> {
        let seed = self.seed.unwrap_or_else(drawn_seed);
        let drawn = game.first().draw(&mut game_stream(seed, 0));
        let setup = self.standing.setup(game, Some(drawn))?;
        let person = match &self.side {
            Some(side) => side.of(game).or_usage()?,
            None => game.side_to_move(&setup.position(game)?),
        };
        if self.seed.is_none() {
            sayln!("Seed {seed}.");
        }
        Ok(Seated { setup, plies: Vec::new(), person, seed })
    }

    /// The place where the game is kept from its first move on, and nobody else writes meanwhile.
    fn open<'a>(&'a self, rules: &'a LoadedRules) -> anyhow::Result<Option<Place<'a>>> {
        let Some(folder) = self.folder() else { return Ok(None) };
        if folder.exists() && !folder.is_dir() {
            let file = folder.display();
            let error = anyhow::anyhow!(
                "`{file}` is a file; --save takes a folder, which is made where there is none"
            );
            return Err(error).or_usage();
        }
        if self.resume.is_none() {
            Unfinished::refuse_another(folder, rules.game.name()).or_usage()?;
        }
        Archive::refuse_agents(folder, rules.game.name()).or_usage()?;
        Ok(Some(Place { folder, archive: Archive::open(folder, rules)? }))
    }

    /// What is kept of a game that may go on after these moves. Its record will call the agent by `label`.
    fn left(
        &self,
        rules: &LoadedRules,
        seated: &Seated,
        (label, number): (&str, Option<u64>),
        plies: &[PlyRecord],
    ) -> Unfinished {
        let Seated { setup, person, seed, .. } = seated;
        Unfinished {
            rules: rules.game.name().to_owned(),
            rules_hash: rules.hash.clone(),
            start: setup.start.clone(),
            given: setup.moves.clone(),
            plies: plies.to_vec(),
            person: *person,
            agent: self.thinking.agent().map(ToString::to_string),
            label: Some(label.to_owned()),
            table: self.table.as_ref().map(|file| absolute(file).unwrap_or_else(|_| file.clone())),
            seed: *seed,
            number,
        }
    }
}

/// Where games are kept.
struct Place<'a> {
    folder: &'a Path,
    archive: Archive<'a>,
}

impl Place<'_> {
    /// Keeps a game that both have left, and says where.
    fn keep<G: Encode>(
        self,
        game: &G,
        agent: &str,
        seated: &Seated,
        over: Over,
    ) -> anyhow::Result<()> {
        let Self { folder, archive } = self;
        if let Some(outcome) = over.outcome {
            let (setup, person) = (&seated.setup, seated.person);
            let end = (outcome, over.plies);
            // In records games count from 0, and for people from 1.
            let number = archive.add(game, setup, end, person, agent)? + 1;
            Unfinished::forget(folder, game.name())?;
            archive.close()?;
            sayln!("Kept as game {number} of {}.", log_in(folder, game.name()));
        } else if Unfinished::is_in(folder, game.name()) {
            let folder = typed(folder.display());
            sayln!("Kept; `imperial play --resume {folder}` goes on with it.");
        }
        Ok(())
    }
}

/// The log of games by `rules` in `folder`, as it is typed.
fn log_in(folder: &Path, rules: &str) -> String {
    typed(folder.join(rules).join(GAMES_FILE).display())
}

/// Forgets a game that was over: a kill came when its record was kept. Whether it was one.
fn forget_recorded(folder: &Path, rules: &LoadedRules, left: &Unfinished) -> anyhow::Result<bool> {
    let Some(number) = left.recorded_as(folder) else { return Ok(false) };
    let (archive, name) = (Archive::open(folder, rules)?, rules.game.name());
    Unfinished::forget(folder, name)?;
    archive.close()?;
    sayln!("This game is over: it is game {} of {}.", number + 1, log_in(folder, name));
    Ok(true)
}

/// Checks that the agent is the one that the game `began` with: its record names one for all moves.
fn check_agent(began: Option<&str>, label: &str) -> anyhow::Result<()> {
    match began {
        Some(began) if began != label => bail!(
            "the game began against `{began}`, and `{label}` is another agent; leave out --agent and --table, or name \
             those that it began with"
        ),
        _ => Ok(()),
    }
}

fn play<G: Searched>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    agent: &Agent,
    left: Option<Unfinished>,
) -> anyhow::Result<()> {
    let (seated, began) = &match left {
        Some(Unfinished { start, given, plies, person, seed, label, .. }) => {
            (Seated { setup: Setup { start, moves: given }, plies, person, seed }, label)
        }
        None => (args.sit_down(game)?, None),
    };
    // A folder that cannot be used is better known before the game.
    let place = args.open(rules)?;
    let mut setup = seated.setup.clone();
    setup.moves.extend(seated.plies.iter().map(|ply| ply.mv.clone()));
    setup.position(game).or_usage()?;
    let table = args.table.as_deref().map(|file| Table::read(game, rules, file));
    let table = table.transpose().or_usage()?;
    let threads = args.thinking.threads();
    let known = table.map(|table| -> BestKnown<'_, G> {
        Box::new(move |game, position| table.moves(game, position).first().map(|(mv, _)| *mv))
    });
    let playing = PlayingAgent::new(agent, rules, seated.seed, threads).with_known(known);
    let label = &playing.label();
    check_agent(began.as_deref(), label).or_usage()?;
    let input = Lines::open(BufReader::new(io::stdin()));
    let at_terminal = io::stdin().is_terminal();
    let mut output = Coloured(io::stdout().lock());
    let duel = Duel::new(game, setup, seated.person, playing, input, &mut output);
    let duel = duel.after(seated.plies.clone()).with_prompt(at_terminal).with_colours(colour());
    let number = place.as_ref().map(|place| place.archive.number());
    let keep = args.folder().map(|folder| -> Keep<'_> {
        Box::new(move |plies| args.left(rules, seated, (label, number), plies).keep(folder))
    });
    let over = duel.kept_by(keep).play()?;
    drop(output);
    let is_over = over.outcome.is_some();
    let interrupted = over.interrupted;
    let mut all = seated.setup.clone();
    all.moves.extend(over.plies.iter().map(|ply| ply.mv.clone()));
    place.map(|place| place.keep(game, label, seated, over)).transpose()?;
    if interrupted {
        bail!("the game stays unfinished");
    }
    if is_over && (at_terminal || args.review) {
        let given = seated.setup.moves.len();
        say!("\n{}", review(game, args, rules, &all, given)?);
    }
    Ok(())
}

/// The game gone through by the program's usual player, with few playouts.
fn review<G: Searched>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    setup: &Setup,
    given: usize,
) -> anyhow::Result<String> {
    let judge = args.thinking.judge(rules)?;
    let mut judging = PlayingAgent::new(&judge, rules, REVIEW_SEED, args.thinking.threads());
    let review = Review::of(game, setup, given, &mut judging)?;
    Ok(review.text(game, &setup.moves))
}

/// A seed from the clock.
fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % MOST_DRAWN) as u64
}

/// Whether the reader of the output has gone, which ends the game quietly.
fn has_nobody_left(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
