#!/usr/bin/env python3
"""Fits how readily a network's games against itself are drawn: the ν of trainer/play/src/networks.rs.

Davidson (1970): draws = ν · sqrt(wins · losses). At each position the calibrated value of the search is the expected
score; the shares of wins, draws and losses that have it follow from ν. The ν that makes the results of the games most
likely is printed, with its 95 % interval (profile likelihood, each game counted once) and the share of drawn games.

Usage: scripts/draws.py FOLDER SLOPE     (games of `imperial selfplay`, and the slope of the network's calibration)
"""

import json
import math
import pathlib
import sys


def draws(score: float, readily: float) -> float:
    """The share of draws x: x² = ν² (score - x/2) (1 - score - x/2)."""
    spread, square = score * (1 - score), readily**2
    root = math.sqrt(square**2 / 4 + 4 * (1 - square / 4) * square * spread)
    return 2 * square * spread / (square / 2 + root)


def games(folder: pathlib.Path, slope: float):
    """For each game its result and the expected scores before its moves."""
    for path in sorted(folder.rglob("games.jsonl")):
        for line in path.read_text().splitlines():
            game = json.loads(line)
            values = [ply["value"] for ply in game["plies"] if ply.get("value") is not None and abs(ply["value"]) < 1]
            odds = [slope * math.log((1 + value) / (1 - value)) for value in values]
            if odds:
                yield game["result"], [1 / (1 + math.exp(-x)) for x in odds]


def likelihood(known: list, readily: float) -> float:
    """Log-likelihood of the results; each game counts once."""
    total = 0.0
    for result, scores in known:
        for score in scores:
            drawn = draws(score, readily)
            share = {"draw": drawn, "attackers": score - drawn / 2, "defenders": 1 - score - drawn / 2}[result]
            total += math.log(max(share, 1e-12)) / len(scores)
    return total


def main() -> None:
    known = list(games(pathlib.Path(sys.argv[1]), float(sys.argv[2])))
    grid = [math.exp(-6 + step / 20) for step in range(160)]
    heights = [likelihood(known, readily) for readily in grid]
    best = max(heights)
    within = [readily for readily, height in zip(grid, heights) if height > best - 1.92]
    drawn = sum(result == "draw" for result, _ in known) / len(known)
    told = grid[heights.index(best)]
    mean = sum(sum(draws(score, told) for score in scores) / len(scores) for _, scores in known) / len(known)
    print(f"ν {told:.3f} ({within[0]:.3f} to {within[-1]:.3f}), {len(known)} games")
    print(f"drawn {100 * drawn:.1f} %, expected {100 * mean:.1f} %")


if __name__ == "__main__":
    main()
