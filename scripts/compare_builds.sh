#!/usr/bin/env bash
# Whether two builds of the program do the same: games, networks, tables and figures from the same seeds.
# Usage: scripts/compare_builds.sh OLD NEW [FOLDER]
#   OLD, NEW   two programs
#   FOLDER     where what they wrote is kept (default: a temporary one)
# Prints the differences and exits with 1 if there are any. Versions, times and the names of columns are not
# compared. Ten minutes on two cores.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)

[[ $# -ge 2 ]] || { sed -n '2,7s/^# //p' "$0"; exit 2; }
old=$(realpath "$1")
new=$(realpath "$2")
folder=${3:-$(mktemp -d)}
mkdir -p "$folder/old" "$folder/new"

# Versions and times differ between builds, and with them the checksums of lines.
plain() {
    sed -E 's/"engine":"[^"]*"/"engine":"-"/; s/^\{"format":[0-9]+/{"format":-/; s/,"check":"[0-9a-f]*"\}$/}/; s/"seconds":[0-9.]+/"seconds":0/g'
}

# Everything that PROGRAM does is written to text files in the working folder.
record() {
    local program=$1
    local version
    local -a all nine
    version=$("$program" --version | awk '{ print $2 }')
    mapfile -t all < <("$program" rules | awk '/^  / { print $1 }')
    mapfile -t nine < <("$program" rules | awk 'NF == 1 { board = $1 } NF > 1 && board == "9x9" { print $1 }')

    for rules in "${all[@]}"; do
        "$program" perft --rules "$rules" --depth 3 --json
    done 2>&1 | plain > perft.txt

    "$program" selfplay "${all[@]/#/--rules=}" --agent rollouts:8 --games 4 --seed 1 --out games/rollouts
    for agent in network:8 puct:24 reuse:network:8 'network[lookahead=1]:16'; do
        "$program" selfplay "${nine[@]/#/--rules=}" --agent "$agent" --games 3 --seed 2 --out "games/${agent%%:*}"
    done
    find games -name games.jsonl | sort | while read -r file; do
        echo "$file"
        plain < "$file"
    done > games.txt
    "$program" verify games > verify.txt
    "$program" export games/rollouts --format csv --out tables > export.txt
    # The checksums follow from the rest, and that names the version; others name the command.
    rm tables/SHA256SUMS tables/dataset.json tables/croissant.json
    find tables -type f -exec sed -i "s/\b${version//./[.]}\b/-/" {} +

    "$program" train --config "$repository/trainer/tests/training.toml" --out training > train.txt
    "$program" selfplay --rules brandubh --rules imperial-contest --agent network:8@training/network.net \
        --games 4 --seed 3 --out learned
    plain < learned/brandubh/games.jsonl > learned.txt
    plain < learned/imperial-contest/games.jsonl >> learned.txt

    for rules in "${nine[@]}"; do
        "$program" analyse --rules "$rules" --agent network:300 --json
        "$program" analyse --rules "$rules" --agent puct:700 --threads 2 --json
    done > analyse.txt
    "$program" match --rules brandubh --rules tablut-unibo --agent rollouts:32 --against rollouts:8 --pairs 20 > match.txt
    "$program" balance brandubh imperial-contest --agents random,rollouts:8,network:4 --games 30 --pairs 10 \
        --out balance > balance.txt
    cut -d, -f1-12 balance/report/balance.csv > balance.csv
    "$program" bench rules --seconds 0 --threads 2 --json \
        | sed -E 's/"value":[^,]*,//' > bench.txt
}

for side in old new; do
    program=${!side}
    (cd "$folder/$side" && record "$program" 2> messages.log) || {
        echo "$program failed; $folder/$side/messages.log says why:" >&2
        tail -5 "$folder/$side/messages.log" >&2
        exit 1
    }
done

compared=(perft games verify learned analyse match bench)
status=0
for name in "${compared[@]}"; do
    if diff -q "$folder/old/$name.txt" "$folder/new/$name.txt" > /dev/null; then
        echo "$name: the same ($(wc -c < "$folder/old/$name.txt") bytes)"
    else
        echo "$name: different"
        diff "$folder/old/$name.txt" "$folder/new/$name.txt" | cut -c1-300 | head -10
        status=1
    fi
done
for name in tables balance.csv; do
    diff -r "$folder/old/$name" "$folder/new/$name" > "$folder/$name.diff" && echo "$name: the same" || {
        echo "$name: different"
        cut -c1-300 "$folder/$name.diff" | head -10
        status=1
    }
done
echo "kept in $folder"
exit "$status"
