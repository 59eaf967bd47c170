#!/usr/bin/env python3
"""Measures the levels of trainer/play/levels.toml and writes their Elo there.

Under each rule set the levels play their neighbours and the beginner, in pairs of games with sides swapped after four
random plies. The beginner is 0. A rule set under which a level is shown to be weaker than the one before, with its whole
interval below that one's rating, is left out of the table and named; other rule sets keep what stands there. Games are
kept in FOLDER, so that an interrupted measurement goes on.

Usage: scripts/levels.py PROGRAM FOLDER [--pairs N] RULES...
"""

import argparse
import csv
import itertools
import pathlib
import re
import subprocess
import tomllib

TABLE = pathlib.Path(__file__).parent.parent / "trainer/play/levels.toml"


def measure(program: str, folder: pathlib.Path, rules: str, pairs: int, levels: list[str]) -> dict[str, list[int]]:
    """Rating, low and high end of each level under a rule set."""
    out = folder / rules
    agents = [f"--agent=level:{level}" for level in levels]
    command = [program, "rate", "--rules", rules, *agents, f"--anchor=level:{levels[0]}", "--schedule=neighbours"]
    command += ["--averaged", "--tied", f"--pairs={pairs}", f"--out={out}"]
    print("#", *command, flush=True)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with open(out / "ratings.csv", newline="") as file:
        rows = {row["agent"].removeprefix("level:"): row for row in csv.DictReader(file)}
    columns = ["rating", "rating_low", "rating_high"]
    return {level: [round(float(rows[level][column])) for column in columns] for level in levels}


def written(text: str, measured: dict[str, dict[str, list[int]]]) -> str:
    """The table with these ratings and no others."""
    bare = re.sub(r"\n\[level\.elo\]\n(?:.+ = \[.*\]\n)*", "", text)
    blocks = bare.rstrip("\n").split("\n[[level]]\n")
    head, levels = blocks[0], blocks[1:]
    out = [head]
    for level in levels:
        name = re.search(r'name = "(.*)"', level).group(1)
        lines = [f"{rules} = {elo[name]}" for rules, elo in measured.items()]
        out.append(level.rstrip("\n") + "\n\n[level.elo]\n" + "\n".join(lines) + "\n")
    return "\n[[level]]\n".join(out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--pairs", type=int, default=12, help="of games of every two levels that meet (12)")
    given = parser.parse_args()
    text = TABLE.read_text()
    levels = re.findall(r'^name = "(.*)"', text, re.MULTILINE)
    measured: dict[str, dict[str, list[int]]] = {}
    for level in tomllib.loads(text)["level"]:
        for rules, elo in level.get("elo", {}).items():
            measured.setdefault(rules, {})[level["name"]] = elo
    for rules in given.rules:
        elo = measure(given.program, given.folder, rules, given.pairs, levels)
        if all(elo[level][2] >= elo[before][0] for before, level in itertools.pairwise(levels)):
            measured[rules] = elo
        else:
            measured.pop(rules, None)
            print(f"left out, as a level is weaker than the one before: {rules} {elo}", flush=True)
        TABLE.write_text(written(text, measured))


if __name__ == "__main__":
    main()
