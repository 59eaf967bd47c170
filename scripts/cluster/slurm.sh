#!/usr/bin/env bash
# One stage of an imperial command as an array job of Slurm: each task plays a share.
#
#   sbatch --array=0-15 scripts/cluster/slurm.sh FOLDER COMMAND [OPTIONS]
#   sbatch --dependency=afterok:JOB scripts/cluster/slurm_merge.sh FOLDER COMMAND [OPTIONS]
#
# FOLDER lies on a file system that all nodes see. COMMAND and OPTIONS are those of imperial, without --out. Where
# processors differ, one of the OPTIONS must be --kernel avx2, or another that all of them have.
# slurm_loop.sh repeats both until a training is complete.
#SBATCH --job-name=imperial
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -euo pipefail

folder=${1%/}
shift
number=$SLURM_ARRAY_TASK_ID
count=$SLURM_ARRAY_TASK_COUNT
if [ "${SLURM_ARRAY_TASK_MIN:-0}" != 0 ] || [ "${SLURM_ARRAY_TASK_MAX:-$number}" -ge "$count" ]; then
    echo "error: the tasks must have the numbers 0 to N-1: --array=0-$((count - 1)) for $count shares" >&2
    exit 2
fi
share=$folder.shares/$number
# What players need of the whole; an interrupted share goes on with what it has.
if [ -d "$folder" ] && ! [ -d "$share" ]; then
    # Whoever is interrupted here copies it anew.
    rm -rf "$share.part"
    mkdir -p "$share.part"
    (cd "$folder" && tar --exclude=./manifest.jsonl --exclude='*.lock' -cf - .) | tar -xf - -C "$share.part"
    mv "$share.part" "$share"
fi
exec "${IMPERIAL:-imperial}" "$@" --out "$share" --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$number/$count"
