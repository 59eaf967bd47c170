#!/usr/bin/env python3
"""Learns from a dataset in PyTorch and by `imperial learn`, and compares what both make of games that neither has seen.

    imperial export games --format parquet,npz --split 80,0,20 --out dataset
    scripts/compare_learning.py dataset [--program PATH] [--steps N] [--batch N] [--blocks N] [--channels N] [--rate R]

PyTorch reads the exported planes, moves and targets alone. It begins with the weights that `imperial learn --steps 0`
begins with, and draws other batches. Compared are the losses of policy and value on the test part, or on the validation
part where there is no test: cross-entropies in nats. Exits with 1 where one of PyTorch's is more than 3 % away.

The dataset has games on boards of one shape, as Parquet or CSV and as npz. Needs PyTorch and NumPy.
"""

import argparse
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import torch
from torch.nn import functional

from load_network import read_safetensors

MOST = 0.03
# As `imperial learn` has them where no option changes them; docs/training.md explains them.
WEIGHT_DECAY, CLIP, AVERAGE_DECAY, PLIES_LEFT_WEIGHT = 1e-4, 1.0, 0.999, 0.1
ROOT_VALUE_SHARE, DISCOUNT = 0.25, 0.99
# Positions that the losses are means of, at most.
HELD_OUT = 8192


class Samples:
    """The positions of some archives that have a policy."""

    def __init__(self, paths):
        shards = [dict(np.load(path)) for path in paths]
        height, width = shards[0]["board"]
        self.board = (int(height), int(width))
        self.rows = []
        for shard in shards:
            self.rows += [(shard, row) for row in np.flatnonzero(shard["search"] == 2)]

    def batch(self, picked, generator=None):
        """Tensors of some positions, each turned by a symmetry that `generator` draws."""
        height, width = self.board
        squares = height * width
        planes, rules, wdl, plies_left, moves = [], [], [], [], []
        for place, index in enumerate(picked):
            shard, row = self.rows[index]
            rule_set = shard["rules"][row]
            first, last = shard["symmetry_offsets"][rule_set : rule_set + 2]
            turn = first if generator is None else generator.integers(first, last)
            turn = shard["symmetries"][turn].astype(np.int64)
            bits = np.unpackbits(shard["planes"][row], axis=-1, bitorder="little")[:, :squares]
            turned = np.empty(bits.shape, np.float32)
            turned[:, turn] = bits * shard["plane_scales"][row][:, None]
            planes.append(turned.reshape(-1, height, width))
            rules.append(shard["rule_vectors"][rule_set])
            wdl.append(target(shard["result"][row], shard["plies_left"][row], shard["absolute_value"][row]))
            plies_left.append(np.log1p(np.float32(shard["plies_left"][row])))
            start, end = shard["move_offsets"][row : row + 2]
            chosen = choices(shard, start, end, turn, squares)
            pairs = turn[shard["move_from"][start:end]] * squares + turn[shard["move_to"][start:end]]
            moves.append((place, pairs, chosen, shard["policy"][start:end]))
        count = [len(pairs) for _, pairs, _, _ in moves]
        longest = max(count)
        pad = lambda values, fill, kind: torch.from_numpy(
            np.stack([np.concatenate([v, np.full((longest - len(v), *v.shape[1:]), fill)]) for v in values]).astype(kind)
        )
        return {
            "planes": torch.from_numpy(np.stack(planes)),
            "rules": torch.from_numpy(np.stack(rules)),
            "wdl": torch.from_numpy(np.array(wdl, np.float32)),
            "plies_left": torch.from_numpy(np.array(plies_left, np.float32)),
            "pairs": pad([m[1] for m in moves], 0, np.int64),
            "chosen": pad([m[2] for m in moves], 0, np.float32),
            "policy": pad([m[3] for m in moves], 0, np.float32),
            "legal": torch.arange(longest)[None] < torch.tensor(count)[:, None],
        }


