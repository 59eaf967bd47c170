#!/usr/bin/env bash
# A whole command of imperial on Slurm, such as a training: one array job after the other, until it is complete.
#
#   scripts/cluster/slurm_loop.sh SHARES FOLDER COMMAND [OPTIONS]
#
# It runs on the login node, or wherever sbatch does, and plays each stage in that many SHARES. PLAY_OPTIONS holds options
# of sbatch for those who play, such as "--cpus-per-task=4 --partition=cpu", and LEARN_OPTIONS for who learns. Interrupted,
# the same command goes on: shares that are played are kept.
set -euo pipefail

shares=$1
folder=${2%/}
shift 2
here=$(dirname "$0")
read -ra array <<<"${PLAY_OPTIONS:-}"
read -ra merge <<<"${LEARN_OPTIONS:-}"

# Runs a job to its end; gives its exit code.
submit() {
    local code=0
    sbatch --parsable --wait "$@" >/dev/null || code=$?
    return "$code"
}

# What is there already: shares of a stage that was interrupted are played to their end first.
if ! compgen -G "$folder.shares/*" >/dev/null; then
    code=0
    submit "${merge[@]}" "$here/slurm_merge.sh" "$folder" "$@" || code=$?
    [ "$code" = 3 ] || exit "$code"
fi
while true; do
    submit --array="0-$((shares - 1))" "${array[@]}" "$here/slurm.sh" "$folder" "$@" || {
        echo "error: a share failed; see the output of its job. The same command plays it again" >&2
        exit 1
    }
    code=0
    submit "${merge[@]}" "$here/slurm_merge.sh" "$folder" "$@" || code=$?
    [ "$code" = 3 ] || exit "$code"
done
