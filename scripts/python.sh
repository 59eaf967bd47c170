#!/usr/bin/env bash
# The Python package imperial-tafl: built and tested, or made into a wheel.
# Usage: scripts/python.sh [test|deep|wheel] [VENV]
#        test    tests against the library that the workspace's tests leave behind, so that little is built anew
#        deep    the same with PyTorch, which runs all of docs/python.md, and with a wheel, built by maturin and installed
#        wheel   an optimised wheel in target/wheels, for `pip install`
#        VENV    is where Python's packages go; target/python if not given. It is made where it is missing
# Needs Python 3.9 or later with venv, which root installs on Debian, and PyPI where VENV lacks packages.
set -euo pipefail
cd "$(dirname "$0")/.."

what=${1:-test}
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
venv=${2:-$target/python}
package=trainer/python

# Packages are asked of PyPI only where they are missing.
have() { "$venv/bin/python" -c "import $(IFS=,; echo "$*")" 2>/dev/null; }
make_venv() { python3 -m venv "$venv"; }
if ! [ -x "$venv/bin/pip" ] && ! make_venv; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq &&
        apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    make_venv
fi
have numpy pyarrow pettingzoo pytest mypy ||
    "$venv/bin/pip" install --quiet numpy pyarrow pettingzoo pytest mypy

# The package as a wheel would lay it out, with the library that cargo has built.
stage() {
    # Tests are named, so that the dependencies have the features that they have in `cargo test --workspace`.
    cargo build --quiet --workspace --lib --bins --tests
    local built=$target/debug/libimperial_tafl.so
    [ -f "$built" ] || built=$target/debug/libimperial_tafl.dylib
    rm -rf "$target/python-package"
    cp -R "$package/python" "$target/python-package"
    cp "$built" "$target/python-package/imperial_tafl/_native.abi3.so"
}

run_tests() {
    export IMPERIAL_PROGRAM=$target/debug/imperial
    "$venv/bin/python" -m pytest -p no:cacheprovider "$package/tests"
}

wheel() {
    have maturin || "$venv/bin/pip" install --quiet maturin
    rm -f "$target"/wheels/imperial_tafl-*.whl
    "$venv/bin/maturin" build --release --locked --manifest-path "$package/Cargo.toml" --out "$target/wheels"
}

case $what in
test)
    stage
    PYTHONPATH=$target/python-package run_tests
    # What the stubs say is what there is.
    MYPYPATH=$target/python-package PYTHONPATH=$target/python-package \
        "$venv/bin/python" -m mypy.stubtest imperial_tafl._native --ignore-disjoint-bases
    MYPYPATH=$target/python-package "$venv/bin/python" -m mypy --config-file "$package/pyproject.toml" -p imperial_tafl
    ;;
deep)
    # PyTorch's own index has a build without GPUs, which is a tenth as large.
    have torch || "$venv/bin/pip" install --quiet --retries 0 --index-url https://download.pytorch.org/whl/cpu torch \
        2>/dev/null || "$venv/bin/pip" install --quiet torch
    cargo build --quiet --workspace --bins --tests
    wheel
    "$venv/bin/pip" install --quiet --force-reinstall --no-deps "$target"/wheels/imperial_tafl-*.whl
    IMPERIAL_TORCH=1 run_tests
    "$venv/bin/pip" uninstall --quiet --yes imperial-tafl
    ;;
wheel)
    wheel
    ;;
*)
    echo "scripts/python.sh: \`$what\` is none of test, deep, wheel" >&2
    exit 2
    ;;
esac
