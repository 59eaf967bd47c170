//! Lines of OTEP, as both ends say them, and agents as people write them: read and written alike, or refused.

#![no_main]

use imperial_play::agent::AgentSpec;
use imperial_play::otep::{EngineLine, HostLine};
use libfuzzer_sys::fuzz_target;

/// A line of each kind, and agents of each kind.
const SEEDS: [&str; 20] = [
    "hello",
    "rules dim:7 surf:n atkf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "position /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
    "side attackers",
    "clock 300000* 300000* 30 3 3",
    "play defenders",
    "move d7-c7",
    "error 2",
    "opponent-move d7-c7|d5-c5 /3t3/",
    "analyze 3 10",
    "finish 2",
    "simple-moves on",
    "analysis 2 d7-c7|d5-c5 0.5 d7-b7 -12",
    "error -1 no memory",
    "status thinking",
    "network[lookahead=1]:64@tafl9-1732",
    "reuse:puct:16@learned",
    "alphabeta:250ms",
    "level:master",
    "otep:java -jar OpenTafl.jar --engine",
];

fuzz_target!(
    init: imperial_fuzz_seeds::write(|| SEEDS.to_vec()),
    |text: &str| {
        if let Ok(line) = text.parse::<HostLine>() {
            let written = line.to_string();
            assert_eq!(written.parse::<HostLine>().as_ref(), Ok(&line), "{written}");
        }
        // What is for people is shortened, and a value may be no number.
        if let Ok(Some(line)) = EngineLine::read(text) {
            let written = line.to_string();
            assert!(matches!(EngineLine::read(&written), Ok(Some(_))), "{written}");
        }
        if let Ok(agent) = text.parse::<AgentSpec>() {
            let written = agent.to_string();
            assert_eq!(written.parse::<AgentSpec>().as_ref(), Ok(&agent), "{written}");
        }
    }
);
