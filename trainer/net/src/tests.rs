//! Learning as a whole, on tic-tac-toe.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use burn::tensor::Device;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Action, Game, Outcome, Side, Wdl, game_stream};
use tempfile::tempdir;

use super::arrays::prefixed;
use super::file::Contents;
use super::test_game::Meadow;
use super::*;

/// Positions of random games with a policy that prefers the move with the largest number.
pub(super) fn samples(count: usize) -> Vec<Sample> {
    let game = TicTacToe;
    let source = SampleSource::new(&game);
    (0..).flat_map(|seed| random_game(&source, game, seed)).take(count).collect()
}

fn random_game(source: &Arc<SampleSource>, game: TicTacToe, seed: u64) -> Vec<Sample> {
    let mut rng = game_stream(seed, 0);
    let (mut position, mut moves) = (game.start(Side::Attackers), Vec::new());
    let mut path = Vec::new();
    while let Some(mv) = game.random_move(&position, &mut rng, &mut moves) {
        path.push((position, moves.clone()));
        game.play(&mut position, mv);
    }
    let wdl = game.outcome(&position).map_or(EVEN, Outcome::wdl);
    path.iter()
        .enumerate()
        .map(|(ply, (position, moves))| {
            let policy: Vec<_> = moves
                .iter()
                .map(|mv| (*mv, f32::from(mv == moves.iter().max().unwrap())))
                .collect();
            let left = (path.len() - ply) as u32;
            Sample::new(source, &game, position, &policy, wdl, left)
        })
        .collect()
}

const EVEN: Wdl = Wdl { attackers: 0.0, draw: 1.0, defenders: 0.0 };

fn learner(config: LearnConfig) -> Learner {
    let net = NetConfig::for_game(&TicTacToe).with_trunk(2, 16);
    Learner::new(&net, config, &Backend::cpu(), 1855)
}

fn quick() -> LearnConfig {
    let schedule = Schedule { warm_up: 10, total: 150, peak: 1e-2, end: 1e-4 };
    LearnConfig { batch: 64, schedule, ..LearnConfig::default() }
}

/// All losses as bits.
fn bits(losses: &[Losses]) -> Vec<[u32; 6]> {
    let one = |l: &Losses| {
        let parts = ["policy", "value", "plies_left", "reply", "occupancy"].map(|name| l.get(name));
        let [policy, value, plies_left, reply, occupancy] = parts;
        [l.total, policy, value, plies_left, reply, occupancy].map(f32::to_bits)
    };
    losses.iter().map(one).collect()
}

#[test]
fn sixty_four_samples_are_learnt_by_heart() {
    let samples = samples(64);
    let untouched: Vec<(&Sample, usize)> = samples.iter().map(|sample| (sample, 0)).collect();
    let batch = Batch::new(&untouched);
    let mut learner = learner(quick());
    let first = learner.step(&batch).unwrap();
    for _ in 0..150 {
        learner.step(&batch).unwrap();
    }
    let last = learner.step(&batch).unwrap();
    assert!(first.get("policy") > 1.0 && first.get("value") > 1.0, "{first:?}");
    // Equal positions with different results keep the value's loss from falling to 0.
    assert!(
        last.get("policy") < 0.05 && last.get("value") < 0.45 && last.get("plies_left") < 0.15,
        "{last:?}"
    );
}

/// Samples of games without sense, with all targets.
fn meadows(boards: &[(u16, u16)], count: u64) -> Vec<Sample> {
    let one = |seed: u64| {
        let (width, height) = boards[seed as usize % boards.len()];
        let game = Meadow { width, height, rules: vec![0.5, -1.0, seed as f32 / count as f32] };
        let policy = |moves: Vec<Action>| -> Vec<_> {
            moves.into_iter().zip([1.0].into_iter().chain(std::iter::repeat(0.0))).collect()
        };
        let reply = move_shares(&game, &policy(game.moves(&(seed + 1000))));
        let source = SampleSource::new(&game);
        Sample::new(&source, &game, &seed, &policy(game.moves(&seed)), EVEN, seed as u32)
            .with_reply(reply)
            .with_occupancy(occupancy(&game, &(seed + 2000)))
    };
    (0..count).map(one).collect()
}

#[test]
fn boards_of_several_sizes_are_learnt_together() {
    let samples = meadows(&[(5, 5), (4, 8), (9, 9)], 24);
    let net = NetConfig::for_game(&Meadow::square(5)).with_trunk(2, 32);
    let schedule = Schedule { warm_up: 10, total: 400, peak: 1e-2, end: 1e-3 };
    let config = LearnConfig { batch: 16, schedule, reply_weight: 1.0, ..LearnConfig::default() };
    let mut learner = Learner::new(&net, config, &Backend::cpu(), 7);
    let mean = |losses: &[Losses], loss: fn(&Losses) -> f32| {
        losses.iter().map(loss).sum::<f32>() / losses.len() as f32
    };
    let losses: Vec<Losses> = (0..400).map(|_| learner.step_on(&samples).unwrap()).collect();
    let (first, last) = (&losses[..20], &losses[380..]);
    let falls = |loss: fn(&Losses) -> f32| mean(last, loss) / mean(first, loss);
    let falls =
        [falls(|l| l.get("policy")), falls(|l| l.get("reply")), falls(|l| l.get("occupancy"))];
    // What stands on the squares is drawn by lot and has to be learned by heart, square by square.
    assert!(falls[0] < 0.7 && falls[1] < 0.7 && falls[2] < 0.9, "{falls:?}");
}

