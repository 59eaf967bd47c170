#!/usr/bin/env bash
# Joins the shares of slurm.sh, and does what needs no new games, such as learning. Exit code 3: the next stage has games
# to play.
#SBATCH --job-name=imperial-merge
set -euo pipefail

folder=$1
shift
imperial=${IMPERIAL:-imperial}
if compgen -G "$folder.shares/*" >/dev/null; then
    "$imperial" merge "$folder".shares/* --out "$folder"
    rm -r "$folder.shares"
fi
exec "$imperial" "$@" --out "$folder" --shard none
