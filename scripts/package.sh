#!/usr/bin/env bash
# The program as an archive for people without a Rust toolchain.
# Usage: scripts/package.sh [FOLDER [TARGET]]
#   FOLDER   where the archive and its SHA-256 go (default target/package)
#   TARGET   what to build for, such as x86_64-unknown-linux-gnu (default this machine)
# The archive holds the program, its README, changelog and licences. Before it is packed, the program plays a game.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
folder=${1:-target/package}
target=${2:-$host}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
name=imperial-$version-$target

cargo build --release --locked --package imperial --target "$target"
built=${CARGO_TARGET_DIR:-target}/$target/release/imperial
[ -f "$built" ] || built=$built.exe

mkdir -p "$folder/$name"
cp "$built" README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder/$name/"
if [ "$target" = "$host" ]; then
    game=$(mktemp -d)
    "$folder/$name/$(basename "$built")" selfplay --rules brandubh --agent network:4 --games 1 --out "$game/games"
    rm -r "$game"
fi
cd "$folder"
tar -czf "$name.tar.gz" "$name"
if command -v sha256sum >/dev/null; then sha256sum "$name.tar.gz"; else shasum -a 256 "$name.tar.gz"; fi > "$name.tar.gz.sha256"
rm -r "$name"
ls -l "$name.tar.gz" "$name.tar.gz.sha256"
