#!/usr/bin/env bash
# What Python makes of our files, end to end: games of many rule sets, tafl or not, as datasets in every format,
# loaded and recomputed without imperial, read back, played again; a network as ONNX.
# Usage: scripts/check_datasets.sh [PROGRAM] [VENV]
#        PROGRAM is the program; a debug build if not given
#        VENV    is where Python's packages go; ~/.cache/imperial/datasets if not given. It is made where it is missing
# Needs Python 3.11 or later with venv, and PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${1:-target/debug/imperial}")
[ -n "${1:-}" ] || cargo build --quiet
venv=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/imperial/datasets}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import datasets, polars, pandas, duckdb, mlcroissant, onnxruntime' 2>/dev/null ||
    "$venv/bin/pip" install --quiet datasets polars pandas pyarrow duckdb mlcroissant onnxruntime
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { printf '\n== %s\n' "$*"; }

say "games, by searches and at random"
# Boards of squares, and of points that not every square is.
rules=(imperial-contest tablut-linnaeus brandubh copenhagen halatafl dablot-mini connect-four tic-tac-toe)
"$program" selfplay "${rules[@]/#/--rules=}" --agent rollouts:4 --games 3 --out "$work/games/searched"
"$program" selfplay "${rules[@]/#/--rules=}" --agent random --games 20 --seed 7 --out "$work/games/random"

say "a dataset in every format"
"$program" export "$work/games" --format parquet,csv,jsonl,npz --license cc0-1.0 --title "A test" \
    --out "$work/dataset"
"$program" verify "$work/dataset"
scripts/load_dataset.sh "$work/dataset" "$venv"
"$program" export "$work/games" --format csv --deduplicate --filter 'rules!=tic-tac-toe' --sample 500 \
    --out "$work/sample"
"$venv/bin/python" scripts/recheck_dataset.py "$work/sample"

say "wrong cells are noticed"
kinds=(tic-tac-toe connect-four brandubh bagh-chal fox-and-geese asalto dablot-mini maharajah)
"$program" selfplay "${kinds[@]/#/--rules=}" --agent rollouts:4 --games 2 --out "$work/games-of-kinds"
"$program" export "$work/games-of-kinds" --format csv --out "$work/kinds"
"$venv/bin/python" scripts/recheck_dataset_test.py "$work/kinds"

say "games that begin within others"
"$program" train --rules connect-four --set name=forks --set network.blocks=1 --set network.channels=8 \
    --set 'first={agent="rollouts:4",games=20,opening={random_plies=2,sampled_plies=12}}' --set games.games=20 \
    --set games.forked_share=0.5 --set games.near_win_share=0.2 --set games.past_share=0 --set 'games.playouts=[4,4]' \
    --set learning.batch=8 --set generations=4 --out "$work/training"
"$program" export "$work/training" --format csv --split 50,25,25 --out "$work/kin"
"$venv/bin/python" scripts/recheck_dataset.py "$work/kin"
# In another order, and one generation after the other: the keys are the first columns.
"$program" export "$work"/training/generations/000{4,1,3,2} --format csv --split 50,25,25 --out "$work/kin-again"
for part in train validation test; do
    diff <(cut -d, -f2,3 "$work/kin/games/$part-"*.csv | sort) <(cut -d, -f2,3 "$work/kin-again/games/$part-"*.csv | sort)
done

say "read back"
"$program" import "$work/dataset" --out "$work/again"
"$program" verify "$work/again"
"$program" export "$work/again" --format parquet --license cc0-1.0 --title "A test" --out "$work/second"
# Not positions: whether a move was drawn stands in the job, which a dataset has not.
diff <(grep games/.*parquet "$work/dataset/SHA256SUMS") <(grep games/.*parquet "$work/second/SHA256SUMS")

say "played again"
"$program" export "$work/games/searched" --format parquet,npz --out "$work/reproducible"
"$program" verify --reproduce "$work/reproducible"

say "learned from a dataset, and as ONNX"
"$program" export "$work/games/searched/connect-four" --out "$work/four"
"$program" learn "$work/four" --steps 2 --batch 8 --out "$work/net"
check() {
    "$program" export "$1" --format onnx --out "$work/$2.onnx"
    "$program" export "$1" --format safetensors --positions "$2" --out "$work/$2.safetensors"
    "$venv/bin/python" scripts/check_onnx.py "$work/$2.onnx" "$work/$2.safetensors"
}
check tafl9-1732 brandubh
check "$work/net/network.net" connect-four
printf '\nall checks of Python passed\n'
