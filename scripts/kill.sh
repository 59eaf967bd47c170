#!/usr/bin/env bash
# Kills every command that writes, at random times and without warning (SIGKILL), repeats it until it is complete, and
# compares what it wrote with what an unharmed one wrote, byte for byte. Then `imperial verify` looks at it, too.
# Usage: scripts/kill.sh [KILLS] [COMMAND…]     200 kills, spread over all commands, unless given
# SEED (usually 1855) decides the times. PROGRAM is what is killed; it is built in release mode where it is not given.
# Left out of the comparison: what tells the time (metrics.csv, training.html and their lines in manifest.jsonl), locks,
# and parts of files that a killed writer left, which the next writer sweeps after an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
kills=${1:-200}
shift || true
RANDOM=${SEED:-1855}
if [ -z "${PROGRAM:-}" ]; then
    cargo build --release --quiet
    PROGRAM=${CARGO_TARGET_DIR:-$root/target}/release/imperial
fi
PROGRAM=$(realpath "$PROGRAM")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Each writes into `out`. The sources beside it are made first, and no command that is killed writes them.
declare -A commands=(
    [selfplay]="selfplay --rules tic-tac-toe --rules brandubh --agent rollouts:8 --games 30 --threads 2 --out out"
    [shard]="selfplay --rules brandubh --agent rollouts:4 --games 40 --shard 0/2 --threads 2 --out out"
    [merge]="merge share-0 share-1 --out out"
    [train]="train --config $root/trainer/tests/training.toml --set generations=2 --set first.games=6 --set games.games=6 --set first.agent=rollouts:4 --threads 2 --out out"
    [run]="run --config experiment.toml --threads 2 --out out"
    [balance]="balance brandubh mini-tablut --agents random,rollouts:4 --games 12 --pairs 4 --threads 2 --out out"
    [attribute]="attribute brandubh brandubh-throneless --agents random --games 20 --threads 2 --out out"
    [match]="match --rules brandubh --agent rollouts:8 --against rollouts:4 --pairs 10 --threads 2 --out out"
    [rate]="rate --rules brandubh --agent random --agent rollouts:4 --agent rollouts:8 --pairs 4 --threads 2 --out out"
    [learn]="learn --games games-brandubh --steps 30 --batch 16 --blocks 1 --channels 8 --threads 2 --out out"
    [report]="report games games --out out"
    [export]="export games --format parquet,csv,npz --out out"
    [opentafl]="export games-brandubh --format opentafl --out out"
    [network]="export tafl9-1732 --format onnx --out out/network.onnx"
    [import]="import dataset --out out"
    [lists]="import moves.txt --rules brandubh --agent people --out out"
    [solve]="solve tic-tac-toe --out out/solved.table"
)
order="selfplay shard merge train run balance attribute match rate learn report export opentafl network import lists solve"
[ $# -eq 0 ] || order=$*

imperial() { "$PROGRAM" "$@" </dev/null; }
quietly() { imperial "$@" >prepared.log 2>&1 || { cat prepared.log >&2; exit 1; }; }
quietly selfplay --rules tic-tac-toe --rules brandubh --agent rollouts:8 --games 20 --out games
quietly selfplay --rules brandubh --agent rollouts:8 --games 20 --out games-brandubh
for share in 0 1; do quietly selfplay --rules brandubh --agent rollouts:4 --games 40 --shard $share/2 --out share-$share; done
quietly export games --out dataset
cat >experiment.toml <<END
name = "small"
title = "A small run"
seed = 7
rules = ["mini-tablut", "brandubh"]
[training]
generations = 2
network = { blocks = 1, channels = 4 }
first = { agent = "rollouts:8", games = 8 }
games = { games = 8, playouts = [4, 4], quick_playouts = 2 }
learning = { batch = 8, reuse = 0.5, warm_up = 5, average_decay = 0.9 }
[compare]
agents = [
    { agent = "random", games = 8 },
    { agent = "rollouts:4", games = 4 },
    { agent = "network:4@learned", games = 4 },
]
END
# A line of moves for each game.
while read -r game; do
    grep -o '"move":"[^"]*"' <<<"$game" | sed 's/"move":"//; s/"$//' | paste -sd ' '
done <games-brandubh/brandubh/games.jsonl >moves.txt

# Games of a share lie in the order in which they ended, until shares are joined.
same() {
    [ "$1" != shard ] || find calm out -name games.jsonl -exec sort -o {} {} ';'
    diff -rq -x manifest.jsonl -x '*.lock' -x metrics.csv -x training.html -x '.*.part' calm "out" >differences 2>&1
}

# Counts of all commands.
total=0 complete=0 repaired=0 anew=0 broken=0

# What a command that ended says is looked at: complete, or refused with a way on, which is gone.
ended() {
    local name=$1 status=$2
    # A file that is complete is not written twice.
    if [ "$status" = 0 ] || grep -q 'is there already' told.log; then
        complete=$((complete + 1))
        if ! same "$name"; then
            printf '%s: not the same bytes\n' "$name"; cat differences; broken=$((broken + 1))
        elif ! imperial verify out >verified.log 2>&1 && ! grep -q 'no `games.jsonl`\|nothing to check' verified.log; then
            printf '%s: verify\n' "$name"; cat verified.log; broken=$((broken + 1))
        fi
        rm -rf out
    elif grep -q -e '--repair' told.log; then
        repaired=$((repaired + 1))
        imperial verify --repair out >/dev/null 2>&1 || true
    elif grep -q 'choose another folder or empty it\|is not empty' told.log; then
        anew=$((anew + 1))
        rm -rf out
    else
        printf '%s: ends with %s\n' "$name" "$status"; cat told.log; broken=$((broken + 1))
        rm -rf out
    fi
}

kill_one() {
    local name=$1 most=$2 words killed=0 began took process status wait
    read -ra words <<<"${commands[$name]}"
    rm -rf out calm
    began=$(date +%s%N)
    quietly "${words[@]}"
    took=$((($(date +%s%N) - began) / 1000000))
    mv out calm
    while [ "$killed" -lt "$most" ]; do
        "$PROGRAM" "${words[@]}" </dev/null >told.log 2>&1 &
        process=$!
        # Mostly short, so that several kills fall into one work.
        wait=$((took * (RANDOM % 1000) / 1500))
        sleep "$((wait / 1000)).$(printf %03d $((wait % 1000)))"
        kill -9 "$process" 2>/dev/null || true
        status=0
        { wait "$process"; } 2>/dev/null || status=$?
        [ "$status" != 137 ] || killed=$((killed + 1))
        [ "$status" = 137 ] || ended "$name" "$status"
    done
    # To its end.
    for _ in 1 2 3; do
        status=0
        imperial "${words[@]}" >told.log 2>&1 || status=$?
        ended "$name" "$status"
        [ -d out ] || break
    done
    [ ! -d out ] || { printf '%s: never complete\n' "$name"; broken=$((broken + 1)); }
    total=$((total + killed))
    printf '%-10s %4s kills (unharmed it takes %s ms)\n' "$name" "$killed" "$took"
}

count=$(wc -w <<<"$order")
each=$(((kills + count - 1) / count))
for name in $order; do kill_one "$name" "$each"; done
printf '%s kills, %s works complete and compared, %s repaired, %s begun anew, %s broken\n' \
    "$total" "$complete" "$repaired" "$anew" "$broken"
[ "$broken" = 0 ]
