#!/usr/bin/env python3
"""Fits how readily games by each rule set are drawn: the ν of trainer/play/src/networks/draws.rs.

Davidson (1970): draws = ν · sqrt(wins · losses). At each position the calibrated value of the search is the expected
score; the shares of wins, draws and losses that have it follow from ν. For each rule set the ν that makes the results of
its games most likely is printed, with its 95 % interval (profile likelihood, each game counted once), the share of drawn
games, and the share that this ν expects.

Usage: scripts/draws.py FOLDER SLOPE [FOLDER SLOPE …]

Each FOLDER has games of one network against itself (`imperial selfplay`), each SLOPE is that of its calibration.
"""

import collections
import json
import math
import pathlib
import sys


def draws(score: float, readily: float) -> float:
    """The share of draws x: x² = ν² (score - x/2) (1 - score - x/2)."""
    spread, square = score * (1 - score), readily**2
    root = math.sqrt(square**2 / 4 + 4 * (1 - square / 4) * square * spread)
    return 2 * square * spread / (square / 2 + root) if square > 0 else 0.0


def games(folder: pathlib.Path, slope: float):
    """For each game its rule set, its result and the expected scores before its moves."""
    for path in sorted(folder.rglob("games.jsonl")):
        for line in path.read_text().splitlines():
            game = json.loads(line)
            values = [ply["value"] for ply in game["plies"] if ply.get("value") is not None and abs(ply["value"]) < 1]
            odds = [slope * math.log((1 + value) / (1 - value)) for value in values]
            if odds:
                yield game["rules"], game["result"], [1 / (1 + math.exp(-x)) for x in odds]


def likelihood(known: list, readily: float) -> float:
    """Log-likelihood of the results; each game counts once."""
    total = 0.0
    for result, scores in known:
        for score in scores:
            drawn = draws(score, readily)
            share = {"draw": drawn, "attackers": score - drawn / 2, "defenders": 1 - score - drawn / 2}[result]
            total += math.log(max(share, 1e-12)) / len(scores)
    return total


def fit(known: list) -> str:
    """The row of a rule set."""
    # Without a draw, 0 is the most likely.
    grid = [0.0] + [math.exp(-6 + step / 20) for step in range(160)]
    heights = [likelihood(known, readily) for readily in grid]
    best = max(heights)
    within = [readily for readily, height in zip(grid, heights) if height > best - 1.92]
    told = grid[heights.index(best)]
    drawn = sum(result == "draw" for result, _ in known) / len(known)
    mean = sum(sum(draws(score, told) for score in scores) / len(scores) for _, scores in known) / len(known)
    interval = f"{told:.2f} ({within[0]:.2f} to {within[-1]:.2f})"
    return f"{len(known)} | {interval} | {100 * drawn:.1f} | {100 * mean:.1f}"


def main() -> None:
    by_rules = collections.defaultdict(list)
    for folder, slope in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        for rules, result, scores in games(pathlib.Path(folder), float(slope)):
            by_rules[rules].append((result, scores))
    print("rule set | games | ν (95 %) | drawn, % | drawn by the model, %")
    for rules, known in sorted(by_rules.items()):
        print(f"{rules} | {fit(known)}", flush=True)


if __name__ == "__main__":
    main()