#[test]
fn a_sample_of_no_weight_changes_nothing() {
    let samples = meadows(&[(5, 5)], 3);
    let net = NetConfig::for_game(&Meadow::square(5)).with_trunk(1, 16);
    let learn = |samples: &[(&Sample, usize)]| {
        let mut learner = Learner::new(&net, quick(), &Backend::cpu(), 7);
        let batch = Batch::new(samples);
        (0..5).map(|_| learner.step(&batch).unwrap()).next_back().unwrap()
    };
    let weightless = samples[2].clone().with_weight(0.0);
    let with = learn(&[(&samples[0], 0), (&weightless, 0), (&samples[1], 0)]);
    let without = learn(&[(&samples[0], 0), (&samples[1], 0)]);
    let heavier = samples[1].clone().with_weight(2.0);
    let other = learn(&[(&samples[0], 0), (&heavier, 0)]);
    assert!((with.total - without.total).abs() < 1e-4 * without.total, "{with:?} {without:?}");
    assert!((other.total - without.total).abs() > 1e-3 * without.total, "{other:?} {without:?}");
}

#[test]
fn the_same_seed_gives_the_same_losses() {
    let samples = samples(200);
    let run = || -> Vec<Losses> {
        let mut learner = learner(quick());
        (0..10).map(|_| learner.step_on(&samples).unwrap()).collect()
    };
    assert_eq!(bits(&run()), bits(&run()));
}

#[test]
fn losses_do_not_depend_on_the_number_of_threads() {
    let samples = samples(200);
    let net = NetConfig::for_game(&TicTacToe).with_trunk(2, 32);
    let config = LearnConfig { batch: 256, ..quick() };
    let run = |threads: usize| -> Vec<Losses> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut learner = Learner::new(&net, config.clone(), &Backend::cpu(), 7);
            (0..10).map(|_| learner.step_on(&samples).unwrap()).collect()
        })
    };
    let one = bits(&run(1));
    assert_eq!(one, bits(&run(2)));
    assert_eq!(one, bits(&run(5)));
}

#[test]
fn a_resumed_run_goes_on_as_if_never_interrupted() {
    let samples = samples(100);
    let directory = tempdir().unwrap();
    let path = directory.path().join("learner.bpk");
    let mut whole = learner(quick());
    for interruption in [0, 5, 6] {
        while whole.progress().step < interruption {
            whole.step_on(&samples).unwrap();
        }
        whole.save(&path).unwrap();
        let mut resumed =
            Learner::resume(&path, whole.network().config(), &Backend::cpu()).unwrap();
        assert_eq!(resumed.progress(), whole.progress());
        assert_eq!(resumed.config(), whole.config());
        assert_eq!(resumed.network().hash(), whole.network().hash());
        let mut ahead = learner(quick());
        for _ in 0..interruption {
            ahead.step_on(&samples).unwrap();
        }
        let expected: Vec<Losses> = (0..5).map(|_| ahead.step_on(&samples).unwrap()).collect();
        let found: Vec<Losses> = (0..5).map(|_| resumed.step_on(&samples).unwrap()).collect();
        assert_eq!(bits(&found), bits(&expected));
        assert_eq!(resumed.network().hash(), ahead.network().hash());
    }
}

#[test]
fn a_network_on_disk_is_the_same_network() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    let network = learner(quick()).network();
    assert!(network.config().reply);
    NetFile::save(&path, &network).unwrap();
    let loaded = NetFile::load(&path, &Device::flex()).unwrap();
    assert_eq!(loaded.config(), network.config());
    assert_eq!(loaded.hash(), network.hash());
    assert_eq!(CpuNet::new(&loaded).hash(), network.hash());
    let other = Network::new(network.config(), &Device::flex(), 2);
    assert_ne!(other.hash(), network.hash());
}

/// A network for tic-tac-toe that an earlier version learned and wrote, a burnpack, and its hash.
const EARLIER: &[u8] = include_bytes!("../tests/earlier.net");
const EARLIER_HASH: &str = "58a8f84b0e404a55b8b73e9461482a6f23c258034ea3c0766c92b0f256801f57";

#[test]
fn a_checkpoint_of_an_earlier_version_is_resumed() {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/earlier.bpk"));
    let net = NetConfig::for_game(&TicTacToe).with_trunk(2, 2);
    let mut learner = Learner::resume(path, &net, &Backend::cpu()).unwrap();
    assert_eq!((learner.progress().step, learner.network().hash()), (3, EARLIER_HASH.to_owned()));
    assert!(learner.step_on(&samples(8)).is_ok());
}

