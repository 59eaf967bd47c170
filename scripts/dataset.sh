#!/usr/bin/env bash
# A dataset that can be published: positions of every tafl rule set, with card, checksums and licence.
# Usage: scripts/dataset.sh OUT [POSITIONS [PROGRAM]]
#        OUT         the folder for games and dataset; the same command goes on where it was stopped
#        POSITIONS   a million if not given; each rule set has the same share
#        PROGRAM     is the program; a release build if not given
# The network that has learned the rules plays, with $PLAYOUTS playouts (64), or $NETWORK, if you want another agent; tree
# search with random games ($SEARCH) where none knows the board. Needs the Rust toolchain and Python 3. A million
# positions take hours; see docs/data.md.
set -euo pipefail

out=$(realpath -m "${1:?say where the dataset goes: scripts/dataset.sh OUT [POSITIONS]}")
positions=${2:-1000000}
cd "$(dirname "$0")/.."
program=${3:-${CARGO_TARGET_DIR:-target}/release/imperial}
[ -n "${3:-}" ] || cargo build --release --quiet
search=${SEARCH:-rollouts:64}

mapfile -t rules < <("$program" rules --json |
    python3 -c 'import json, sys; [print(r["name"]) for r in map(json.loads, sys.stdin) if r.get("game") == "tafl"]')
share=$(((positions + ${#rules[@]} - 1) / ${#rules[@]}))

# Plies of a log of games.
count() { python3 -c 'import json, sys; print(sum(len(json.loads(line)["plies"]) for line in open(sys.argv[1])))' "$1"; }

# Games of one rule set: some to see how long they are, then as many as its share needs.
play() {
    local name=$1 agent=$2 games=40 log=$out/games/$1/games.jsonl plies
    "$program" selfplay --rules "$name" --agent "$agent" --games "$games" --out "$out/games" || return
    plies=$(count "$log") || return
    while [ "$plies" -lt "$share" ]; do
        # One more than the mean length asks for, so that this ends.
        games=$((games * share / plies + 1))
        "$program" selfplay --rules "$name" --agent "$agent" --games "$games" --out "$out/games" || return
        plies=$(count "$log") || return
    done
}

# The agent for a rule set.
agent() {
    local network
    network=$("$program" agents --rules "$1" --json |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["network"] or "")') || return
    if [ -n "$network" ]; then echo "${NETWORK:-network:${PLAYOUTS:-64}@$network}"; else echo "$search"; fi
}

for name in "${rules[@]}"; do
    agent=$(agent "$name")
    play "$name" "$agent"
done
"$program" verify "$out/games"
"$program" export "$out/games" --format parquet,npz --deduplicate --license cc0-1.0 \
    --title "Tafl: $positions positions of ${#rules[@]} rule sets" --out "$out/dataset"
"$program" verify "$out/dataset"
du -sh "$out/dataset"