def choices(shard, start, end, turn, squares):
    """How often each choice counts in each move, [moves, 2 + squares]: victims are added up."""
    chosen = np.zeros((end - start, 2 + squares), np.float32)
    for place, number in enumerate(shard["move_choice"][start:end]):
        if number == 65535:
            words = np.atleast_1d(shard["move_victims"][start + place])
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")[:squares]
            chosen[place, 2 + turn[np.flatnonzero(bits)]] = 1
        elif number >= 2:
            chosen[place, 2 + turn[number - 2]] = 1
        else:
            chosen[place, number] = 1
    return chosen


def target(result, plies_left, value):
    """Attackers win, draw, defenders win: what is left of the result, mixed with the search's value."""
    kept = DISCOUNT ** float(plies_left)
    played = np.array([kept * (result == 1), 1 - kept * (result != 0), kept * (result == -1)])
    if np.isnan(value):
        return played
    searched = np.array([max(value, 0), 1 - abs(value), max(-value, 0)])
    return (1 - ROOT_VALUE_SHARE) * played + ROOT_VALUE_SHARE * searched


def pool(x):
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def forward(weights, config, batch):
    """Logits of the moves and of win, draw and loss, and the logarithm of the plies left; as in load_network.py."""

    def conv(name, x):
        kernel = weights[f"{name}.weight"]
        return functional.conv2d(x, kernel, weights[f"{name}.bias"], padding=kernel.shape[2] // 2)

    def dense(name, x):
        return functional.linear(x, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def condition(name, x):
        if rules is None:
            return x
        scale, shift = dense(name, rules)[:, :, None, None].chunk(2, 1)
        return x * (1 + scale) + shift

    rules = functional.relu(dense("trunk.embedding", batch["rules"])) if config["rules"] else None
    x = functional.relu(condition("trunk.stem_rules", conv("trunk.stem", batch["planes"])))
    for i in range(config["blocks"]):
        block = f"trunk.blocks.{i}"
        inner = functional.relu(condition(f"{block}.rules", conv(f"{block}.first", x)))
        y = x + conv(f"{block}.second", inner)
        if f"{block}.pooled.weight" in weights:
            y = y + dense(f"{block}.pooled", pool(inner))[:, :, None, None]
        x = functional.relu(y)
    pooled = pool(x)
    hidden = functional.relu(dense("value.hidden", pooled))
    from_, to = conv("policy.squares", x).flatten(2).chunk(2, 1)
    pairs = from_.transpose(1, 2) @ to / from_.shape[1] ** 0.5
    decline = dense("policy.decline", pooled)
    scores = torch.cat([torch.zeros_like(decline), decline, conv("policy.victim", x).flatten(1)], 1)
    logits = pairs.flatten(1).gather(1, batch["pairs"]) + (batch["chosen"] @ scores[:, :, None])[:, :, 0]
    logits = logits.masked_fill(~batch["legal"], -1e9)
    return logits, dense("value.wdl", hidden), dense("value.plies_left", hidden)[:, 0]


def losses(weights, config, batch):
    """Cross-entropies of policy and value, and the Huber loss of the plies left."""
    logits, value, plies_left = forward(weights, config, batch)
    policy = -(batch["policy"] * functional.log_softmax(logits, 1)).sum(1).mean()
    wdl = -(batch["wdl"] * functional.log_softmax(value, 1)).sum(1).mean()
    return policy, wdl, functional.huber_loss(plies_left, batch["plies_left"])


def rate(step, options):
    """The learning rate of a step: a linear warm-up, then a cosine down."""
    warm_up = min(options.steps, 500) // 10
    if step < warm_up:
        return options.rate * (step + 1) / warm_up
    done = min((step - warm_up) / max(options.steps - warm_up, 1), 1)
    end = options.rate / 100
    return end + (options.rate - end) * (1 + np.cos(np.pi * done)) / 2


def learn(samples, arrays, config, options):
    """The average of the weights after all steps."""
    used = ("trunk.", "policy.", "value.")
    weights = {name: torch.tensor(a) for name, a in arrays.items() if name.startswith(used)}
    average = {name: array.clone() for name, array in weights.items()}
    for array in weights.values():
        array.requires_grad_()
    optimiser = torch.optim.AdamW(weights.values(), weight_decay=WEIGHT_DECAY)
    generator = np.random.default_rng(options.seed)
    for step in range(options.steps):
        batch = samples.batch(generator.integers(len(samples.rows), size=options.batch), generator)
        policy, value, plies_left = losses(weights, config, batch)
        optimiser.zero_grad()
        (policy + value + PLIES_LEFT_WEIGHT * plies_left).backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), CLIP)
        for group in optimiser.param_groups:
            group["lr"] = rate(step, options)
        optimiser.step()
        # In the first steps it forgets faster.
        keeps = min(AVERAGE_DECAY, (1 + step) / (10 + step))
        with torch.no_grad():
            for name, array in weights.items():
                average[name].lerp_(array, 1 - keeps)
        if (step + 1) % 100 == 0:
            print(f"PyTorch, step {step + 1}: policy {policy:.3f}, value {value:.3f}", flush=True)
    return average


