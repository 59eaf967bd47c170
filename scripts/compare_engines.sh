#!/usr/bin/env bash
# How fast random games of tablut are here and with the crate `hnefatafl` 0.0.2 from crates.io.
# Usage: scripts/compare_engines.sh [ROUNDS [SECONDS]]
#   ROUNDS   turns that each engine gets, alternating (default 5)
#   SECONDS  length of a turn (default 2)
# Output: a line for each turn, then for each engine games, plies, games/s and plies/s over all turns,
# and the ratio; per second of CPU time where the system tells it (Linux). One thread; both play
# uniformly random moves to the end by their own rules, cut off after 512 plies. Needs the Rust
# toolchain, and the network once, to fetch the crate.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --quiet --release --manifest-path scripts/compare_engines/Cargo.toml \
    --target-dir "${CARGO_TARGET_DIR:-target}/compare_engines" -- "$@"
