#!/usr/bin/env bash
# Kills every command that writes, at random times and without warning (SIGKILL), repeats it until it is complete, and
# compares what it wrote with what an unharmed one wrote, byte for byte. Then `imperial verify` looks at it, too. After each
# kill no log of games may have fewer whole lines than before: a game that is lost and played again would show nowhere
# else. In the end nothing of a killed writer may be left. Ends with 1 if anything was wrong; the last line is the row of
# docs/reliability.md.
# Usage: scripts/kill.sh [KILLS] [COMMAND…]     200 kills, spread over all commands, unless given
# SEED (usually 1855) decides the times. PROGRAM is what is killed; it is built in release mode where it is not given.
# Left out of the comparison: what tells the time (metrics.csv, training.html and their lines in manifest.jsonl), and locks.
# A file that is exported alone has no folder of its own: what a killed writer of it has left is swept after an hour.
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
    [otg]="import otg --out out"
    [solve]="solve tic-tac-toe --out out/solved.table"
)
order="selfplay shard merge train run balance attribute match rate learn report export opentafl network import lists otg solve"
[ $# -eq 0 ] || order=$*

imperial() { "$PROGRAM" "$@" </dev/null; }
quietly() { imperial "$@" >prepared.log 2>&1 || { cat prepared.log >&2; exit 1; }; }
quietly selfplay --rules tic-tac-toe --rules brandubh --agent rollouts:8 --games 20 --out games
quietly selfplay --rules brandubh --agent rollouts:8 --games 20 --out games-brandubh
for share in 0 1; do quietly selfplay --rules brandubh --agent rollouts:4 --games 40 --shard $share/2 --out share-$share; done
quietly export games --out dataset
quietly export games-brandubh --format opentafl --out otg
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
total=0 complete=0 games=0 broken=0

wrong() {
    printf '%s\n' "$1"
    cat "$2"
    broken=$((broken + 1))
}

# What killed writers have left.
left() {
    case $1 in
        network | solve) ;;
        *) find out \( -name '.*.part' -o -name .unfinished -o -name games.promise.json \) ;;
    esac
}

# What a command that ended has done is looked at; a kill damages nothing, so nothing is to be healed.
ended() {
    local name=$1 status=$2
    # What is complete is not written twice: it may have been killed after its last write. Its bytes are compared below.
    if [ "$status" != 0 ] && ! grep -q 'is there already\|is not empty' told.log; then
        wrong "$name: ends with $status" told.log
    else
        complete=$((complete + 1))
        left "$name" >left.log
        imperial verify out >verified.log 2>&1 || grep -q 'no `games.jsonl`' verified.log || wrong "$name: verify" verified.log
        [ ! -s left.log ] || wrong "$name: left over" left.log
        same "$name" || wrong "$name: not the same bytes" differences
    fi
    rm -rf out
    kept=0
}

# Whole lines of all logs of games, which may become no fewer: an import writes its own anew.
look_for_losses() {
    local now
    case $1 in import | lists | otg | merge) return ;; esac
    now=$(find out -name games.jsonl -exec cat {} + 2>/dev/null | wc -l) || true
    if [ "$now" -lt "$kept" ]; then
        echo "$now games where there were $kept" >lost.log
        wrong "$1: lost games" lost.log
    fi
    kept=$now
}

kill_one() {
    local name=$1 most=$2 words killed=0 began took process status wait kept=0
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
        if [ "$status" = 137 ]; then
            killed=$((killed + 1))
            look_for_losses "$name"
            games=$((games + kept))
        else
            ended "$name" "$status"
        fi
    done
    # To its end.
    status=0
    imperial "${words[@]}" >told.log 2>&1 || status=$?
    ended "$name" "$status"
    total=$((total + killed))
    printf '%-10s %4s kills (unharmed it takes %s ms)\n' "$name" "$killed" "$took"
}

count=$(wc -w <<<"$order")
each=$(((kills + count - 1) / count))
for name in $order; do kill_one "$name" "$each"; done
printf '| kills | `scripts/kill.sh %s` | %s SIGKILLs in %s minutes, %s for each of %s commands. %s works came to their end and were compared byte for byte; %s finished games lay in logs at a kill; %s wrong |\n' \
    "$kills" "$total" "$((SECONDS / 60 + 1))" "$each" "$count" "$complete" "$games" "$broken"
[ "$broken" = 0 ]
