#!/usr/bin/env bash
# Everything that a change must pass: formatting, lints, tests, documentation, a minute of fuzzing.
# Usage: scripts/check.sh
# Needs the Rust toolchain, and Python 3.10 or later with venv and PyPI. Chromium, npm and a C++ compiler are used where
# they are; what is left out without them is said at the end. Dependencies are checked by scripts/deep.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; "$@"; }
skipped=()

# The test command is the README's, so that what users are told is what is checked.
test_command=$(sed -n 's/^\(cargo test .*\)$/\1/p' README.md | head -n 1)
[ -n "$test_command" ] || { echo "README.md names no test command" >&2; exit 1; }

# The pages are tested in a browser. On a Debian machine that may install one, it does.
has_browser() { command -v chromium chromium-browser google-chrome google-chrome-stable >/dev/null; }
if ! has_browser && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium) >/dev/null 2>&1 || true
fi
has_browser || skipped+=("the pages in a browser: no Chromium")
command -v npm >/dev/null || skipped+=("what axe-core says of the pages: no npm")

# Where the tests leave the program, and where Python's packages go.
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
program=$target/debug/imperial
venv=$target/python

step cargo fmt --all --check
# cargo does not see the modules that a macro declares.
step rustfmt --check --edition 2024 trainer/src/cli/*.rs
step cargo run --quiet --package structure
# The packages outside the workspace have lock files of their own, which fit the crates that they use.
for lock in $(git ls-files '*/Cargo.lock'); do
    step cargo metadata --quiet --locked --format-version 1 --manifest-path "${lock%.lock}.toml" >/dev/null
done
step bash -c "$test_command"
step cargo clippy --workspace --all-targets -- -D warnings
step scripts/python.sh test "$venv"
step scripts/check_datasets.sh "$program" "$venv"
step scripts/cluster/test_ray.sh "$program" "$venv"
step scripts/cluster/test_kubernetes.sh "$program" "$venv"
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --quiet
# A minute for two parsers, others each day; all of them have their time with `scripts/fuzz.sh MINUTES`.
if command -v c++ >/dev/null; then
    step scripts/fuzz.sh --smoke
else
    skipped+=("fuzzing: no C++ compiler")
fi
printf '\nall checks passed; skipped: %s\n' "${#skipped[@]}"
for one in "${skipped[@]}"; do printf '  %s\n' "$one"; done