#[test]
fn a_network_of_an_earlier_version_is_read_and_written_anew() {
    let device = Device::flex();
    let earlier = NetFile::from_bytes(Path::new("earlier.net"), EARLIER, &device).unwrap();
    assert_eq!(earlier.hash(), EARLIER_HASH);
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    NetFile::save(&path, &earlier).unwrap();
    let again = NetFile::load(&path, &device).unwrap();
    assert_eq!((again.hash(), again.training()), (earlier.hash(), earlier.training()));
    let bytes = std::fs::read(&path).unwrap();
    NetFile::save(&path, &again).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "the same network is the same file");
    for place in (0..EARLIER.len()).step_by(EARLIER.len() / 50) {
        let mut damaged = EARLIER.to_vec();
        damaged[place] ^= 4;
        if let Ok(network) = NetFile::from_bytes(Path::new("earlier.net"), &damaged, &device) {
            assert_eq!(network.hash(), earlier.hash(), "byte {place}");
        }
    }
}

#[test]
fn a_network_keeps_its_training() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    let mut learner = learner(quick());
    assert_eq!(learner.network().training(), None);
    let named = learner.network().of_training(Some("tafl9, seed 1855".to_owned()));
    NetFile::save(&path, &named).unwrap();
    let loaded = NetFile::load(&path, &Device::flex().autodiff()).unwrap();
    assert_eq!(loaded.training(), Some("tafl9, seed 1855"));
    assert_eq!(loaded.hash(), learner.network().hash(), "the name is no weight");
    // A network that learns on still comes from there.
    learner = Learner::from_network(loaded, quick(), &Backend::cpu(), 1);
    learner.step_on(&samples(8)).unwrap();
    assert_eq!(learner.network().training(), Some("tafl9, seed 1855"));
    NetFile::save(&path, &named.of_training(None)).unwrap();
    assert_eq!(NetFile::load(&path, &Device::flex()).unwrap().training(), None);
}

#[test]
fn a_network_without_the_heads_of_learning_is_kept_and_played() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    let config = NetConfig { reply: false, ..NetConfig::for_game(&TicTacToe).with_trunk(1, 16) };
    let network = Network::new(&config, &Device::flex(), 2);
    NetFile::save(&path, &network).unwrap();
    let loaded = NetFile::load(&path, &Device::flex()).unwrap();
    assert_eq!((loaded.config(), loaded.hash()), (&config, network.hash()));
    CpuEvaluator::new(Arc::new(CpuNet::new(&loaded)), &TicTacToe).unwrap();
}

#[test]
fn files_of_another_kind_are_named_for_what_they_are() {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (learner, device) = (learner(quick()), Device::flex());
    let config = learner.network().config().clone();
    learner.save(&path("learner.bpk")).unwrap();
    NetFile::save(&path("net.net"), &learner.network()).unwrap();
    std::fs::write(path("notes.txt"), "remember the milk, and the castle too").unwrap();

    let error = NetFile::load(&path("learner.bpk"), &device).unwrap_err();
    assert!(matches!(error, NetFileError::Kind { .. }), "{error}");
    let error = Learner::resume(&path("net.net"), &config, &Backend::cpu()).unwrap_err();
    assert!(error.to_string().contains("found imperial network"), "{error}");
    let error = NetFile::load(&path("notes.txt"), &device).unwrap_err();
    assert!(error.to_string().contains("notes.txt: not a network file"), "{error}");
    let error = NetFile::load(&path("nothing.bpk"), &device).unwrap_err();
    assert!(matches!(error, NetFileError::Io { .. }), "{error}");
    let wider = config.with_trunk(2, 24);
    let error = Learner::resume(&path("learner.bpk"), &wider, &Backend::cpu()).unwrap_err();
    assert!(error.to_string().ends_with("learner.bpk: channels: expected 24, found 16"), "{error}");
}

#[test]
fn a_small_file_makes_no_large_network() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    let learner = learner(quick());
    let small = learner.network();
    for (blocks, channels) in [(1, 2048), (512, 128)] {
        let net = small.config().clone().with_trunk(blocks, channels);
        let arrays = prefixed("weights", small.arrays());
        // Its digest is right: whoever wrote it wanted it so.
        let contents = Contents { path: path.clone(), net, extra: BTreeMap::new(), arrays };
        contents.write_pack("imperial network").unwrap();
        let error = NetFile::load(&path, &Device::flex()).unwrap_err().to_string();
        assert!(error.contains("weights and has room for"), "{error}");
    }
}

#[test]
fn a_damaged_file_is_refused_wherever_the_damage_is() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("net.net");
    let learner = learner(quick());
    NetFile::save(&path, &learner.network()).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let hash = learner.network().hash();
    for place in (0..whole.len()).step_by(whole.len() / 150) {
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        std::fs::write(&path, damaged).unwrap();
        // Padding between tensors may change; the network may not.
        if let Ok(network) = NetFile::load(&path, &Device::flex()) {
            assert_eq!(network.hash(), hash, "byte {place}");
        }
    }
    for length in [0, 5, 100, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(NetFile::load(&path, &Device::flex()).is_err(), "{length} bytes");
    }
}
