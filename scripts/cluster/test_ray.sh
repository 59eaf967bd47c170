#!/usr/bin/env bash
# A training on two nodes of Ray on this machine, one of which is killed: the same bytes as on one machine.
# Usage: scripts/cluster/test_ray.sh [PROGRAM] [VENV]
#        PROGRAM is the program; a debug build if not given
#        VENV    is where Python's packages go; target/python if not given. It is made where it is missing
# Needs Python 3.10 or later with venv, and PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
program=${1:-$target/debug/imperial}
[ -n "${1:-}" ] || cargo build --quiet
venv=${2:-$target/python}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import psutil, ray; assert ray.__version__ == "2.60.0"' 2>/dev/null ||
    "$venv/bin/pip" install --quiet ray==2.60.0 psutil
"$venv/bin/python" scripts/cluster/test_ray.py "$program"
