#!/usr/bin/env python3
"""Runs a network as ONNX and compares its answers with the program's own.

    imperial export tafl9-1732 --format onnx --out net.onnx
    imperial export tafl9-1732 --format safetensors --positions brandubh --out net.safetensors
    python3 scripts/check_onnx.py net.onnx net.safetensors

Needs onnxruntime and NumPy. Exits with 1 where a probability or a logit differs by more than 0.0001.
"""

import sys

import numpy as np
import onnxruntime

from load_network import logits, read_safetensors, several_pieces, softmax

MOST = 1e-4


def main(model, answers):
    metadata, arrays = read_safetensors(answers)
    several = several_pieces(metadata, arrays)
    told = {name.removeprefix("positions."): array for name, array in arrays.items() if "positions." in name}
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    inputs = {value.name: told[value.name] for value in session.get_inputs()}
    names = [value.name for value in session.get_outputs()]
    legal = np.isfinite(told["logit"])
    worst = 0.0
    # The batch is dynamic: all at once, and a few.
    for rows in (slice(None), slice(3)):
        feed = {name: np.ascontiguousarray(array[rows], np.float32) for name, array in inputs.items()}
        outputs = dict(zip(names, session.run(None, feed)))
        found = logits(outputs, *(told[name][rows] for name in ("from", "to", "choice")), several)
        found = np.where(legal[rows], found, -np.inf)
        differences = {
            "value": np.abs(outputs["wdl"] - told["wdl"][rows]).max(),
            "logits": np.abs(found[legal[rows]] - told["logit"][rows][legal[rows]]).max(),
            "policy": np.abs(softmax(found) - softmax(told["logit"][rows])).max(),
        }
        print(len(found), "positions:", ", ".join(f"{name} {value:.1e}" for name, value in differences.items()))
        worst = max(worst, *differences.values())
    if not worst <= MOST:
        sys.exit(f"the answers differ by {worst:.1e}, more than {MOST}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