def held_out(samples, weights, config):
    """Mean losses of policy and value."""
    picked = np.arange(0, len(samples.rows), -(-len(samples.rows) // HELD_OUT))
    sums = np.zeros(2)
    with torch.no_grad():
        for some in np.array_split(picked, -(-len(picked) // 256)):
            sums += [len(some) * float(loss) for loss in losses(weights, config, samples.batch(some))[:2]]
    return sums / len(picked)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset")
    parser.add_argument("--program", default="target/release/imperial")
    for name, value in [("steps", 1000), ("batch", 256), ("blocks", 4), ("channels", 32), ("seed", 1855)]:
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--rate", type=float, default=2e-3)
    options = parser.parse_args()
    shapes = glob.glob(os.path.join(options.dataset, "tensors", "*"))
    if len(shapes) != 1:
        sys.exit(f"{options.dataset} has tensors of {len(shapes)} shapes of boards; export those of one")
    part = {name: sorted(glob.glob(os.path.join(shapes[0], f"{name}-*.npz"))) for name in ("train", "validation", "test")}
    name = "test" if part["test"] else "validation"
    if not part["train"] or not part[name]:
        sys.exit(f"{options.dataset} needs games for training, and some for validation or the test")

    with tempfile.TemporaryDirectory() as folder:

        def imperial(*command):
            subprocess.run([options.program, *map(str, command)], check=True)

        def learned(steps):
            out = os.path.join(folder, str(steps))
            sizes = [f"--{name}={getattr(options, name)}" for name in ("batch", "blocks", "channels", "seed", "rate")]
            imperial("learn", options.dataset, *sizes, "--steps", steps, "--out", out)
            return out

        with open(os.path.join(learned(options.steps), "losses.csv"), encoding="utf-8") as table:
            *_, row = csv.DictReader(table)
        told = [float(row[f"{name}_{loss}"]) for loss in ("policy", "value")]
        start = os.path.join(folder, "start.safetensors")
        imperial("export", os.path.join(learned(0), "network.net"), "--format", "safetensors", "--out", start)
        metadata, arrays = read_safetensors(start)

    config = json.loads(metadata["net"])
    weights = learn(Samples(part["train"]), arrays, config, options)
    found = held_out(Samples(part[name]), weights, config)
    far = False
    for loss, by_torch, by_imperial in zip(("policy", "value"), found, told):
        difference = by_torch / by_imperial - 1
        far |= not abs(difference) <= MOST
        print(f"{loss}: PyTorch {by_torch:.4f}, imperial {by_imperial:.4f}: {difference:+.1%}")
    if far:
        sys.exit(f"the losses on the {name} part differ by more than {MOST:.0%}")


if __name__ == "__main__":
    main()
