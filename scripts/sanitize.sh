#!/usr/bin/env bash
# The tests of the kernels, whose code is unsafe, under the address sanitizer: every read and write
# outside of a buffer, or after its end of life, stops them. It does not see what assembly does: the matrix
# tiles (trainer/net/src/cpu/amx.rs) have a test of their own for what they write.
# Usage: scripts/sanitize.sh [TEST ...]
#   TEST   part of the name of tests to run (without it all tests of networks)
# Builds everything once more, below target/sanitized, which takes ten minutes. The sanitizer is an unstable
# option of the compiler; RUSTC_BOOTSTRAP lets the stable one take it.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=address ${RUSTFLAGS:-}"
exec cargo test --package imperial-net --lib --target "$host" --target-dir "${CARGO_TARGET_DIR:-target}/sanitized" \
    -- "$@"
