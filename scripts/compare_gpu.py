#!/usr/bin/env python3
"""The same network in this program and in PyTorch on one GPU: positions judged and learned from in a second.

    cargo build --release --features libtorch
    python3 scripts/compare_gpu.py [--program PATH] [--device NAME ...] [--size SIZE ...] [--batch N ...] [--step N ...]

PyTorch computes as fast as it can: compiled, with CUDA graphs, boards with the channels last, play in f16 and learning
in bf16 beside f32. `resident` has the boards on the GPU and leaves the answers there; `host` brings both over, as a
search needs them. This program is measured as it plays: it also encodes positions and lists their moves on the CPU.
`threads` are those of this program that ask the GPU at once.
Every contender has a turn of some seconds, one after the other. Figures are by the clock.

Needs PyTorch with CUDA, NumPy, safetensors and onnx.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
import torch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "compare_inference"))
from network import Learn, Play, Weights  # noqa: E402

MOVES = 80


def say(what, **figures):
    print(json.dumps({"what": what, **figures}), flush=True)


def rate(work, positions, seconds):
    """Positions a second of `work`, which is called again and again."""
    for _ in range(3):
        work()
    torch.cuda.synchronize()
    count, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        for _ in range(4):
            work()
        torch.cuda.synchronize()
        count += 4 * positions
    return count / (time.perf_counter() - began)


def boards(weights, count, dtype):
    """Planes and rule vectors of so many positions, on the host."""
    planes = torch.from_numpy(weights["positions.planes"][np.arange(count) % len(weights["positions.planes"])])
    rules = torch.from_numpy(weights["positions.rules"][np.arange(count) % len(weights["positions.rules"])])
    return planes.to(dtype), rules


def judging(weights, size, batch, seconds):
    """PyTorch judges `batch` positions."""
    model = Play(weights, weights["positions.rules"][0]).eval().cuda().half().to(memory_format=torch.channels_last)
    play = torch.compile(model, mode="reduce-overhead")
    host = boards(weights, batch, torch.float16)[0].pin_memory()
    here = host.cuda().to(memory_format=torch.channels_last)
    squares = int(np.prod(weights["positions.planes"].shape[2:]))
    moves = torch.randint(0, squares * squares, (batch, MOVES)).pin_memory()

    def resident():
        with torch.inference_mode():
            play(here)

    def over():
        with torch.inference_mode():
            planes = host.cuda(non_blocking=True).to(memory_format=torch.channels_last)
            pairs, _, _, wdl = play(planes)
            chosen = pairs.flatten(1).gather(1, moves.cuda(non_blocking=True))
            chosen.cpu(), wdl.cpu()

    for name, work in [("resident", resident), ("host", over)]:
        say("judging", code=f"PyTorch {name}", network=size, batch=batch, value=rate(work, batch, seconds))


def learning(weights, size, batch, seconds):
    """PyTorch learns from `batch` positions."""
    model = Learn(weights).cuda().to(memory_format=torch.channels_last)
    loss = torch.compile(model.loss, mode="reduce-overhead")
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-4, fused=True)
    planes, rules = boards(weights, batch, torch.float32)
    squares, contents = int(np.prod(planes.shape[2:])), weights.net["contents"]
    # Targets are made up: they change nothing about the time.
    chosen = torch.randint(0, squares * squares, (batch, MOVES))
    content = torch.randint(0, contents, (batch, squares))
    inputs = {
        "planes": planes,
        "rules": rules,
        "moves": (chosen, torch.zeros_like(chosen), torch.zeros(chosen.shape)),
        "policy": torch.full(chosen.shape, 1 / MOVES),
        "wdl": torch.full((batch, 3), 1 / 3),
        "plies_left": torch.full((batch,), 3.0),
        "occupancy": torch.nn.functional.one_hot(content, contents).transpose(1, 2).float(),
    }
    move = lambda value: tuple(map(move, value)) if isinstance(value, tuple) else value.cuda()
    inputs = {name: move(value) for name, value in inputs.items()}
    inputs["planes"] = inputs["planes"].to(memory_format=torch.channels_last)

    def step():
        torch.compiler.cudagraph_mark_step_begin()
        optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cuda", dtype=torch.bfloat16):
            total = loss(inputs)
        total.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()

    say("learning", code="PyTorch bf16", network=size, batch=batch, value=rate(step, batch, seconds))


def ours(program, device, size, options, what, sizes, threads):
    """This program, by burn on a device; each figure as soon as it is there."""
    command = [program, "bench", "net", "--device", device, "--size", size, "--json"]
    command += ["--seconds", str(options.seconds), "--threads", str(threads), "--learning", what]
    flag = "--batch" if what == "never" else "--learning-batch"
    command += [f"{flag}={number}" for number in sizes]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for line in done.stdout.splitlines():
        figure = json.loads(line)
        kept = {name: figure.get(name) for name in ("network", "batch", "value", "difference")}
        name = "judging" if what == "never" else "learning"
        say(name, code=f"imperial {device}", threads=threads, **kept)
    if done.returncode:
        say("failed", code=f"imperial {device}", network=size, error=done.stderr[-2000:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/imperial")
    parser.add_argument("--device", nargs="*", default=["libtorch"])
    parser.add_argument("--size", nargs="*", default=["4x32", "6x64", "10x128"])
    parser.add_argument("--batch", nargs="*", type=int, default=[1024, 4096])
    parser.add_argument("--step", nargs="*", type=int, default=[256, 1024, 4096])
    parser.add_argument("--threads", nargs="*", type=int, default=[1, 16])
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--without-torch", action="store_true")
    options = parser.parse_args()
    torch.backends.cudnn.benchmark = True
    say("machine", gpu=torch.cuda.get_device_name(), torch=torch.__version__, cores=os.cpu_count())
    for size in options.size:
        for device in options.device:
            for threads in options.threads:
                ours(options.program, device, size, options, "never", options.batch, threads)
            ours(options.program, device, size, options, "only", options.step, 1)
        if options.without_torch:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net.safetensors")
            write = [options.program, "bench", "net", "--size", size, "--weights", path, "--learning", "never"]
            subprocess.run([*write, "--seconds", "0.01", "--batch", "8", "--threads", "1"], check=True, stdout=subprocess.DEVNULL)
            weights = Weights(path)
        for batch in options.batch:
            judging(weights, size, batch, options.seconds)
        for batch in options.step:
            learning(weights, size, batch, options.seconds)


if __name__ == "__main__":
    main()
