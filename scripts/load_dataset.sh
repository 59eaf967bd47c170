#!/usr/bin/env bash
# Loads a dataset as its card says, with the tools of others, and states time and memory of every snippet. Checks it
# with sha256sum and mlcroissant, and recomputes its columns without imperial.
# Usage: scripts/load_dataset.sh DATASET [VENV]
#        DATASET is the folder of `imperial export`, with Parquet first among its formats
#        VENV    is where Python's packages go; ~/.cache/imperial/datasets if not given. It is made where it is missing
# Needs Python 3.11 or later with venv, and PyPI. PyTorch is used where VENV has it: `VENV/bin/pip install torch`.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

dataset=$(cd "${1:?say which dataset: scripts/load_dataset.sh DATASET}" && pwd)
venv=${2:-${XDG_CACHE_HOME:-$HOME/.cache}/imperial/datasets}
[ -f "$dataset/SHA256SUMS" ] || { echo "$dataset is no complete dataset: it has no SHA256SUMS" >&2; exit 2; }

if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet datasets polars pandas pyarrow duckdb mlcroissant
fi

(cd "$dataset" && sha256sum --quiet -c SHA256SUMS) && echo "SHA256SUMS: ok"
"$venv/bin/python" "$here/load_dataset.py" "$dataset"
"$venv/bin/python" "$here/recheck_dataset.py" "$dataset"
