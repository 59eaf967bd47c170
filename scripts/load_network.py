#!/usr/bin/env python3
"""A network of imperial in NumPy: its weights, its forward pass, and a check against the program.

    imperial export tafl9-1732 --format safetensors --positions brandubh --out net.safetensors
    python3 scripts/load_network.py net.safetensors

Needs NumPy and nothing else. `docs/data.md` describes the file.
"""

import json
import sys

import numpy as np


def read_safetensors(path):
    """Texts of the metadata and arrays, both by name."""
    types = {"F32": np.dtype("<f4"), "I32": np.dtype("<i4")}
    with open(path, "rb") as file:
        length, content = int.from_bytes(file.read(8), "little"), file.read()
    if not 2 <= length <= len(content):
        sys.exit(f"{path} is no safetensors file: imperial export NETWORK --format safetensors makes one")
    header, data = json.loads(content[:length]), content[length:]
    metadata = header.pop("__metadata__")
    arrays = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        arrays[name] = np.frombuffer(data[start:end], types[entry["dtype"]]).reshape(entry["shape"])
    return metadata, arrays


def relu(x):
    return np.maximum(x, 0)


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def pool(x):
    """Mean and maximum of every channel: [b, c, h, w] to [b, 2c]."""
    return np.concatenate([x.mean((2, 3)), x.max((2, 3))], 1)


class Network:
    """A network for batches of b positions on boards of s = h * w squares."""

    def __init__(self, path):
        self.metadata, self.arrays = read_safetensors(path)
        self.config = json.loads(self.metadata["net"])

    def conv(self, name, x):
        """Convolution with zeros around the board: [b, inputs, h, w] to [b, outputs, h, w]."""
        kernels, bias = self.arrays[f"{name}.weight"], self.arrays[f"{name}.bias"]
        size, (h, w) = kernels.shape[2], x.shape[2:]
        x = np.pad(x, [(0, 0), (0, 0), (size // 2, size // 2), (size // 2, size // 2)])
        y = bias[:, None, None]
        for i in range(size):
            for j in range(size):
                y = y + np.einsum("oc,bchw->bohw", kernels[:, :, i, j], x[:, :, i : i + h, j : j + w])
        return y

    def dense(self, name, x):
        return x @ self.arrays[f"{name}.weight"].T + self.arrays[f"{name}.bias"]

    def condition(self, name, x, rules):
        """Scale and shift of every channel that the rules decide."""
        if rules is None:
            return x
        scale, shift = np.split(self.dense(name, rules)[:, :, None, None], 2, 1)
        return x * (1 + scale) + shift

    def trunk(self, planes, rules):
        if rules is not None:
            rules = relu(self.dense("trunk.embedding", rules))
        x = relu(self.condition("trunk.stem_rules", self.conv("trunk.stem", planes), rules))
        for i in range(self.config["blocks"]):
            block = f"trunk.blocks.{i}"
            inner = relu(self.condition(f"{block}.rules", self.conv(f"{block}.first", x), rules))
            y = x + self.conv(f"{block}.second", inner)
            if f"{block}.pooled.weight" in self.arrays:
                y = y + self.dense(f"{block}.pooled", pool(inner))[:, :, None, None]
            x = relu(y)
        return x

    def __call__(self, planes, rules=None):
        """Judges `planes` [b, planes, h, w] under `rules` [b, length of the rule vector]; `rules` is left out
        where the network reads none. Gives

        - `wdl` [b, 3]: probabilities that the attackers win, of a draw, that the defenders win;
        - `plies_left` [b]: forecast of the plies to the end;
        - `pairs` [b, s, s]: scores of moves by the squares that they leave and reach;
        - `choices` [b, 2 + s]: scores of no choice (0), of declining a capture, of each victim.
        """
        x = self.trunk(planes, rules if self.config["rules"] else None)
        pooled = pool(x)
        hidden = relu(self.dense("value.hidden", pooled))
        vectors = self.conv("policy.squares", x)
        vectors = vectors.reshape(*vectors.shape[:2], -1)
        from_, to = np.split(vectors, 2, 1)
        victim = self.conv("policy.victim", x).reshape(len(x), -1)
        decline = self.dense("policy.decline", pooled)
        return {
            "wdl": softmax(self.dense("value.wdl", hidden)),
            "plies_left": np.exp(self.dense("value.plies_left", hidden)[:, 0]) - 1,
            "pairs": from_.transpose(0, 2, 1) @ to / np.sqrt(from_.shape[1]),
            "choices": np.concatenate([np.zeros_like(decline), decline, victim], 1),
        }


def logits(outputs, from_, to, choice, several=()):
    """Scores of moves, [b, moves], from their squares and choices; their softmax is the policy. `several` has the row,
    the place and the squares of each move that names several pieces: their scores add up."""
    rows = np.arange(len(from_))[:, None]
    scores = outputs["pairs"][rows, from_, to] + outputs["choices"][rows, np.maximum(choice, 0)]
    for row, place, squares in several:
        if row < len(scores):
            scores[row, place] += outputs["choices"][row, [2 + square for square in squares]].sum()
    return scores


def several_pieces(metadata, arrays):
    """What `logits` must know of the moves whose choice is -1, from their texts."""
    width = arrays["positions.planes"].shape[3]
    moves = json.loads(metadata["moves"])
    several = []
    for row, place in np.argwhere(arrays["positions.choice"] == -1):
        text = moves[row][place]
        # An ambush names the pieces that jump, all others what they take.
        names = [jump.split("-")[0] for jump in text.split("x")[0].split("+")] if "+" in text else text.split("x")[1:]
        squares = [(int(name[1:]) - 1) * width + ord(name[0]) - ord("a") for name in names]
        several.append((row, place, squares))
    return several


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    network = Network(sys.argv[1])
    arrays, config = network.arrays, network.config
    print(f"{config['family']}: {config['blocks']} blocks of {config['channels']} channels")
    if "positions.planes" not in arrays:
        sys.exit("no positions to check with: export with --positions RULES")
    outputs = network(arrays["positions.planes"], arrays["positions.rules"])
    told = arrays["positions.logit"]
    several = several_pieces(network.metadata, arrays)
    found = logits(outputs, *(arrays[f"positions.{name}"] for name in ("from", "to", "choice")), several)
    legal = np.isfinite(told)
    found = np.where(legal, found, -np.inf)
    policy, expected = softmax(found), softmax(told)
    differences = {
        "value": np.abs(outputs["wdl"] - arrays["positions.wdl"]).max(),
        "logits": np.abs(found[legal] - told[legal]).max(),
        "policy": np.abs(policy - expected).max(),
    }
    position, moves = json.loads(network.metadata["positions"])[0], json.loads(network.metadata["moves"])[0]
    best = int(policy[0].argmax())
    win, draw, loss = outputs["wdl"][0]
    print(f"{position}: {moves[best]} ({policy[0, best]:.3f})")
    print(f"  attackers win {win:.3f}, draw {draw:.3f}, defenders win {loss:.3f}")
    for name, difference in differences.items():
        print(f"{name}: differs from the program by at most {difference:.1e}")
    if max(differences.values()) > 1e-4:
        sys.exit("this is another network")


if __name__ == "__main__":
    main()
