#!/usr/bin/env bash
# A training as array jobs of Slurm on this machine: the same bytes as without it.
# Usage: scripts/cluster/test_slurm.sh [PROGRAM]
# Needs root and a Debian machine; installs slurmd, slurmctld and munge where they are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=${CARGO_TARGET_DIR:-target}
export IMPERIAL
IMPERIAL=$(realpath "${1:-$target/debug/imperial}")
[ $# = 1 ] || cargo build --quiet
command -v slurmd slurmctld sbatch munged >/dev/null ||
    apt-get install -y -qq --no-install-recommends slurmd slurmctld slurm-client munge >/dev/null

work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf
started=()
cleanup() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

mkdir -p "$work/state" "$work/spool" /run/munge
chown munge: /run/munge
cat > "$SLURM_CONF" <<CONF
ClusterName=loopback
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MinJobAge=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
pgrep -x munged >/dev/null || { runuser -u munge -- munged --foreground 2>/dev/null & started+=($!); sleep 1; }
slurmctld -D >"$work/slurmctld.log" 2>&1 & started+=($!)
sleep 2
slurmd -D >"$work/slurmd.log" 2>&1 & started+=($!)
for _ in $(seq 30); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 1; done
sinfo -h -o %T | grep -q idle || { cat "$work"/*.log; exit 1; }

train=(train --config "$PWD/trainer/tests/training.toml" --set generations=2 --threads 1)
"$IMPERIAL" "${train[@]}" --out "$work/whole" 2>/dev/null
# Players get their threads from Slurm.
train=("${train[@]:0:${#train[@]}-2}")
for wrong in 3 1-2; do
    ! sbatch --wait --array="$wrong" --output="$work/wrong.log" scripts/cluster/slurm.sh "$work/wrong" "${train[@]}" >/dev/null
    grep -q "numbers 0 to N-1" "$work/wrong.log"
done
export PLAY_OPTIONS="--output=$work/%A-%a.log" LEARN_OPTIONS="--output=$work/%j.log"
# The slash is one that shells add.
scripts/cluster/slurm_loop.sh 4 "$work/many/" "${train[@]}" || { cat "$work"/*.log; exit 1; }
[ ! -e "$work/many.shares" ]
for file in network.net checkpoint.bpk generations/0001/games.jsonl generations/0002/games.jsonl; do
    cmp "$work/whole/$file" "$work/many/$file" || { cat "$work"/*.log; exit 1; }
done
echo "array jobs of Slurm $(sbatch --version | cut -d' ' -f2) made the bytes of one machine"
