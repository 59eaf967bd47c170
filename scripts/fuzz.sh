#!/usr/bin/env bash
# Feeds made-up input to everything that reads files or messages of others, and keeps what breaks it.
# Needs the installed Rust toolchain and a C++ compiler. Each target begins with inputs made of the repository's own
# files, and with what it found before; fuzz/README.md lists the targets.
# Usage: scripts/fuzz.sh MINUTES [TARGET…]     each target for so many minutes; without targets, all
#        scripts/fuzz.sh --smoke              two of the parsers in turn by the day, 30 seconds each
# FUZZ_JOBS processes share one corpus (usually 1). Ends with 1 if an input broke something; such inputs lie in
# fuzz/artifacts/TARGET. Keep them as tests.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:?how many minutes for each target}
shift
packages="parsers dataset program"
targets_of() { sed -n "s|^path = \"targets/\(.*\).rs\"|\1|p" "fuzz/$1/Cargo.toml"; }
if [ "$minutes" = --smoke ]; then
    packages=parsers
    mapfile -t all < <(targets_of parsers)
    day=$(($(date +%s) / 86400))
    set -- "${all[$((2 * day % ${#all[@]}))]}" "${all[$(((2 * day + 1) % ${#all[@]}))]}"
    seconds=30
else
    seconds=$((60 * minutes))
fi

host=$(rustc -vV | sed -n 's/^host: //p')
target_folder=${FUZZ_TARGET_DIR:-$PWD/fuzz/target}
coverage="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
coverage+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
coverage+=" -Cllvm-args=-sanitizer-coverage-trace-compares"

# Builds targets of a package. The crates that have unsafe code are in `program`: it runs under the address sanitizer,
# which the stable compiler has, but keeps behind a lock.
build() {
    local package=$1 flags=$coverage
    shift
    [ "$package" != program ] || flags+=" -Zsanitizer=address"
    # With --target, build scripts and macros are built without these flags.
    RUSTC_BOOTSTRAP=1 RUSTFLAGS=$flags CARGO_TARGET_DIR=$target_folder/$package cargo build --locked --release --quiet \
        --manifest-path "fuzz/$package/Cargo.toml" --target "$host" $(printf -- '--bin %s ' "$@")
}

# Runs one target; says how many inputs it tried.
run() {
    local package=$1 target=$2 corpus=fuzz/corpus/$2 found=fuzz/artifacts/$2 log=fuzz/artifacts/$2.log
    mkdir -p "$corpus" "$found"
    local before status=0
    before=$(find "$found" -type f | wc -l)
    IMPERIAL_SEEDS=$corpus "$target_folder/$package/$host/release/$target" "$corpus" "$(kept "$target")" \
        -max_total_time="$seconds" -artifact_prefix="$found/" -dict=fuzz/words.dict -timeout=20 -rss_limit_mb=3000 \
        -max_len=65536 -print_final_stats=1 -fork="${FUZZ_JOBS:-1}" -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
        >"$log" 2>&1 || status=$?
    local broken inputs
    broken=$(($(find "$found" -type f | wc -l) - before))
    inputs=$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' "$log" | tail -n 1)
    printf '%-18s %s s, %s inputs, %s new broken\n' "$target" "$seconds" "${inputs:-0}" "$broken"
    [ "$status" = 0 ] || { tail -n 20 "$log"; return 1; }
    [ "$broken" = 0 ]
}

# The folder of inputs that once broke a target; they are tried first.
kept() {
    mkdir -p "fuzz/artifacts/none"
    [ -d "fuzz/found/$1" ] && echo "fuzz/found/$1" || echo "fuzz/artifacts/none"
}

# Files of the targets lie in memory where the system has a place for that.
[ ! -d /dev/shm ] || export TMPDIR=${TMPDIR:-/dev/shm}

failed=0
for package in $packages; do
    mapfile -t wanted < <(targets_of "$package")
    if [ $# -gt 0 ]; then mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | grep -xF "$(printf '%s\n' "$@")" || true); fi
    [ "${#wanted[@]}" -gt 0 ] && [ -n "${wanted[0]}" ] || continue
    build "$package" "${wanted[@]}"
    for target in "${wanted[@]}"; do run "$package" "$target" || failed=1; done
done
exit "$failed"
