#!/usr/bin/env bash
# Checks the manifest for Kubernetes, and runs its commands on this machine.
# Usage: scripts/cluster/test_kubernetes.sh [PROGRAM] [VENV]
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
"$venv/bin/python" -c 'import kubernetes_validate, yaml' 2>/dev/null ||
    "$venv/bin/pip" install --quiet kubernetes-validate pyyaml
"$venv/bin/python" scripts/cluster/test_kubernetes.py "$program"
