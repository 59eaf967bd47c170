#!/usr/bin/env bash
# Fetches 1752 recorded games of Copenhagen that people played on the internet. They come with the
# crate `hnefatafl`, in which they test another program; cargo gets it like any dependency.
# Usage: scripts/fetch_people.sh [FOLDER]      FOLDER is target/people if not given
# Then:  cargo test -p imperial-data --test move_lists people
#        imperial import FOLDER/copenhagen.csv --rules copenhagen --agent people --out games/people
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-target/people}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A package of its own: the games are no dependency of the program.
cargo init --quiet --lib --vcs none --name fetch-people "$work"
cargo add --quiet --manifest-path "$work/Cargo.toml" hnefatafl@=0.0.2
cargo vendor --quiet --manifest-path "$work/Cargo.toml" "$work/vendor" >/dev/null

for file in resources/test/games/copenhagen.csv LICENSE; do
    install -m 644 "$work/vendor/hnefatafl/$file" "$folder"
done
echo "$(wc -l < "$folder/copenhagen.csv") games in $folder/copenhagen.csv"
