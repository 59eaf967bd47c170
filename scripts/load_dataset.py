#!/usr/bin/env python3
"""Runs every snippet of a dataset's card in a process of its own; prints its seconds and most memory.

    scripts/load_dataset.sh DATASET      (which makes the environment)

A snippet that fails, or that takes more than linear time allows (100 s for a million positions), ends this with 1.
"""

import importlib.util
import json
import os
import re
import sys
import tempfile
import time

MOST_SECONDS = 100e-6  # for each position, beside ten to begin with

CROISSANT = """
import mlcroissant as mlc
dataset = mlc.Dataset("croissant.json")
record = next(iter(dataset.records("positions")))
print(len(record), "fields;", dataset.metadata.issues.report() or "no issues")
"""

STREAMING = """
import os
from datasets import load_dataset
rows = load_dataset(os.getcwd(), "positions", split={!r}, streaming=True)
print(sum(1 for _, _ in zip(range(10_000), rows)), "rows streamed")
"""

DUCKDB = "import duckdb\nprint(duckdb.sql({!r}))\n"


def snippets(card):
    """Title and Python code of each snippet."""
    title = ""
    for heading, kind, code in re.findall(r"^### ([^\n]*)$|^```(\w+)\n(.*?)^```", card, re.M | re.S):
        title = heading or title
        if kind == "python":
            yield title, code
        elif kind == "sql":
            yield title, DUCKDB.format(code)
    if "load_dataset(" in card:
        # Not every dataset has a part for training.
        yield "datasets, streaming", STREAMING.format(re.search(r'split="(\w+)"', card)[1])
        yield "mlcroissant", CROISSANT


def run(code, folder, cache):
    """Seconds, most memory in MB and output of a program; None if it fails."""
    read, write = os.pipe()
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.dup2(write, 1)
        os.environ.update(HF_HOME=cache, HF_DATASETS_OFFLINE="1", HF_HUB_DISABLE_PROGRESS_BARS="1")
        os.execv(sys.executable, [sys.executable, "-W", "ignore", "-c", code])
    os.close(write)
    with os.fdopen(read, errors="replace") as lines:
        output = lines.read()
    _, status, usage = os.wait4(child, 0)
    return status == 0, time.monotonic() - started, usage.ru_maxrss / 1024, output


def main(folder):
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        card = file.read()
    with open(os.path.join(folder, "dataset.json"), encoding="utf-8") as file:
        positions = json.load(file)["positions"]
    print(f"{positions} positions")
    failed = []
    with tempfile.TemporaryDirectory() as cache:
        for title, code in snippets(card):
            if "torch" in code and importlib.util.find_spec("torch") is None:
                print(f"{title:24} left out: no PyTorch")
                continue
            done, seconds, memory, output = run(code, folder, cache)
            last = (output.strip().splitlines() or [""])[-1][:60]
            print(f"{title:24} {seconds:7.1f} s {memory:7.0f} MB  {last}")
            if not done or seconds > 10 + MOST_SECONDS * positions:
                failed.append(title)
    if failed:
        sys.exit(f"failed or too slow: {', '.join(failed)}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
