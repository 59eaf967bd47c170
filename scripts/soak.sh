#!/usr/bin/env bash
# Lets a training, an engine (ugi) and a server work for long, and looks whether their memory, their open files or their
# threads grow, whether they answer, and whether the training is whole in the end.
# Writes soak/samples.csv (second, program, KiB, open files, threads) and soak/soak.svg. Ends with 1 if the mean of the
# last third is 8 MiB and a tenth, 5 files or 5 threads above that of the middle third, if a search or a question had no
# answer, or if `imperial verify` finds anything. Some minutes are too few: a training has much when it learns, and less
# when it plays. The last line is the row of docs/reliability.md.
# Usage: scripts/soak.sh MINUTES [FOLDER]     needs Linux and curl; PROGRAM is what is tried, built if not given; the
# server listens at PORT (18551)
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
rm -rf training samples.csv answers.log moves.log
processes=()
trap 'kill "${processes[@]}" 2>/dev/null || true; wait 2>/dev/null || true' EXIT
end=$((SECONDS + 60 * minutes))

# Its window keeps its size: one that grows with the games would hide what grows without them.
"$PROGRAM" train --config "$training" --set generations=100000 --set window.exponent=0 --set window.start=3000 --threads 1 \
    --out training >train.log 2>&1 </dev/null &
processes+=($!)

# Games without end, each with another rule set; a search that is under way ends before the next one begins.
questions() {
    local rules
    while [ "$SECONDS" -lt "$end" ]; do
        for rules in brandubh imperial-contest tablut-linnaeus copenhagen tic-tac-toe; do
            printf 'setoption name Rules value %s\nuginewgame\nposition startpos\ngo nodes 200\n' "$rules"
            echo go >>searches.log
            sleep 1
            printf 'stop\nd\nisready\n'
        done
    done
    # It goes on listening until it is ended.
    sleep 600
}
rm -f searches.log
"$PROGRAM" ugi > >(grep --line-buffered '^bestmove\|^info string error' >moves.log) 2>ugi.log < <(questions) &
processes+=($!)

port=${PORT:-18551}
"$PROGRAM" serve --port "$port" --threads 1 >serve.log 2>&1 </dev/null &
processes+=($!)
ask() {
    curl -s -m 30 -o /dev/null -w '%{http_code}\n' -H 'content-type: application/json' \
        -H "origin: http://localhost:$port" -d "$2" "http://localhost:$port/api/$1" >>answers.log || true
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
        # Some may go while they are counted.
        files=$(find "/proc/$process/fd" -mindepth 1 2>/dev/null | wc -l) || true
        threads=$(find "/proc/$process/task" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l) || true
        echo "$SECONDS,${names[$number]},$kib,$files,$threads" >>samples.csv
    done
    sleep "$every"
done
kill "$visitor" 2>/dev/null || true

# One line for each program: memory above, open files below, each from 0 to its most.
awk -F, '
    { x[$2, ++count[$2]] = $1; mib[$2, count[$2]] = $3 / 1024; files[$2, count[$2]] = $4
      if ($1 > last) last = $1; if ($3 / 1024 > most) most = $3 / 1024; if ($4 > many) many = $4 }
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

# The training ends as at Ctrl-C, and all of it must be whole.
kill -INT "${processes[0]}"
wait "${processes[0]}" 2>/dev/null || true
wrong=0
if ! "$PROGRAM" verify training >verify.log 2>&1; then
    wrong=1
    cat verify.log
fi

# The mean of one column of a program in one third of the time.
mean() {
    grep ",$1," samples.csv | cut -d, -f"$2" | awk -v part="$3" '{ v[NR] = $1 }
        END { for (i = int(NR * part / 3) + 1; i <= NR * (part + 1) / 3; i++) { sum += v[i]; n++ }; printf "%.0f\n", sum / n }'
}

told=
for name in "${names[@]}"; do
    early=$(mean "$name" 3 1) late=$(mean "$name" 3 2)
    if [ $((late - early)) -gt 8192 ] && [ $((late * 10)) -gt $((early * 11)) ]; then
        echo "$name: its memory grows"
        wrong=1
    fi
    of_files=() of_threads=()
    for third in 1 2; do
        of_files+=("$(mean "$name" 4 "$third")")
        of_threads+=("$(mean "$name" 5 "$third")")
    done
    if [ $((of_files[1] - of_files[0])) -gt 5 ] || [ $((of_threads[1] - of_threads[0])) -gt 5 ]; then
        echo "$name: its open files or threads grow"
        wrong=1
    fi
    told+="; \`$name\` $((early / 1024)), then $((late / 1024)) MiB, ${of_files[0]}, then ${of_files[1]} open files"
done

# A search that was stopped has its move, too; the last one may have none yet.
searches=$(wc -l <searches.log) moves=$(grep -c '^bestmove' moves.log || true)
answers=$(grep -c '^200$' answers.log || true) refused=$(grep -vc '^200$' answers.log || true)
generations=$(($(wc -l <training/metrics.csv) - 1))
if [ "$moves" -lt $((searches - 1)) ] || [ "$refused" -gt 1 ] || [ "$answers" = 0 ] || [ "$generations" -lt 1 ]; then
    echo "$moves moves of $searches searches, $answers answers and $refused others, $generations generations"
    wrong=1
fi
printf '| hours of work | `scripts/soak.sh %s` | %s generations, %s moves of an engine, %s answers of a server. Means of the second and of the last third%s |\n' \
    "$minutes" "$generations" "$moves" "$answers" "${told/;/:}"
exit "$wrong"
