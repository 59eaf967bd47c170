#!/usr/bin/env python3
"""Recomputes the columns of a dataset that follow from its moves, without imperial.

    scripts/recheck_dataset.py DATASET

Plays every game on a board of its own: a move takes its piece from one square to another and removes what stands on the
squares behind each `x`. Compares positions, boards, keys, splits, results and counts with the columns. Knows nothing of
the rules, so what is legal is not checked here (`imperial verify` does).

In tafl and the line games all of a position follows. In the hunt games and Dablot a square's side follows, and not what
the rules add: men that become officers, foxes that are shut in or huffed. In chess it is compared which squares a move
empties and fills, as castling is written as the king's move. CSV needs Python 3.11 alone, Parquet pyarrow.
Prints what differs and exits with 1, or prints how much is right.
"""

import csv
import glob
import hashlib
import itertools
import json
import os
import re
import sys
import tomllib

csv.field_size_limit(1 << 30)

SQUARE = re.compile(r"([a-z])(\d+)")
# What stands on a square, in the order of the digits of `board`, by family.
PIECES = {
    "tafl": "adk",
    "connect-four": "xo",
    "tic-tac-toe": "xo",
    "hunt": "gf",
    "dablot": "MNOPKmnopk",
    "chess": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
}
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
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
    for name in row.keys() & {"ply", "z", "plies_left", "plies", "legal_moves", "root_visits", "opening_plies", "seed", "game", "board_width"}:
        row[name] = int(row[name])
    for name in row.keys() & {"root_value", "absolute_value"}:
        row[name] = float(row[name]) if row[name] else None
    for name in row.keys() & {"duplicate", "in_opening", "cut_off", "sampled"}:
        row[name] = {"true": True, "false": False, "": None}[row[name]]
    for name, kind in {"search_moves": str, "search_visits": int, "search_policy": float}.items():
        if name in row:
            row[name] = [kind(value) for value in row[name].split(";") if value]
    return row


def squares(text):
    """Rank and file of each square in a text."""
    return [(int(rank) - 1, ord(file) - ord("a")) for file, rank in SQUARE.findall(text)]


class Board:
    """What stands where, of tafl and the line games: all of it follows from the moves."""

    def __init__(self, game, rules):
        ranks, _, rest = game["start_position"].partition(" ")
        self.clocks = rest.split()
        self.rows = []
        for rank in reversed(ranks.split("/")):
            row = []
            for run, letter in re.findall(r"(\d+)|(.)", rank):
                row += [None] * int(run) if run else [None if letter == "." else letter]
            self.rows.append(row)
        self.dots = "." in ranks
        self.pieces = PIECES[rules["game"]]
        self.mover = game["first"]
        self.entering_kills = rules.get("entering") == "suicide"

    def play(self, move, takes_king):
        """Makes a move, which takes what stands behind each `x`."""
        places = squares(move)
        if "-" in move:
            (rank, file), (to_rank, to_file), *taken = places
            piece, self.rows[rank][file] = self.rows[rank][file], None
            self.rows[to_rank][to_file] = piece
            for victim_rank, victim_file in taken:
                self.rows[victim_rank][victim_file] = None
            # Where the rules say so, a man is lost who goes between two enemies. That is not written.
            if self.entering_kills and piece != "k" and not takes_king and self.is_between(to_rank, to_file):
                self.rows[to_rank][to_file] = None
                taken.append((to_rank, to_file))
            quiet = 0 if taken else int(self.clocks[1]) + 1
            self.clocks = ["d" if self.mover == "attackers" else "a", str(quiet), str(int(self.clocks[2]) + 1)]
        else:
            (rank, file), = places
            self.rows[rank][file] = "x" if self.mover == "attackers" else "o"
        self.mover = other(self.mover)

    def is_between(self, rank, file):
        """Whether two enemies stand on opposite sides of a man."""
        def is_enemy(rank, file):
            on_board = 0 <= rank < len(self.rows) and 0 <= file < len(self.rows[0])
            piece = self.rows[rank][file] if on_board else None
            return piece in (("d", "k") if self.mover == "attackers" else ("a",))
        return any(is_enemy(rank - r, file - f) and is_enemy(rank + r, file + f) for r, f in ((0, 1), (1, 0)))

    def check(self, where, row, check):
        """Compares a row before its move."""
        check.same(where, "position", row["position"].removesuffix(" notice"), self.text())
        check.same(where, "board", row["board"], self.digits())

    def check_end(self, where, game, check):
        if game["cause"] == "king-captured":
            # The capture ends the game, and is not written.
            self.rows = [[None if piece == "k" else piece for piece in row] for row in self.rows]
            self.clocks[1] = "0"
        check.same(where, "final_position", game["final_position"].removesuffix(" notice"), self.text())

    def text(self):
        """The position string; what the rules add at its end, such as a notice, is not known here."""
        ranks = []
        for row in reversed(self.rows):
            letters = "".join("." if piece is None else piece for piece in row)
            runs = letters if self.dots else re.sub(r"\.+", lambda run: str(len(run[0])), letters)
            ranks.append(runs)
        return " ".join(["/".join(ranks), *self.clocks])

    def digits(self):
        return "".join(DIGITS[self.pieces.index(piece) + 1] if piece else "0" for row in self.rows for piece in row)


