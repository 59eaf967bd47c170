//! Games in step are those that are played one after the other.

use std::path::{Path, PathBuf};

use imperial_data::{GAMES_FILE, LoadedRules, load_all};
use imperial_engine::PerSide;
use imperial_engine::search::SearchParams;
use imperial_net::{Backend, Kernel, NetConfig, Network};

use super::{Detail, Effort, OpeningPlies, PlayJob, play};
use crate::agent::{Agent, LevelName, PlayersOfLevel};
use crate::net_player::NetPlayer;
use crate::prepare::{Purpose, prepare};

/// A tiny network for all tafl games.
fn network(rules: &LoadedRules, backend: &Backend, seed: u64) -> NetPlayer {
    let config = imperial_engine::with_game!(&rules.game, |game| NetConfig::for_game(game));
    let network = Network::new(&config.with_trunk(1, 8), backend.device(), seed);
    NetPlayer::new(network, backend)
}

/// Plays on so many threads; what the log holds then.
fn log_of(jobs: &[PlayJob<'_>], folder: &Path, threads: usize) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let folder = folder.join(threads.to_string());
    let jobs: Vec<_> =
        jobs.iter().map(|job| PlayJob { folder: folder.clone(), ..job.clone() }).collect();
    let played = pool.install(|| play("games", &jobs)).expect("played");
    assert_eq!(played.games, jobs.iter().map(|job| job.games).sum::<u64>());
    std::fs::read_to_string(folder.join(GAMES_FILE)).expect("a log")
}

/// Rule sets and boards of several sizes, networks that change sides, agents without network: 23 games. One
/// thread has up to sixteen of them in step, and as many threads as games have one each.
#[test]
fn games_in_step_are_the_same_games() {
    let names = ["imperial-contest", "tablut-linnaeus", "brandubh"].map(str::to_owned);
    let rules = load_all(&names).expect("embedded");
    let backend = Backend::cpu();
    let params = SearchParams::training(12);
    let of = |seed| Agent::Network(params, network(&rules[0], &backend, seed));
    let (new, old, random) = (of(1), of(2), Agent::Random);
    let rollouts = Agent::Rollouts(SearchParams::rollouts(2));
    let folder = tempfile::tempdir().expect("a folder");
    let pairs = [
        (0, &new, &new),
        (1, &new, &old),
        (2, &old, &new),
        (2, &new, &random),
        (2, &rollouts, &new),
    ];
    let mut first_game = 0;
    let jobs = pairs.map(|(set, attackers, defenders)| {
        let games = if std::ptr::eq(attackers, defenders) { 7 } else { 4 };
        first_game += games;
        PlayJob {
            first_game: first_game - games,
            games,
            seed: 1855,
            opening: OpeningPlies { random_plies: 4, sampled_plies: 6 },
            detail: PerSide::from_fn(|_| Detail::Learning),
            effort: Effort { full_share: 0.3, quick_playouts: 3, ..Effort::FULL },
            ..PlayJob::new(&rules[set], PerSide { attackers, defenders }, folder.path().into())
        }
    });
    let alone = log_of(&jobs, folder.path(), 23);
    assert_eq!(alone.lines().count(), 23);
    for threads in [1, 2, 5] {
        assert!(log_of(&jobs, folder.path(), threads) == alone, "on {threads} threads");
    }
}

/// Jobs in which `players` meet themselves and `other` on a board of nine by nine, and `other` on one of seven by
/// seven: one player for each board.
fn level_jobs<'a>(
    rules: &'a [LoadedRules],
    players: [&'a Agent; 2],
    other: &'a Agent,
) -> [PlayJob<'a>; 3] {
    let [nine, seven] = players;
    let mut first_game = 0;
    [(0, nine, nine, 4), (0, other, nine, 3), (1, seven, other, 3)].map(
        |(set, attackers, defenders, games)| {
            first_game += games;
            let agents = PerSide { attackers, defenders };
            PlayJob {
                first_game: first_game - games,
                games,
                seed: 1855,
                opening: OpeningPlies { random_plies: 4, sampled_plies: 2 },
                ..PlayJob::new(&rules[set], agents, PathBuf::new())
            }
        },
    )
}

/// A level is another agent under other rules: a network, whose games are in step with others, or alpha-beta search,
/// which plays alone.
#[test]
fn a_level_plays_the_games_of_whom_it_stands_for() {
    let names = ["imperial-contest", "brandubh"].map(str::to_owned);
    let rules = load_all(&names).expect("embedded");
    let backend = Backend::cpu();
    let of = |params, seed| Agent::Network(params, network(&rules[0], &backend, seed));
    let other = of(SearchParams::playing(6), 2);
    let learned = of(SearchParams { temperature: 0.7, ..SearchParams::playing(8) }, 1);
    let looks = "alphabeta:nodes=300".parse().expect("an agent");
    let elsewhere = prepare(&looks, Purpose::Measuring, &backend).expect("it needs no network");
    let players = PlayersOfLevel {
        learned: vec![("tafl9-1732-240", learned.clone())],
        elsewhere: elsewhere.clone(),
    };
    let level = Agent::Level(LevelName::find("club").expect("a level"), Box::new(players));

    let jobs = level_jobs(&rules, [&level, &level], &other);
    assert_eq!(jobs.each_ref().map(|job| job.games_in_step() > 1), [true, true, false]);
    assert_eq!(jobs[0].kernel(), Some(Kernel::best()));
    let folder = tempfile::tempdir().expect("a folder");
    let games = log_of(&jobs, &folder.path().join("level"), 10);
    for threads in [1, 2, 3] {
        let again = log_of(&jobs, &folder.path().join("level"), threads);
        assert!(again == games, "on {threads} threads");
    }

    let jobs = level_jobs(&rules, [&learned, &elsewhere], &other);
    let named = log_of(&jobs, &folder.path().join("named"), 2);
    let told = [learned, elsewhere]
        .iter()
        .fold(named, |named, agent| named.replace(&agent.label(), &level.label()));
    // The checksums of the lines cover the names.
    let same = |log: &str| -> Vec<String> {
        log.lines().filter_map(|line| Some(line.split_once(",\"check\"")?.0.to_owned())).collect()
    };
    assert_eq!(same(&told).len(), games.lines().count());
    assert!(same(&told) == same(&games), "the agents play other games under their own names");
}

#[test]
fn a_job_is_continued_by_its_own_kernel_alone() {
    let rules = &load_all(&["brandubh".to_owned()]).expect("embedded")[0];
    let folder = tempfile::tempdir().expect("a folder");
    let go_on = |backend: &Backend, games| {
        let agent = Agent::Network(SearchParams::playing(2), network(rules, backend, 1));
        let agents = PerSide::from_fn(|_| &agent);
        let job = PlayJob { games, ..PlayJob::new(rules, agents, folder.path().into()) };
        play("games", &[job]).map(|played| played.games)
    };
    let portable = Backend::on_cpu(Kernel::Portable);
    assert_eq!(go_on(&portable, 1).expect("a game"), 1);
    assert_eq!(go_on(&portable, 2).expect("one more"), 1);
    if Kernel::best() != Kernel::Portable {
        let told = go_on(&Backend::cpu(), 3).expect_err("another kernel").to_string();
        assert!(told.contains("begun with --kernel portable"), "{told}");
    }
    // Earlier versions named no kernel, and had no manifest.
    for name in ["manifest.jsonl", "games.lock"] {
        std::fs::remove_file(folder.path().join(name)).expect("removed");
    }
    let file = folder.path().join("job.json");
    let text = std::fs::read_to_string(&file).expect("players");
    let earlier: String = text.split_inclusive('\n').filter(|l| !l.contains("kernel")).collect();
    assert_ne!(earlier, text);
    std::fs::write(&file, earlier).expect("written");
    assert_eq!(go_on(&Backend::cpu(), 3).expect("one more"), 1);
}
