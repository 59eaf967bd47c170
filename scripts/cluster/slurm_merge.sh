#!/usr/bin/env bash
# Joins the shares of slurm.sh, and does what needs no new games, such as learning. Exit code 3: the next stage has games
# to play.
#SBATCH --job-name=imperial-merge
set -euo pipefail

folder=${1%/}
shift
imperial=${IMPERIAL:-imperial}
rm -rf "$folder.shares.old" "$folder.shares"/*.part
if compgen -G "$folder.shares/*" >/dev/null; then
    "$imperial" merge "$folder".shares/* --out "$folder"
    # Half of them would be taken for all when this is begun again.
    mv "$folder.shares" "$folder.shares.old"
    rm -r "$folder.shares.old"
fi
exec "$imperial" "$@" --out "$folder" --shard none
