#!/usr/bin/env bash
# Everything that a change must pass: formatting, lints, tests, documentation, licences.
# Usage: scripts/check.sh
# Needs the Rust toolchain alone; cargo-deny is used where it is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }

# The test command is the README's, so that what users are told is what is checked.
test_command=$(sed -n 's/^\(cargo test .*\)$/\1/p' README.md | head -n 1)
[ -n "$test_command" ] || { echo "README.md names no test command" >&2; exit 1; }

step cargo fmt --all --check
step bash -c "$test_command"
step cargo clippy --workspace --all-targets -- -D warnings
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --quiet
if command -v cargo-deny >/dev/null; then step cargo deny check; fi
printf '\nall checks passed\n'
