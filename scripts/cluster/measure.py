#!/usr/bin/env python3
"""Measure one node for plan.py: a short training in shares, by the functions of imperial_ray.py but without Ray.

    measure.py PROGRAM [--processes N] [--games N] [--network NAME] [OPTIONS OF train]

Seconds are those of processors, so that other programs disturb little; `wall` is by the clock. Prints JSON.
"""

import argparse
import json
import multiprocessing
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import types
from pathlib import Path

# Its functions work without Ray, but for those that ask it.
sys.modules["ray"] = types.SimpleNamespace(remote=lambda **_: lambda function: function)
sys.modules["ray.util"] = types.SimpleNamespace()
sys.modules["ray.util.scheduling_strategies"] = types.SimpleNamespace(NodeAffinitySchedulingStrategy=None)
import imperial_ray


def processor_seconds():
    """Of this process and of all that it has waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(function, *arguments):
    """What a function gives, with its seconds of processors and by the clock."""
    cpu, wall = processor_seconds(), time.perf_counter()
    result = function(*arguments)
    return result, processor_seconds() - cpu, time.perf_counter() - wall


def share(arguments):
    """Plays a share: its archive, its seconds of processors, and who played it."""
    (archive, error), cpu, _ = timed(imperial_ray.play_here, *arguments)
    assert error is None, error
    return archive, cpu, multiprocessing.current_process().name


def stage(pool, program, head, command, shards):
    """Plays and joins one stage; what it took."""
    folder, pack, _ = timed(imperial_ray.snapshot, head)
    with tempfile.TemporaryDirectory() as root:
        _, unpack_snapshot, _ = timed(imperial_ray.unpack, folder, root)
    began = time.perf_counter()
    nothing = imperial_ray.pack(Path("."), [])
    command = imperial_ray.of_players(command, 1, head)
    tasks = [(program.read_bytes(), nothing, folder, command, number, shards) for number in range(shards)]
    played = pool.map(share, tasks, chunksize=1)
    wall = time.perf_counter() - began
    by_worker = {}
    for _, cpu, worker in played:
        by_worker[worker] = by_worker.get(worker, 0) + cpu
    with tempfile.TemporaryDirectory() as root:
        shares = [Path(root) / str(number) for number in range(shards)]
        _, unpack, _ = timed(lambda: [imperial_ray.unpack(one[0], at) for one, at in zip(played, shares)])
        merge = [program, "merge", *shares, "--out", head]
        _, merge, _ = timed(lambda: subprocess.run(merge, check=True, stdout=subprocess.DEVNULL))
    return {
        "snapshot_bytes": len(folder),
        "pack": pack,
        "unpack_snapshot": unpack_snapshot,
        "share_bytes": sum(len(archive) for archive, _, _ in played),
        "share_seconds": [cpu for _, cpu, _ in played],
        "play": sum(cpu for _, cpu, _ in played),
        "play_longest": max(by_worker.values()),
        "play_wall": wall,
        "unpack_shares": unpack,
        "merge": merge,
    }


def call(program, command, head):
    """Has the head do what needs no games; what it took."""
    whole = [program, *command, "--out", head, "--shard", "none"]
    ended, cpu, wall = timed(lambda: subprocess.run(whole, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    assert ended.returncode in (0, imperial_ray.GAMES_ARE_MISSING), whole
    return {"cpu": cpu, "wall": wall}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--shards", type=int, default=0)
    parser.add_argument("--games", type=int, default=160)
    parser.add_argument("--network", default="tafl9-1732-240")
    options, more = parser.parse_known_args()
    program = options.program.resolve()
    shards = options.shards or 2 * options.processes
    command = ["train", "--from", options.network, "--set", f"games.games={options.games}", "--set", "generations=2"]
    command += ["--set", "games.playouts=[64, 64]", *more]
    with tempfile.TemporaryDirectory() as root, multiprocessing.Pool(options.processes) as pool:
        head = Path(root) / "head"
        measured = {"start": call(program, command, head), "stages": []}
        for _ in range(2):
            measured["stages"].append(stage(pool, program, head, command, shards))
            measured["stages"][-1]["learn"] = call(program, command, head)
            # The same again only reads the window.
            measured["stages"][-1]["read"] = call(program, command, head)
        games = [json.loads(line) for log in head.glob("generations/*/games.jsonl") for line in log.open()]
        lengths = sorted(len(game["plies"]) for game in games)
        logs = list(head.glob("generations/*/games.jsonl"))
        measured |= {
            "processes": options.processes,
            "games": len(games),
            "plies": sum(lengths),
            "log_bytes": sum(log.stat().st_size for log in logs),
            "lengths": statistics.quantiles(lengths, n=20, method="inclusive"),
            "longest": lengths[-1],
            "network_bytes": (head / "network.net").stat().st_size,
            "checkpoint_bytes": (head / "checkpoint.bpk").stat().st_size,
            "metrics": (head / "metrics.csv").read_text(),
        }
        shutil.rmtree(head)
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
