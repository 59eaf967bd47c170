//! Learning by burn goes the way of our own code.

use imperial_engine::games::tic_tac_toe::TicTacToe;

use super::*;
use crate::Schedule;
use crate::tests::samples;

fn config() -> LearnConfig {
    let schedule = Schedule { warm_up: 5, total: 100, peak: 3e-3, end: 1e-4 };
    LearnConfig { batch: 32, schedule, ..LearnConfig::default() }
}

fn learner(backend: &Backend) -> Learner {
    let net = NetConfig::for_game(&TicTacToe).with_trunk(2, 16);
    Learner::new(&net, config(), backend, 1855)
}

fn flex() -> Backend {
    Backend::named("flex", None).unwrap()
}

fn totals(learner: &mut Learner, steps: usize) -> Vec<f32> {
    let samples = samples(64);
    (0..steps).map(|_| learner.step_on(&samples).unwrap().total).collect()
}

/// Loss by loss, up to a share of them.
fn assert_alike(found: &[f32], expected: &[f32], tolerance: f32) {
    for (step, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found - expected).abs() / expected;
        assert!(error <= tolerance, "step {step}: {found} and {expected}");
    }
}

#[test]
fn a_device_learns_what_the_cpu_learns() {
    let (mut ours, mut burns) = (learner(&Backend::cpu()), learner(&flex()));
    ours = ours.with_kernel(Some(Kernel::best()), Precision::Exact);
    let expected = totals(&mut ours, 20);
    assert_alike(&totals(&mut burns, 20), &expected, 1e-3);
    let batch = Batch::draw(&samples(64), 64, &mut game_stream(3, 3));
    let before = learner(&flex()).losses(&batch).total;
    let [ours, burns] = [&ours, &burns].map(|learner| learner.losses(&batch).total);
    assert!(burns < 0.95 * before, "{before} before, {burns} after");
    assert!((ours - burns).abs() <= 1e-3 * ours, "of the average: {ours} and {burns}");
}

/// As GPUs compute: gradients in 16 bits, and weights that keep what is smaller.
#[test]
fn gradients_in_16_bits_lead_the_same_way() {
    let expected = totals(&mut learner(&flex()), 20);
    let mut short = learner(&flex());
    let State::Device(state) = &short.state else { panic!("a device") };
    let [latest, average, ..] = state.all();
    let networks = [&latest, &average]
        .map(|weights| Network::from_weights(&short.net, weights, &Device::flex()));
    short.state = State::Device(Box::new(DeviceState::new(networks, None, Precision::Fast)));
    let found = totals(&mut short, 20);
    assert_ne!(found, expected);
    assert_alike(&found, &expected, 0.03);
}

#[test]
fn a_device_goes_on_where_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learner.bpk");
    let mut whole = learner(&flex());
    totals(&mut whole, 7);
    whole.save(&path).unwrap();
    let mut resumed = Learner::resume(&path, whole.net_config(), &flex()).unwrap();
    assert_eq!(resumed.network().hash(), whole.network().hash());
    assert_eq!(totals(&mut resumed, 5), totals(&mut whole, 5));
    // And the CPU can take over.
    let mut ours = Learner::resume(&path, whole.net_config(), &Backend::cpu()).unwrap();
    let mut burns = Learner::resume(&path, whole.net_config(), &flex()).unwrap();
    assert_alike(&totals(&mut ours, 10), &totals(&mut burns, 10), 1e-3);
}

#[test]
fn a_batch_that_leads_nowhere_changes_nothing() {
    for backend in [Backend::cpu(), flex()] {
        let mut learner = learner(&backend);
        totals(&mut learner, 2);
        let (hash, progress) = (learner.network().hash(), learner.progress().clone());
        let mut batch = Batch::draw(&samples(8), 8, &mut game_stream(3, 3));
        batch.weights[0] = f32::NAN;
        assert_eq!(learner.step(&batch), Err(Diverged));
        assert_eq!((learner.network().hash(), learner.progress()), (hash, &progress));
        totals(&mut learner, 1);
    }
}
