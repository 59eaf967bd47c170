#!/usr/bin/env bash
# What the search overlooks: forced wins and losses within three plies, in games of the program's network
# against itself, found by trying all moves.
# Usage: scripts/tactics.sh [FOLDER [GAMES]]
#   FOLDER   where games are kept (default runs/tactics); what is there is not played again
#   GAMES    games per rule set and number of playouts (default 400)
# All rule sets on 9x9 and Brandubh, at 16, 64 and 256 playouts. The last lines are a table: of each kind how
# many were missed, of how many, with the upper end of the 95 % interval in per cent. Half an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-runs/tactics}
games=${2:-400}
cargo build --quiet --release --package imperial
imperial=${CARGO_TARGET_DIR:-target}/release/imperial

rules=(brandubh)
while read -r name; do rules+=("$name"); done < <("$imperial" rules | awk '
    NF == 1 { board = $1 }
    NF > 1 && board == "9x9" { print $1 }')
mkdir -p "$folder"
for playouts in 16 64 256; do
    "$imperial" selfplay "${rules[@]/#/--rules=}" --agent "network:$playouts" --games "$games" \
        --out "$folder/$playouts"
    "$imperial" bench tactics "$folder/$playouts" | tee "$folder/$playouts.txt"
done

for playouts in 16 64 256; do
    awk -v playouts="$playouts" '
        function cell(from) { # "MISSED of ASKED: SHARE % (LOW to HIGH)"
            if ($(from) == "never") return "-"
            high = $(from + 7)
            sub(/\)/, "", high)
            return $(from) " of " $(from + 2) " (" high ")"
        }
        /games, .* plies searched for/ { sub(/,/, "", $1); name = $1; plies = $5 }
        /wins in one missed/ { sub(/:/, ""); row = cell(5) }
        /losses in one allowed/ { sub(/:/, ""); row = row " | " cell(5) }
        /wins in three missed/ { sub(/:/, ""); row = row " | " cell(5) }
        /losses in three allowed/ { sub(/:/, ""); row = row " | " cell(5) }
        /all but won, drawn/ { sub(/:/, ""); print "| " name " | " playouts " | " plies " | " row " | " cell(5) " |" }
    ' "$folder/$playouts.txt"
done | sort | {
    echo '| rule set | playouts | plies | wins in one missed | losses in one allowed | wins in three missed | losses in three allowed | all but won, drawn |'
    echo '|---|---|---|---|---|---|---|---|'
    cat
}
