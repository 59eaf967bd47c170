#!/usr/bin/env bash
# The same network in this program, in OpenVINO, in ONNX Runtime and in PyTorch, taking turns: positions judged
# by one core, one at a time, 32 and 256 together, and positions learned from. The others also compute in bf16
# and in int8.
# Usage: scripts/compare_inference.sh [ROUNDS [SECONDS [SIZE ...]]]
#   ROUNDS   turns that each contender gets, alternating (default 5)
#   SECONDS  length of a turn (default 3)
#   SIZE     blocks x channels of the network (default 4x32 6x64 8x128)
# Output: first the largest difference of every contender's answers from ours, then a line for each turn,
# then the medians and how many times as fast we are. Figures are positions for each second that the program
# computed, all its threads together, so that a busy machine disturbs them little, and by the clock.
# With ONEDNN_MAX_CPU_ISA=AVX2 (or AVX2_VNNI) and ATEN_CPU_CAPABILITY=avx2 all but ONNX Runtime make do with what
# processors without AVX-512 have.
# Needs the Rust toolchain and Python 3 with venv, and the network once: some gigabytes from PyPI, as PyTorch
# for Linux comes with its GPU libraries there. They go to a folder below the target folder.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
folder=$target/compare_inference
if [ ! -x "$folder/venv/bin/python" ]; then
    python3 -m venv "$folder/venv"
fi
"$folder/venv/bin/pip" install --quiet --requirement scripts/compare_inference/requirements.txt
# The release does without burn's kernels at their full speed, as nothing but this compares with them.
cargo build --quiet --release --package imperial --config profile.release.package.burn-flex.opt-level=3
exec "$folder/venv/bin/python" scripts/compare_inference/compare.py "$target/release/imperial" "$folder" "$@"
