#!/usr/bin/env bash
# Does the program compile for every kind of GPU? Says it of each feature; ends with 1 if one that should does not.
# Usage: scripts/features.sh [FEATURE…]     all if none is named
# Metal needs a Mac. libtorch needs LIBTORCH, or LIBTORCH_USE_PYTORCH=1 and PyTorch.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- wgpu vulkan cuda rocm metal libtorch
failed=0
for feature in "$@"; do
    if told=$(cargo check --quiet --locked --package imperial --features "$feature" 2>&1); then
        printf '%-9s compiles\n' "$feature"
    elif [ "$feature" = metal ] && [ "$(uname)" != Darwin ]; then
        printf '%-9s needs a Mac\n' "$feature"
    elif [ "$feature" = libtorch ] && [ -z "${LIBTORCH:-}${LIBTORCH_USE_PYTORCH:-}" ]; then
        printf '%-9s needs LIBTORCH\n' "$feature"
    else
        printf '%-9s DOES NOT COMPILE\n%s\n' "$feature" "$told"
        failed=1
    fi
done
exit "$failed"
