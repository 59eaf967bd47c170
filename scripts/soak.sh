#!/usr/bin/env bash
# Lets a training, an engine (ugi) and a server work for long, and looks whether their memory or their open files grow.
# Writes soak/samples.csv (second, program, MiB, open files) and soak/soak.svg, and ends with 1 if something grew: if the
# median of the last third is a fifth and 20 MiB, or 5 files, above that of the middle third.
# Usage: scripts/soak.sh MINUTES [FOLDER]     needs Linux and curl; PROGRAM is what is tried, built if not given
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:?how many minutes}
out=$(realpath -m "${2:-soak}")
if [ -z "${PROGRAM:-}" ]; then
    cargo build --release --quiet
    PROGRAM=${CARGO_TARGET_DIR:-$PWD/target}/release/imperial
fi
PROGRAM=$(realpath "$PROGRAM")
training=$PWD/trainer/tests/training.toml
mkdir -p "$out"
cd "$out"
rm -rf training samples.csv
processes=()
trap 'kill "${processes[@]}" 2>/dev/null || true; wait 2>/dev/null || true' EXIT
end=$((SECONDS + 60 * minutes))

"$PROGRAM" train --config "$training" --set generations=100000 --threads 1 --out training >train.log 2>&1 </dev/null &
processes+=($!)

# Games without end, each with another rule set.
questions() {
    local rules
    while [ "$SECONDS" -lt "$end" ]; do
        for rules in brandubh imperial-contest tablut-linnaeus copenhagen tic-tac-toe; do
            printf 'setoption name Rules value %s\nuginewgame\nposition startpos\ngo nodes 200\nd\nisready\n' "$rules"
            sleep 1
        done
    done
}
"$PROGRAM" ugi > >(tail -c 2000 >ugi.log) 2>&1 < <(questions) &
processes+=($!)

port=18551
"$PROGRAM" serve --port "$port" --threads 1 >serve.log 2>&1 </dev/null &
processes+=($!)
ask() {
    curl -s -m 30 -o /dev/null -H 'content-type: application/json' -H "origin: http://localhost:$port" \
        -d "$2" "http://localhost:$port/api/$1" || true
}
visitors() {
    local rules
    while [ "$SECONDS" -lt "$end" ]; do
        for rules in brandubh imperial-contest copenhagen; do
            ask rules "{\"rules\":{\"name\":\"$rules\"}}"
            ask line "{\"rules\":{\"name\":\"$rules\"}}"
            ask move "{\"rules\":{\"name\":\"$rules\"},\"agent\":\"rollouts:50\",\"seed\":$RANDOM}"
        done
    done
}
visitors &
visitor=$!

names=(train ugi serve)
every=$((minutes * 60 / 300 + 1))
while [ "$SECONDS" -lt "$end" ]; do
    for number in 0 1 2; do
        process=${processes[$number]}
        [ -d "/proc/$process" ] || { echo "${names[$number]} has ended; see $out/${names[$number]}.log"; exit 1; }
        kib=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status")
        files=$(find "/proc/$process/fd" -mindepth 1 2>/dev/null | wc -l)
        echo "$SECONDS,${names[$number]},$((kib / 1024)),$files" >>samples.csv
    done
    sleep "$every"
done
kill "$visitor" 2>/dev/null || true

# One line for each program: memory above, open files below, each from 0 to its most.
awk -F, '
    { x[$2, ++count[$2]] = $1; mib[$2, count[$2]] = $3; files[$2, count[$2]] = $4
      if ($1 > last) last = $1; if ($3 > most) most = $3; if ($4 > many) many = $4 }
    END {
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"420\" font-family=\"sans-serif\" font-size=\"12\">"
        printf "<text x=\"10\" y=\"15\">memory, up to %d MiB</text><text x=\"10\" y=\"225\">open files, up to %d</text>\n", most, many
        split("train ugi serve", names, " "); split("#1b6 #36c #c63", colours, " ")
        for (n = 1; n <= 3; n++) {
            name = names[n]; up = down = ""
            for (i = 1; i <= count[name]; i++) {
                across = 10 + 700 * x[name, i] / last
                up = up sprintf("%.1f,%.1f ", across, 200 - 175 * mib[name, i] / most)
                down = down sprintf("%.1f,%.1f ", across, 410 - 175 * files[name, i] / many)
            }
            printf "<g fill=\"none\" stroke=\"%s\"><polyline points=\"%s\"/><polyline points=\"%s\"/></g>\n", colours[n], up, down
            printf "<text x=\"%d\" y=\"15\" fill=\"%s\">%s</text>\n", 200 + 70 * n, colours[n], name
        }
        print "</svg>"
    }' samples.csv >soak.svg

grown=0
for name in "${names[@]}"; do
    median() { grep ",$name," samples.csv | cut -d, -f"$1" | awk -v part="$2" '{ v[NR] = $1 }
        END { for (i = int(NR * part / 3) + 1; i <= NR * (part + 1) / 3; i++) print v[i] }' | sort -n |
        awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
    read -r early late first final < <(echo "$(median 3 1) $(median 3 2) $(median 4 1) $(median 4 2)")
    echo "$name: $early, then $late MiB; $first, then $final open files"
    if [ $((late * 5)) -gt $((early * 6)) ] && [ $((late - early)) -gt 20 ]; then grown=1; fi
    if [ $((final - first)) -gt 5 ]; then grown=1; fi
done
exit "$grown"
