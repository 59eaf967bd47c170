"""Positions judged and learned from by several programs in turn. `scripts/compare_inference.sh` says more."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime
import openvino
import torch
from onnxruntime import quantization

from network import Learn, Play, Weights, onnx_graph

BATCHES = [1, 32, 256]
# Positions that our program writes with the weights.
COUNT = 128
ANSWERS = ["from", "to", "choice", "logit", "wdl"]
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

    def __init__(self, program, size, code, batch=None, exact=False):
        self.name = f"imperial {code}{' exact' if exact else ''}" if code != "burn" else "burn flex"
        judging = ["--learning", "never", "--batch", str(batch), "--threads", "1"]
        learning = ["--learning", "only", "--threads", str(LEARNING_THREADS)]
        self.command = [program, "bench", "net", "--size", size, "--code", code, "--json"]
        self.command += [*(judging if batch else learning), *(["--exact"] if exact else []), "--seconds"]

    def turn(self, seconds):
        lines = subprocess.run(
            [*self.command, str(seconds)], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ).stdout
        figure = json.loads(lines.splitlines()[-1])
        return Rate(figure["per_cpu_second"] or figure["value"], figure["value"])


class Judge:
    """Another program that judges a batch of positions; `judge` is its own."""

    # What its answers may differ from ours at most; None where they are rounded.
    tolerance = 1e-4

    def __init__(self, weights, batch):
        self.planes = np.ascontiguousarray(weights["positions.planes"][np.arange(batch) % COUNT])

    def turn(self, seconds):
        return timed(lambda: self.judge(self.planes), len(self.planes), seconds)


OUTPUTS = ["pairs", "victim", "policy.decline", "wdl"]


class Onnx(Judge):
    name = "ONNX Runtime"

    def __init__(self, weights, batch, graph):
        super().__init__(weights, batch)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        self.session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def judge(self, planes):
        return self.session.run(OUTPUTS, {"planes": planes})


class OnnxEight(Onnx):
    name, tolerance = "ONNX Runtime int8", None


class OpenVino(Judge):
    """`precision` is f32 or bf16; with a quantised graph the convolutions are int8 all the same."""

    def __init__(self, weights, batch, graph, precision, name):
        super().__init__(weights, batch)
        self.name, self.tolerance = f"OpenVINO {name}", 1e-4 if name == "f32" else None
        core = openvino.Core()
        model = core.read_model(graph)
        model.reshape({"planes": list(self.planes.shape)})
        settings = {
            "INFERENCE_NUM_THREADS": 1,
            "NUM_STREAMS": 1,
            "INFERENCE_PRECISION_HINT": precision,
            "EXECUTION_MODE_HINT": "ACCURACY" if name == "f32" else "PERFORMANCE",
        }
        self.request = core.compile_model(model, "CPU", settings).create_infer_request()

    def judge(self, planes):
        self.request.set_input_tensor(openvino.Tensor(planes, shared_memory=True))
        self.request.infer()
        return [self.request.get_tensor(name).data for name in OUTPUTS]


def open_vino_int8(weights, batch, graph, short):
    """What is not quantised is in bf16 if OpenVINO has code for both together, as it has not with matrix tiles."""
    try:
        return OpenVino(weights, batch, graph, "bf16" if short else "f32", "int8")
    except RuntimeError:
        return OpenVino(weights, batch, graph, "f32", "int8")


def is_held():
    """Whether the others are held to what processors without AVX-512 have; ONNX Runtime cannot be."""
    return os.environ.get("ONEDNN_MAX_CPU_ISA", "").startswith("AVX2")


def has_bf16():
    """Whether OpenVINO computes in bf16 here. Its own answer does not know what it is held to."""
    return not is_held() and "BF16" in openvino.Core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")


class Torch(Judge):
    """Compiled, with the convolutions in bf16 on machines that have it."""

    name, tolerance = "PyTorch bf16", None

    def __init__(self, weights, batch, rules):
        super().__init__(weights, batch)
        self.play = torch.compile(Play(weights, rules).eval())

    def judge(self, planes):
        torch.set_num_threads(1)
        with torch.inference_mode(), torch.autocast("cpu", dtype=torch.bfloat16):
            return [output.float().numpy() for output in self.play(torch.from_numpy(planes))]


class Positions(quantization.CalibrationDataReader):
    """Positions by which the ranges of int8 are chosen."""

    def __init__(self, planes):
        self.rest = iter([{"planes": planes}])

    def get_next(self):
        return next(self.rest, None)


def quantised(graph, weights, folder):
    """The graph with convolutions in int8, for ONNX Runtime and for OpenVINO."""
    before, after = folder / "graph.onnx", folder / "graph-int8.onnx"
    before.write_bytes(graph)
    quantization.quantize_static(
        before, after, Positions(weights["positions.planes"]), op_types_to_quantize=["Conv"], per_channel=True
    )
    return after.read_bytes()


class TorchLearning:
    """Forward, backward and AdamW of all heads, the gradient clipped: compiled, and the boards in the order of
    memory that is quicker. Convolutions and products are in `precision`."""

    def __init__(self, weights, precision):
        self.name = f"PyTorch {precision}"
        self.dtype = torch.bfloat16 if precision == "bf16" else None
        self.model = Learn(weights).to(memory_format=torch.channels_last)
        self.loss = torch.compile(self.model.loss)
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
        self.batch["planes"] = self.batch["planes"].to(memory_format=torch.channels_last)

    def step(self):
        self.optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=self.dtype, enabled=self.dtype is not None):
            loss = self.loss(self.batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()

    def turn(self, seconds):
        torch.set_num_threads(LEARNING_THREADS)
        return timed(self.step, LEARNING_BATCH, seconds)


def check(contender, weights):
    """The largest difference from what our program says to the same positions."""
    count = len(contender.planes)
    pairs, victim, decline, wdl = contender.judge(contender.planes)
    ours = {name: weights[f"positions.{name}"][np.arange(count) % COUNT] for name in ANSWERS}
    rows, legal = np.arange(count)[:, None], np.isfinite(ours["logit"])
    logits = pairs[rows, ours["from"], ours["to"]]
    choices = np.concatenate([np.zeros_like(decline), decline, victim], 1)
    logits = logits + choices[rows, ours["choice"]]
    logits = np.abs(logits - ours["logit"])[legal]
    difference = max(np.abs(wdl - ours["wdl"]).max(), logits.max())
    print(f"  {contender.name:<18} differs by at most {difference:.1e}")
    if contender.tolerance and difference > contender.tolerance:
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
    sizes = sys.argv[5:] or ["4x32", "6x64", "8x128"]
    kernels = [kernel for kernel in kernels_of(program) if kernel != "portable"] or ["portable"]
    if is_held():
        kernels = [kernel for kernel in kernels if kernel == "avx2"]
    for size in sizes:
        path = folder / f"{size}.safetensors"
        subprocess.run(
            [program, "bench", "net", "--size", size, "--code", kernels[-1], "--batch", "128", "--learning", "never",
             "--threads", "1", "--seconds", "0", "--weights", str(path)],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        weights = Weights(path)
        rules = weights["positions.rules"][0]
        graph = onnx_graph(weights, rules)
        eight = quantised(graph, weights, folder)
        for batch in BATCHES:
            others = [OpenVino(weights, batch, graph, "f32", "f32")]
            short = has_bf16()
            others += [OpenVino(weights, batch, graph, "bf16", "bf16")] if short else []
            others += [
                open_vino_int8(weights, batch, eight, short),
                Onnx(weights, batch, graph),
                OnnxEight(weights, batch, eight),
                Torch(weights, batch, rules),
            ]
            print(f"{size}, batch {batch}:")
            for contender in others:
                check(contender, weights)
            ours = [Imperial(program, size, code, batch) for code in kernels]
            ours += [Imperial(program, size, "amx", batch, exact=True)] if "amx" in kernels else []
            race(f"{size}, one thread, batch {batch}", ours + others, rounds, seconds)
        if is_held():
            # PyTorch's compiled learning does not survive it.
            continue
        ours = [Imperial(program, size, code) for code in [*kernels, "burn"]]
        title = f"{size}, learning, {LEARNING_THREADS} threads, batch {LEARNING_BATCH}"
        torches = [TorchLearning(weights, precision) for precision in ["f32", "bf16"]]
        race(title, [*ours, *torches], rounds, seconds)


main()