class LooseBoard:
    """What is known of a board where the rules do more than a move says: what stood there before, and the move."""

    def __init__(self, game, rules):
        self.pieces, self.width, self.rules = PIECES[rules["game"]], game["board_width"], rules
        self.mover, self.left = game["first"], rules.get("actions", 1)
        self.before = self.move = None

    def play(self, move, _):
        self.move = move
        is_step = move != "end" and "+" not in move
        if self.rules["game"] == "dablot" and is_step and self.left > 1:
            self.left -= 1
        else:
            self.mover, self.left = other(self.mover), self.rules.get("actions", 1)

    def side(self, digit):
        """Whose piece a digit is; nobody's for 0."""
        return digit if digit == "0" else SIDES[DIGITS.index(digit) > len(self.pieces) // 2]

    def index(self, place):
        return place[0] * self.width + place[1]

    def check(self, where, row, check):
        board, (text, side) = row["board"], row["position"].split()[:2]
        letters = [self.pieces[DIGITS.index(digit) - 1] for digit in board if digit != "0"]
        ranks = re.findall(r"[A-Za-z]", "".join(reversed(text.split("/"))))
        check.same(where, "board, as letters", "".join(letters), "".join(ranks))
        if self.rules["game"] == "chess":
            # In a charge one piece of each file moves, and a side is to move several times.
            self.mover = {"a": "attackers", "d": "defenders"}[side]
        check.same(where, "side in the position", SIDES["ad".index(side)], self.mover)
        if self.before:
            self.check_move(where, board, check)
        self.before = board

    def check_move(self, where, board, check):
        """Compares what the move before has emptied and filled."""
        family, before = self.rules["game"], list(self.before)
        jumps, *taken = self.move.split("x")
        if family == "chess":
            if "-" in jumps:
                start, end = map(self.index, squares(jumps)[:2])
                # A piece may bring another one back, and stay.
                if "=" not in jumps:
                    check.same(where, "square that was left", board[start] == before[start], start == end)
                check.same(where, "square that was reached", self.side(board[end]), self.side(before[start]))
            return
        for jump in jumps.split("+"):
            places = [self.index(place) for place in squares(jump)]
            if jump.startswith("@"):
                before[places[0]] = DIGITS[1 + SIDES.index(other(self.mover))]
            elif len(places) == 2:
                piece, before[places[0]] = before[places[0]], "0"
                before[places[1]] = piece
        for victim in taken:
            before[self.index(squares(victim)[0])] = "0"
        # Foxes may go without a word.
        sides = [
            "0" if family == "hunt" and now == "0" and digit == "2" else self.side(digit)
            for digit, now in zip(before, board)
        ]
        check.same(where, "sides on the board", [self.side(digit) for digit in board], sides)

    def check_end(self, where, game, check):
        pass


def other(side):
    return SIDES[1 - SIDES.index(side)]


def key(*parts):
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]


