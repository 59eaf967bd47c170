#!/usr/bin/env bash
# A training on two nodes of Ray on this machine, one of which is killed: the same bytes as on one machine.
# Usage: scripts/cluster/test.sh [PROGRAM]
# Installs Ray from PyPI into a virtual environment in target/, and builds the program where none is named.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
program=${1:-$target/debug/imperial}
[ $# = 1 ] || cargo build --quiet
environment=$target/ray
if ! [ -x "$environment/bin/python" ]; then
    python3 -m venv "$environment"
fi
"$environment/bin/pip" install --quiet 'ray==2.60.0' psutil
"$environment/bin/python" scripts/cluster/test_ray.py "$program"
