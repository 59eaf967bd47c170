#!/usr/bin/env bash
# The tests that look ten times as far: more games, positions, random rule sets and kills than scripts/check.sh has.
# Also licences, sources and versions of all dependencies, by cargo-deny, which it installs where it is missing.
# Takes about an hour on two cores. Writes docs/deep.md anew.
# Usage: scripts/deep.sh [TIMES [PART]]
#        TIMES   how many times as far (10 if not given)
#        PART    runs only what is called so in the table, `chess` for instance; the other rows stay
set -euo pipefail
cd "$(dirname "$0")/.."

export IMPERIAL_DEEP=${1:-10}
page=docs/deep.md
commit=$(git rev-parse --short=12 HEAD)
git diff --quiet HEAD || commit="$commit with changes"
part=${2:-}
rows=""
failed=0

# What it is, and the command.
deep_command() {
    local what=$1 started=$SECONDS result
    shift
    if [[ $what != *"$part"* ]]; then
        rows+=$(grep -F "| $what |" "$page" || echo "| $what | \`$*\` | | | |")$'\n'
        return
    fi
    printf '\n== %s\n' "$what"
    if "$@"; then result=passed; else result=FAILED; failed=1; fi
    rows+="| $what | \`$*\` | $result | $(((SECONDS - started + 59) / 60)) min | $(date -u +%F), $commit |"$'\n'
}

# What it is, and what cargo is told.
deep() {
    local what=$1
    shift
    deep_command "$what" cargo "$@"
}

command -v cargo-deny >/dev/null || cargo install --locked cargo-deny

deep "tafl against the slow reference" test --workspace --test engine reference_agrees
deep "hunt games against the slow reference" test --workspace --test engine hunt_agrees
deep "Dablot against the slow reference" test --workspace --test engine dablot_agrees
deep "chess against the slow reference" test --workspace --test engine chess_agrees
deep "the laws of every game" test --workspace --test engine conformance::
deep "wins in one ply" test --workspace --test engine wins_in_one
deep "intervals over trainings" test --workspace --lib trainings -- --nocapture
deep "runs and trainings that are killed" test --workspace --test whole_loop
deep "a crowd at the page, in a release build" test --release --workspace --test crowd -- --nocapture
deep_command "the Python package" scripts/python.sh deep
deep "writes on a disk that fails" test --workspace --test faults -- --nocapture
deep_command "array jobs of Slurm" scripts/cluster/test_slurm.sh
deep "the dependencies" deny check bans licenses sources

# The page up to its table stays; the rows are new.
{
    sed '/^Last results/,$d' "$page"
    printf 'Last results, with IMPERIAL_DEEP=%s:\n\n' "$IMPERIAL_DEEP"
    printf '| what | command | result | time | when, commit |\n|---|---|---|---|---|\n%s' "$rows"
} > "$page.new"
mv "$page.new" "$page"
exit "$failed"
