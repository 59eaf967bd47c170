"""Positions judged and learned from by several programs in turn. `scripts/compare_inference.sh` says more."""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from network import Learn, Play, Weights, onnx_graph

BATCH = 32
LEARNING_BATCH = 256
LEARNING_THREADS = 2


class Rate:
    """Positions a second: by the time computed and by the clock."""

    def __init__(self, computed, clock):
        self.computed, self.clock = computed, clock


def timed(work, positions, seconds):
    """Calls `work` again and again for some seconds of computing."""
    work()
    count, began, clock = 0, time.process_time(), time.perf_counter()
    while time.process_time() - began < seconds:
        work()
        count += positions
    return Rate(count / (time.process_time() - began), count / (time.perf_counter() - clock))


class Imperial:
    """This program, by one of its kernels (amx, avx512, avx2, portable) or by burn."""

    def __init__(self, program, size, code, learning):
        self.name = f"imperial {code}" if code != "burn" else "burn flex"
        what = ["--learning", "only"] if learning else ["--learning", "never", "--batch", str(BATCH)]
        threads = LEARNING_THREADS if learning else 1
        self.command = [program, "bench", "net", "--size", size, "--code", code, "--json"]
        self.command += ["--threads", str(threads), *what, "--seconds"]

    def turn(self, seconds):
        lines = subprocess.run(
            [*self.command, str(seconds)], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout
        figure = json.loads(lines.splitlines()[-1])
        return Rate(figure["per_cpu_second"] or figure["value"], figure["value"])


class Onnx:
    name = "ONNX Runtime"

    def __init__(self, weights, rules):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        graph, providers = onnx_graph(weights, rules), ["CPUExecutionProvider"]
        self.session = onnxruntime.InferenceSession(graph, options, providers=providers)
        self.planes = weights["positions.planes"]

    def judge(self, planes):
        return self.session.run(["pairs", "victim", "policy.decline", "wdl"], {"planes": planes})

    def turn(self, seconds):
        planes = np.ascontiguousarray(self.planes[:BATCH])
        return timed(lambda: self.judge(planes), BATCH, seconds)


class Torch:
    name = "PyTorch"

    def __init__(self, weights, rules):
        self.play = Play(weights, rules).eval()
        self.planes = weights["positions.planes"]

    def judge(self, planes):
        with torch.inference_mode():
            return [output.numpy() for output in self.play(torch.from_numpy(planes))]

    def turn(self, seconds):
        torch.set_num_threads(1)
        planes = np.ascontiguousarray(self.planes[:BATCH])
        return timed(lambda: self.judge(planes), BATCH, seconds)


class TorchLearning:
    """Forward, backward and AdamW of all heads, the gradient clipped."""

    name = "PyTorch"

    def __init__(self, weights):
        self.model = Learn(weights)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=2e-3, weight_decay=1e-4)
        moves, rng = 80, np.random.default_rng(1855)
        repeat = LEARNING_BATCH // len(weights["positions.planes"])
        squares = int(np.prod(weights["positions.planes"].shape[2:]))
        contents = weights.net["contents"]
        # Targets are made up: they change nothing about the time.
        chosen = torch.from_numpy(rng.integers(0, squares * squares, (LEARNING_BATCH, moves)))
        content = torch.from_numpy(rng.integers(0, contents, (LEARNING_BATCH, squares)))
        self.batch = {
            "planes": torch.from_numpy(np.tile(weights["positions.planes"], (repeat, 1, 1, 1))),
            "rules": torch.from_numpy(np.tile(weights["positions.rules"], (repeat, 1))),
            "moves": (chosen, torch.zeros_like(chosen), torch.zeros(chosen.shape)),
            "policy": torch.full(chosen.shape, 1 / moves),
            "wdl": torch.full((LEARNING_BATCH, 3), 1 / 3),
            "plies_left": torch.full((LEARNING_BATCH,), 3.0),
            "occupancy": torch.nn.functional.one_hot(content, contents).transpose(1, 2).float(),
        }

    def step(self):
        self.optimiser.zero_grad(set_to_none=True)
        self.model.loss(self.batch).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()

    def turn(self, seconds):
        torch.set_num_threads(LEARNING_THREADS)
        return timed(self.step, LEARNING_BATCH, seconds)