class Check:
    def __init__(self):
        self.differences, self.cells = [], 0

    def same(self, where, column, found, expected):
        self.cells += 1
        if found != expected and len(self.differences) < 20:
            self.differences.append(f"{where}: {column} is {found!r}, not {expected!r}")


def check_game(game, check):
    """Compares the row of a game, without its board."""
    where = f"game {game['game_id']}"
    check.same(where, "plies", game["plies"], len(game["moves"].split()))
    check.same(where, "cut_off", game["cut_off"], game["cause"] in ("ply-limit", "unfinished"))
    play = key(game["rules_hash"], game["first"], game["start_position"], game["moves"])
    check.same(where, "play_id", game["play_id"], play)
    who = [game[name] for name in ("seed", "game", "attackers_agent", "defenders_agent", "opening_plies", "engine_version")]
    check.same(where, "game_id", game["game_id"], key(play, *who))


def check_rows(game, rows, rules, check):
    """Plays a game and compares the rows of its positions, by their plies."""
    where, moves = f"game {game['game_id']}", game["moves"].split()
    kind = Board if rules["game"] in ("tafl", "connect-four", "tic-tac-toe") else LooseBoard
    board = kind(game, rules)
    for ply, move in enumerate(moves):
        if ply in rows:
            at = f"{where} ply {ply}"
            board.check(at, rows[ply], check)
            check_position(at, rows[ply], (game, moves, board.mover), check)
        else:
            board.before = None
        board.play(move, ply == len(moves) - 1 and game["cause"] == "king-captured")
    board.check_end(where, game, check)


def check_position(where, row, facts, check):
    game, moves, to_move = facts
    ply = row["ply"]
    sign = 1 if to_move == "attackers" else -1
    won = {"attackers": 1, "draw": 0, "defenders": -1}[game["result"]]
    value = row["absolute_value"]
    expected = {
        "to_move": to_move,
        "rules": game["rules"],
        "move": moves[ply],
        "in_opening": ply < game["opening_plies"],
        "plies_left": len(moves) - ply,
        "result": game["result"],
        "z": sign * won,
        "root_visits": sum(row["search_visits"]),
        "root_value": None if value is None else sign * value,
    }
    for column, cell in expected.items():
        check.same(where, column, row[column], cell)
    lengths = {len(row[name]) for name in ("search_moves", "search_visits", "search_policy")}
    check.same(where, "lengths of the search's lists", len(lengths), 1)
    check.same(where, "search_policy of at most 1", sum(row["search_policy"]) <= 1.0001, True)


def rules_of(folder, game):
    path = os.path.join(folder, "rules", f"{game['rules']}-{game['rules_hash']}.toml")
    with open(path, "rb") as file:
        return tomllib.load(file)


def main(folder):
    with open(os.path.join(folder, "dataset.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    shares, check, games, known = manifest["settings"]["split"], Check(), {}, {}
    for split, game in tables(folder, "games"):
        check.same(game["game_id"], "occurrence", game["game_id"] in games, False)
        percent = int(game["play_id"], 16) * 100 >> 64
        test, validation = shares["test"], shares["test"] + shares["validation"]
        expected = "test" if percent < test else "validation" if percent < validation else "train"
        check.same(game["game_id"], "split", split, expected)
        check_game(game, check)
        games[game["game_id"]] = game
        if game["rules_hash"] not in known:
            known[game["rules_hash"]] = rules_of(folder, game)
    left, rows = set(games), 0
    # The rows of a game lie together.
    for (split, id), group in itertools.groupby(tables(folder, "positions"), lambda row: (row[0], row[1]["game_id"])):
        group = {row["ply"]: row for _, row in group}
        rows += len(group)
        check_rows(games[id], group, known[games[id]["rules_hash"]], check)
        left.discard(id)
    for id in left:
        check_rows(games[id], {}, known[games[id]["rules_hash"]], check)
    check.same("dataset.json", "games", manifest["games"], len(games))
    check.same("dataset.json", "positions", manifest["positions"], rows)
    if check.differences:
        sys.exit("\n".join(check.differences))
    print(f"recomputed: {len(games)} games of {len(known)} rule sets, {rows} positions, {check.cells} cells agree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
