#!/usr/bin/env python3
"""Recomputes the columns of a dataset that follow from its moves, without imperial.

    scripts/recheck_dataset.py DATASET

Plays every game on a board of its own: a move takes its piece from one square to another and removes what stands on the
squares behind each `x`. Compares positions, boards, keys, splits, results and counts with the columns. Knows nothing of
the rules, so what is legal is not checked here (`imperial verify` does). CSV needs Python alone, Parquet pyarrow.
Prints what differs and exits with 1, or prints how much is right.
"""

import csv
import glob
import hashlib
import json
import os
import re
import sys

csv.field_size_limit(1 << 30)

SQUARE = re.compile(r"([a-z])(\d+)")
LETTERS = {"a": "1", "d": "2", "k": "3", "x": "1", "o": "2"}
SIDES = ["attackers", "defenders"]


def tables(folder, name):
    """Split and rows, as dictionaries, of each file of a table."""
    for path in sorted(glob.glob(os.path.join(folder, name, "*"))):
        split, ending = os.path.basename(path).split("-")[0], path.rsplit(".", 1)[-1]
        if ending == "parquet":
            import pyarrow.parquet as pq

            for batch in pq.ParquetFile(path).iter_batches(8192):
                yield from ((split, row) for row in batch.to_pylist())
        elif ending == "csv" and not glob.glob(os.path.join(folder, name, "*.parquet")):
            with open(path, encoding="utf-8", newline="") as lines:
                yield from ((split, typed(row)) for row in csv.DictReader(lines))


def typed(row):
    """A row of CSV with the types of Parquet."""
    for name in row.keys() & {"ply", "z", "plies_left", "plies", "legal_moves", "root_visits", "opening_plies", "seed", "game"}:
        row[name] = int(row[name])
    for name in row.keys() & {"root_value", "absolute_value"}:
        row[name] = float(row[name]) if row[name] else None
    for name in row.keys() & {"duplicate", "in_opening", "cut_off", "sampled"}:
        row[name] = {"true": True, "false": False, "": None}[row[name]]
    for name, kind in {"search_moves": str, "search_visits": int, "search_policy": float}.items():
        if name in row:
            row[name] = [kind(value) for value in row[name].split(";") if value]
    return row


class Board:
    """What stands where, of any game whose position strings are ranks from the top."""

    def __init__(self, position):
        ranks, _, rest = position.partition(" ")
        self.clocks = rest.split()
        self.rows = []
        for rank in reversed(ranks.split("/")):
            row = []
            for run, letter in re.findall(r"(\d+)|(.)", rank):
                row += [None] * int(run) if run else [None if letter == "." else letter]
            self.rows.append(row)
        self.dots = "." in ranks
        self.moves = 0

    def squares(self, text):
        """Rank and file of each square in a text."""
        return [(int(rank) - 1, ord(file) - ord("a")) for file, rank in SQUARE.findall(text)]

    def play(self, move, mover):
        """Makes a move, which takes what stands behind each `x`."""
        squares = self.squares(move)
        if "-" in move:
            (rank, file), (to_rank, to_file), *taken = squares
            piece, self.rows[rank][file] = self.rows[rank][file], None
            for victim_rank, victim_file in taken:
                self.rows[victim_rank][victim_file] = None
            self.rows[to_rank][to_file] = piece
            quiet = 0 if taken else int(self.clocks[1]) + 1
            self.clocks = ["d" if mover == "attackers" else "a", str(quiet), str(int(self.clocks[2]) + 1)]
        else:
            (rank, file), = squares
            self.rows[rank][file] = "x" if mover == "attackers" else "o"
        self.moves += 1

    def lose_king(self):
        """Removes the king, whose capture ends the game and is not written."""
        self.rows = [[None if piece == "k" else piece for piece in row] for row in self.rows]
        self.clocks[1] = "0"

    def text(self):
        """The position string; what the rules add at its end, such as a notice, is not known here."""
        ranks = []
        for row in reversed(self.rows):
            letters = "".join("." if piece is None else piece for piece in row)
            runs = letters if self.dots else re.sub(r"\.+", lambda run: str(len(run[0])), letters)
            ranks.append(runs)
        return " ".join(["/".join(ranks), *self.clocks])

    def digits(self):
        return "".join(LETTERS[piece] if piece else "0" for row in self.rows for piece in row)


