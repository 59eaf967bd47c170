#!/usr/bin/env bash
# One stage of an imperial command as an array job of Slurm: each task plays a share.
#
#   sbatch --array=0-15 scripts/cluster/slurm.sh FOLDER COMMAND [OPTIONS]
#   sbatch --dependency=afterok:JOB scripts/cluster/slurm_merge.sh FOLDER COMMAND [OPTIONS]
#
# FOLDER lies on a file system that all nodes see. COMMAND and OPTIONS are those of imperial, without --out.
#SBATCH --job-name=imperial
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail

folder=$1
shift
share=$folder.shares/$SLURM_ARRAY_TASK_ID
# What players need of the whole; an interrupted share goes on with what it has.
if [ -d "$folder" ] && ! [ -d "$share" ]; then
    mkdir -p "$share"
    (cd "$folder" && tar --exclude=./generations --exclude=./manifest.jsonl --exclude='*.lock' -cf - .) | tar -xf - -C "$share"
fi
exec "${IMPERIAL:-imperial}" "$@" --out "$share" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
