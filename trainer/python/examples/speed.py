"""Positions a second: games stepped together, and one after the other.

Usage: python trainer/python/examples/speed.py [RULES] [GAMES]
"""

import sys
import time

import imperial_tafl as tafl
import numpy as np

NAME = sys.argv[1] if len(sys.argv) > 1 else "tablut-linnaeus"
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
PLIES = 50


def together(planes: bool) -> int:
    """Random moves in all games, by way of the arrays that a learner would use."""
    batch, rng = tafl.Batch(NAME, GAMES, seed=1), np.random.default_rng(1)
    out = batch.planes()
    played = 0
    for _ in range(PLIES):
        legal = batch.legal()
        if planes:
            batch.planes(out=out)
        played += int((~batch.over).sum())
        batch.step(legal.argmax(rng.random(len(legal.move_to))))
        batch.reset(batch.over)
    return played


def alone(planes: bool) -> int:
    """The same in a plain loop over games."""
    rng, start, played = np.random.default_rng(1), tafl.Rules(NAME).start(), 0
    for _ in range(GAMES // 64):
        position = start
        for _ in range(PLIES):
            if planes:
                position.planes()
            position = position.play(int(position.legal().argmax(rng.random(len(position.legal().move_to)))[0]))
            played += 1
            if position.outcome:
                position = start
    return played


for what, play in (("together", together), ("one after the other", alone)):
    for planes in (False, True):
        begun = time.perf_counter()
        count = play(planes)
        rate = count / (time.perf_counter() - begun)
        print(f"{NAME}, {what}, {'planes and moves' if planes else 'moves alone'}: {rate:,.0f} positions/s")