def key(*parts):
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]


def mover(first, ply):
    return SIDES[(SIDES.index(first) + ply) % 2]


class Check:
    def __init__(self):
        self.differences, self.cells = [], 0

    def same(self, where, column, found, expected):
        self.cells += 1
        if found != expected and len(self.differences) < 20:
            self.differences.append(f"{where}: {column} is {found!r}, not {expected!r}")


def play_game(game, check):
    """Board before each ply, as position string and digits, and moves; checks the row of the game."""
    where = f"game {game['game_id']}"
    moves = game["moves"].split()
    board = Board(game["start_position"])
    positions = []
    for ply, move in enumerate(moves):
        positions.append((board.text(), board.digits()))
        board.play(move, mover(game["first"], ply))
    if game["cause"] == "king-captured":
        board.lose_king()
    end = game["final_position"].removesuffix(" notice")
    check.same(where, "final_position", end, board.text())
    check.same(where, "plies", game["plies"], len(moves))
    check.same(where, "cut_off", game["cut_off"], game["cause"] in ("ply-limit", "unfinished"))
    play = key(game["rules_hash"], game["first"], game["start_position"], game["moves"])
    check.same(where, "play_id", game["play_id"], play)
    who = [game[name] for name in ("seed", "game", "attackers_agent", "defenders_agent", "opening_plies", "engine_version")]
    check.same(where, "game_id", game["game_id"], key(play, *who))
    return positions, moves


def check_position(row, game, check):
    facts, positions, moves = game
    ply, where = row["ply"], f"game {row['game_id']} ply {row['ply']}"
    text, digits = positions[ply]
    to_move = mover(facts["first"], ply)
    sign = 1 if to_move == "attackers" else -1
    won = {"attackers": 1, "draw": 0, "defenders": -1}[facts["result"]]
    value = row["absolute_value"]
    expected = {
        "position": text,
        "board": digits,
        "to_move": to_move,
        "rules": facts["rules"],
        "move": moves[ply],
        "in_opening": ply < facts["opening_plies"],
        "plies_left": len(moves) - ply,
        "result": facts["result"],
        "z": sign * won,
        "root_visits": sum(row["search_visits"]),
        "root_value": None if value is None else sign * value,
    }
    found = dict(row, position=row["position"].removesuffix(" notice"))
    for column, cell in expected.items():
        check.same(where, column, found[column], cell)
    lengths = {len(row[name]) for name in ("search_moves", "search_visits", "search_policy")}
    check.same(where, "lengths of the search's lists", len(lengths), 1)
    check.same(where, "search_policy of at most 1", sum(row["search_policy"]) <= 1.0001, True)


def main(folder):
    with open(os.path.join(folder, "dataset.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    shares, check, games, seen = manifest["settings"]["split"], Check(), {}, {}
    for split, game in tables(folder, "games"):
        check.same(game["game_id"], "occurrence", game["game_id"] in games, False)
        percent = int(game["play_id"], 16) * 100 >> 64
        test, validation = shares["test"], shares["test"] + shares["validation"]
        expected = "test" if percent < test else "validation" if percent < validation else "train"
        check.same(game["game_id"], "split", split, expected)
        games[game["game_id"]] = (game, *play_game(game, check))
    rows = 0
    for split, row in tables(folder, "positions"):
        rows += 1
        check_position(row, games[row["game_id"]], check)
        seen[row["game_id"]] = split
    check.same("dataset.json", "games", manifest["games"], len(games))
    check.same("dataset.json", "positions", manifest["positions"], rows)
    if check.differences:
        sys.exit("\n".join(check.differences))
    print(f"recomputed: {len(games)} games, {rows} positions, {check.cells} cells agree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