def check(contender, weights):
    """The largest difference from what our program says to the same positions."""
    pairs, victim, decline, wdl = contender.judge(weights["positions.planes"])
    rows, legal = np.arange(len(pairs))[:, None], np.isfinite(weights["positions.logit"])
    logits = pairs[rows, weights["positions.from"], weights["positions.to"]]
    choices = np.concatenate([np.zeros_like(decline), decline, victim], 1)
    logits = logits + choices[rows, weights["positions.choice"]]
    logits = np.abs(logits - weights["positions.logit"])[legal]
    difference = max(np.abs(wdl - weights["positions.wdl"]).max(), logits.max())
    print(f"  {contender.name:<18} differs by at most {difference:.1e}")
    if difference > 1e-4:
        sys.exit(f"{contender.name} computes another network")


def race(title, contenders, rounds, seconds):
    """Turns in alternation; prints medians and the first contender's lead."""
    print(f"{title}: positions for each second computed (by the clock)")
    rates = {contender.name: [] for contender in contenders}
    for number in range(1, rounds + 1):
        for contender in contenders:
            rate = contender.turn(seconds)
            rates[contender.name].append(rate)
            print(f"  {number:>2} {contender.name:<18} {rate.computed:>9.0f} ({rate.clock:.0f})", flush=True)
    first = rates[contenders[0].name]
    for name, turns in rates.items():
        median = statistics.median(turn.computed for turn in turns)
        ratios = [ours.computed / theirs.computed for ours, theirs in zip(first, turns)]
        clocks = [ours.clock / theirs.clock for ours, theirs in zip(first, turns)]
        lead = f"{statistics.median(ratios):5.2f} times ({min(ratios):.2f} to {max(ratios):.2f})"
        print(f"  {name:<18} {median:>9.0f}   ours is {lead}, by the clock {statistics.median(clocks):.2f}")


def kernels_of(program):
    """The names of our kernels on this machine, the fastest first."""
    command = [program, "bench", "net", "--size", "1x8", "--learning", "never", "--batch", "1", "--json"]
    lines = subprocess.run(
        [*command, "--threads", "1", "--seconds", "0"], check=True, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ).stdout
    return [json.loads(line)["code"] for line in lines.splitlines() if '"peak"' in line]


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 3.0
    sizes = sys.argv[5:] or ["4x32", "6x64"]
    kernels = [kernel for kernel in kernels_of(program) if kernel != "portable"] or ["portable"]
    # Kernels that compute in f32 throughout: the others are compared with their answers. What amx does for
    # learning is what avx512 does.
    full = [kernel for kernel in kernels if kernel != "amx"]
    for size in sizes:
        path = folder / f"{size}.safetensors"
        subprocess.run(
            [program, "bench", "net", "--size", size, "--code", full[0], "--batch", "128", "--learning", "never",
             "--threads", "1", "--seconds", "0", "--weights", str(path)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        weights = Weights(path)
        rules = weights["positions.rules"][0]
        others = [Onnx(weights, rules), Torch(weights, rules)]
        print(f"{size}:")
        for contender in others:
            check(contender, weights)
        ours = [Imperial(program, size, code, False) for code in [*kernels, "burn"]]
        race(f"{size}, one thread, batch {BATCH}", ours + others, rounds, seconds)
        ours = [Imperial(program, size, code, True) for code in [*full, "burn"]]
        title = f"{size}, learning, {LEARNING_THREADS} threads, batch {LEARNING_BATCH}"
        race(title, [*ours, TorchLearning(weights)], rounds, seconds)


main()
