#!/usr/bin/env bash
# What each part of the learning is worth: a small training with it against the same without it.
# Usage: scripts/ablations.sh [FOLDER [PAIRS]]
#   FOLDER   where trainings and matches are kept (default runs/ablations); what is there is not done again
#   PAIRS    pairs of games in each match (default 200)
# Trains trainer/experiments/ablation.toml, the same with one setting changed, and the same from another
# seed, which shows how far two trainings differ that have nothing different; then each plays a match
# against the first at 64 playouts a move. The last table has the Elo of the changed ones: below 0,
# what was taken away was worth something. Trainings whose games cost more, or that learn one rule set
# alone, get fewer games, so that all cost about as much. An hour and a quarter on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-runs/ablations}
pairs=${2:-200}
cargo build --quiet --release --package imperial
imperial=${CARGO_TARGET_DIR:-target}/release/imperial
config=trainer/experiments/ablation.toml
contest=imperial-contest
tablut=tablut-linnaeus

# name, rule sets of its matches, settings
variants() {
    cat <<END
another-seed $contest,$tablut seed=2
puct $contest,$tablut games.search="puct"
no-root-value $contest,$tablut learning.root_value_share=0
half-root-value $contest,$tablut learning.root_value_share=0.5
puct-half-root-value $contest,$tablut games.search="puct" learning.root_value_share=0.5
no-symmetries $contest,$tablut learning.symmetries=false
no-past-opponents $contest,$tablut games.past_share=0
no-playout-cap $contest,$tablut games.full_share=1 games.games=100
no-quick-plies $contest,$tablut learning.every_ply=false
no-foresight $contest,$tablut learning.plies_left_weight=0 learning.reply_weight=0 learning.occupancy_weight=0
forks $contest,$tablut games.forked_share=0.1
near-wins $contest,$tablut games.near_win_share=0.1
contest-alone $contest rules=["$contest"] first.games=150 games.games=100
contest-alone-near-wins $contest rules=["$contest"] first.games=150 games.games=100 games.near_win_share=0.25
tablut-alone $tablut rules=["$tablut"] first.games=150 games.games=100
END
}

train() { # name, settings
    local out=$folder/$1 settings=()
    for setting in "${@:2}"; do settings+=(--set "$setting"); done
    "$imperial" train --config "$config" "${settings[@]}" --out "$out"
}

train base
while read -r name rules settings; do
    # shellcheck disable=SC2086 # settings are words
    train "$name" $settings
    for game in ${rules//,/ }; do
        "$imperial" match --rules "$game" --pairs "$pairs" --out "$folder/matches/$name-$game" \
            --agent "network:64@$folder/$name/network.net" --against "network:64@$folder/base/network.net" \
            > "$folder/$name-$game.txt"
    done
done < <(variants)

printf '\n%-20s %-20s %s\n' changed 'rule set' 'Elo of the changed one'
while read -r name rules _; do
    for game in ${rules//,/ }; do
        printf '%-20s %-20s %s\n' "$name" "$game" "$(sed -n 's/^Elo: //p' "$folder/$name-$game.txt")"
    done
done < <(variants)
