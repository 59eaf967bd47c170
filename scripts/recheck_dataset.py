#!/usr/bin/env python3
"""Recomputes the columns of a dataset that follow from its moves, without imperial.

    scripts/recheck_dataset.py DATASET

Plays every game on a board of its own: a move takes its piece from one square to another and removes what stands on the
squares behind each `x`. Compares positions, boards, keys, splits, results and counts with the columns. Knows nothing of
the rules, so what is legal is not checked here (`imperial verify` does).

In tafl and the line games all of a position follows. In the hunt games and Dablot follow a square's side, hands, actions
left and plies, and not what the rules add: men that become officers, foxes that are shut in or huffed. In chess it is
compared which squares a move empties and fills, as castling is written as the king's move.

Not checked, as they follow from the rules or from the search alone:

- `source`;
- `kin_id` where games were left out, but that games of one key begin alike;
- `legal_moves`, but that they are no fewer than the moves searched;
- `result` and `cause` of games, but that `z`, `cut_off` and the rows of positions agree with them;
- `sampled`, but that a search has taken place and it is no opening;
- `root_value` and `absolute_value`, but that they are of two signs and at most 1;
- `search_visits`, but that `root_visits` is their sum;
- `search_policy`, but that it is a whole: shares of less than 0.1 % are missing;
- moves, but that they go from a piece of the mover to a free square (in tafl, over free ones) and take enemies;
- in `position` and `final_position`: a notice in tafl, and the state in chess; quiet plies of Dablot and chess, but that
  they grow by one or begin anew;
- what stands on other squares than those of the move in chess, and in Dablot which piece of a side it is.

CSV needs Python 3.11 alone, Parquet pyarrow. Prints what differs and exits with 1, or prints how much is right.
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

import recheck_dataset_kin as kin

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
# The columns of whole numbers.
WHOLE = set("ply z plies_left plies legal_moves root_visits opening_plies seed game board_width board_height".split())


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
    for name in row.keys() & WHOLE:
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


def letters_of(ranks):
    """What stands on the squares of a position's ranks, from the lowest rank on: a letter, or nothing."""
    for rank in reversed(ranks.split("/")):
        for run, letter in re.findall(r"(\d+)|(.)", rank):
            yield from [None] * int(run) if run else [None if letter == "." else letter]


def fields(position):
    """Ranks, side, state, quiet plies and plies of a position string; the last two may be left out."""
    ranks, side, state, quiet, plies = (position.split() + ["0", "0"])[:5]
    return ranks, side, state, int(quiet), int(plies)


def points(rules, position):
    """Rank and file of each point of a board, in the order of a position's letters."""
    ranks = position.split()[0].split("/")
    if rules["game"] == "dablot":
        height, width = 2 * rules["ranks"] - 1, 2 * rules["columns"] - 1
        return [(r, f) for r in range(height) for f in range(width) if (r + f) % 2 == 0]
    if rules["game"] == "hunt":
        return HUNT_BOARDS.get(rules.get("board")) or sorted(set(squares(" ".join(rules["lines"]))))
    return [(rank, file) for rank, text in enumerate(reversed(ranks)) for file in range(len(list(letters_of(text))))]


HUNT_BOARDS = {
    "cross": [(r, f) for r in range(7) for f in range(7) if 2 <= r <= 4 or 2 <= f <= 4],
    "alquerque": [(r, f) for r in range(5) for f in range(5)],
    "chequered": [(r, f) for r in range(8) for f in range(8) if (r + f) % 2 == 0],
    "triangle": [*((0, f) for f in range(1, 5)), *((r, f) for r in (1, 2, 3) for f in range(6)), (4, 2)],
}
HUNT_BOARDS["cross-full"] = HUNT_BOARDS["cross"]


class Board:
    """What stands where, of tafl and the line games: all of it follows from the moves."""

    def __init__(self, game, rules):
        ranks, _, rest = game["start_position"].partition(" ")
        self.clocks = rest.split()
        self.rows = [list(letters_of(rank)) for rank in reversed(ranks.split("/"))]
        self.dots = "." in ranks
        self.family, self.pieces = rules["game"], PIECES[rules["game"]]
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

    def misfit(self, move):
        """What is wrong with a move here, as far as it is known without the rules; nothing if it fits."""
        height, width = len(self.rows), len(self.rows[0])
        places = squares(move)
        if not places or any(rank >= height or file >= width for rank, file in places):
            return "no squares of the board"
        held = [self.rows[rank][file] for rank, file in places]
        if "-" not in move:
            rank, file = places[0]
            lands = self.family != "connect-four" or rank == 0 or self.rows[rank - 1][file]
            return None if lands and held == [None] else "not to a free square"
        own, enemies = (("a",), ("d", "k")) if self.mover == "attackers" else (("d", "k"), ("a",))
        if held[0] not in own:
            return "not from the mover's piece"
        (rank, file), (to_rank, to_file) = places[:2]
        length = max(abs(to_rank - rank), abs(to_file - file))
        ways = ((to_rank - rank) // (length or 1), (to_file - file) // (length or 1))
        way = [self.rows[rank + step * ways[0]][file + step * ways[1]] for step in range(1, length + 1)]
        if 0 not in (to_rank - rank, to_file - file) or not way or any(way):
            return "not over free squares"
        return None if all(victim in enemies for victim in held[2:]) else "takes no enemy"

    def forget(self):
        """The row of a position is not there: all is known without it."""

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
        self.family, self.start = rules["game"], game["start_position"]
        self.points = points(rules, self.start)
        self.known = set(self.points)
        self.actions = rules.get("actions", 1) if self.family == "dablot" else 1
        self.mover, self.left = game["first"], self.actions
        _, _, state, self.quiet, self.plies = fields(self.start)
        self.hands = {SIDES["gf".index(letter)]: int(number) for letter, number in re.findall(r"([gf])(\d+)", state)}
        # Where the rules say so, foxes go without a word.
        self.foxes_go = rules.get("trapped") == "removed" or rules.get("compulsory") == "huff"
        self.before = self.move = None

    def play(self, move, _):
        self.move, self.plies = move, self.plies + 1
        if move.startswith("@"):
            self.hands[self.mover] = self.hands.get(self.mover, 0) - 1
        is_step = move != "end" and "+" not in move
        if is_step and self.left > 1:
            self.left -= 1
        else:
            self.mover, self.left = other(self.mover), self.actions

    def forget(self):
        """The row of a position is not there."""
        self.before = None

    def side(self, digit):
        """Whose piece a digit is; nobody's for 0."""
        return digit if digit == "0" else SIDES[DIGITS.index(digit) > len(self.pieces) // 2]

    def index(self, place):
        return place[0] * self.width + place[1]

    def digits(self, text):
        """The board of a position string, as `board` has it."""
        ranks = text.split()[0]
        board = ["0"] * self.width * (ranks.count("/") + 1)
        for place, letter in zip(self.points, letters_of(ranks)):
            board[self.index(place)] = DIGITS[self.pieces.index(letter) + 1] if letter else "0"
        return "".join(board)

    def check(self, where, row, check):
        check.same(where, "board", row["board"], self.digits(row["position"]))
        self.check_position(where, "position", row["position"], check)

    def check_end(self, where, game, check):
        self.check_position(where, "final_position", game["final_position"], check)

    def check_position(self, where, column, text, check):
        """Compares a position string with the moves that led there."""
        ranks, side, state, quiet, plies = fields(text)
        count = len(list(letters_of(ranks)))
        check.same(where, f"squares of {column}", count, len(self.points))
        if count != len(self.points):
            return
        side, board = {"a": "attackers", "d": "defenders"}[side], self.digits(text)
        if self.family == "chess":
            # In a charge one piece of each file moves, and a side is to move several times.
            self.mover = side
        check.same(where, f"side in {column}", side, self.mover)
        check.same(where, f"plies in {column}", plies, self.plies)
        if self.family != "chess":
            check.same(where, f"state in {column}", state, self.state())
        if self.before:
            self.check_move(where, board, check)
            # A capture or a placement, and what the rules call so, begins the count anew.
            fits = quiet == self.quiet_after(board) if self.family == "hunt" else quiet in (0, self.quiet + 1)
            check.same(where, f"quiet plies in {column}, {quiet}, fit", fits, True)
        self.before, self.quiet = board, quiet

    def state(self):
        """The hands of a hunt game, and the actions left of a turn in Dablot."""
        hands = "".join(f"{letter}{self.hands[side]}" for letter, side in zip("gf", SIDES) if self.hands.get(side))
        return hands or ("-" if self.left == self.actions else str(self.left))

    def quiet_after(self, board):
        pieces = [sum(digit != "0" for digit in now) for now in (self.before, board)]
        return self.quiet + 1 if pieces[0] == pieces[1] else 0

    def check_move(self, where, board, check):
        """Compares what the move before has emptied and filled."""
        before = list(self.before)
        jumps, *taken = self.move.split("x")
        if self.family == "chess":
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
                # In hunt games sides alternate, so the other one has placed it.
                before[places[0]] = DIGITS[1 + SIDES.index(other(self.mover))]
            elif len(places) == 2:
                piece, before[places[0]] = before[places[0]], "0"
                before[places[1]] = piece
        for victim in taken:
            before[self.index(squares(victim)[0])] = "0"
        sides = [
            "0" if self.foxes_go and now == "0" and digit == "2" else self.side(digit)
            for digit, now in zip(before, board)
        ]
        check.same(where, "sides on the board", [self.side(digit) for digit in board], sides)

    def misfit(self, move):
        """What is wrong with a move here, as far as it is known without the rules; nothing if it fits."""
        has_no_square = re.fullmatch(r"charge|rank\d+", move) if self.family == "chess" else move == "end"
        if has_no_square:
            return None if self.family == "chess" or self.left < self.actions else "no turn has begun"
        jumps, *taken = move.partition("=")[0].split("x")
        parts = [squares(part) for part in jumps.split("+")]
        places = [place for part in parts for place in part] + [place for victim in taken for place in squares(victim)]
        if not all(parts) or not self.known.issuperset(places):
            return "no squares of the board"
        holder = {place: self.side(self.before[self.index(place)]) for place in places}
        if move.startswith("@"):
            return None if self.hands.get(self.mover) and holder[places[0]] == "0" else "not to be placed"
        starts = {part[0] for part in parts}
        if any(holder[start] != self.mover for start in starts):
            return "not from the mover's piece"
        # In chess a move goes where an enemy stands, and takes it.
        closed = (self.mover,) if self.family == "chess" else tuple(SIDES)
        if any(holder[end] in closed and end not in starts for part in parts for end in part[1:]):
            return "to a square that is not free"
        enemies = [holder[place] for victim in taken for place in squares(victim)]
        return None if all(enemy == other(self.mover) for enemy in enemies) else "takes no enemy"


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


def check_game(game, rules, check):
    """Compares the row of a game, without its moves."""
    where = f"game {game['game_id']}"
    ranks, files = zip(*points(rules, game["start_position"]))
    check.same(where, "board_width", game["board_width"], max(files) + 1)
    check.same(where, "board_height", game["board_height"], max(ranks) + 1)
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
            check_search(at, rows[ply], board, check)
        else:
            board.forget()
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


def check_search(where, row, board, check):
    """Compares what is said of a search, whose moves must fit the board."""
    moves, visits, policy = (row[name] for name in ("search_moves", "search_visits", "search_policy"))
    searched = "full" if moves else "none" if row["absolute_value"] is None else "quick"
    check.same(where, "search", row["search"], searched)
    check.same(where, "lengths of the search's lists", {len(visits), len(policy)}, {len(moves)})
    check.same(where, "moves that stand twice in search_moves", len(moves) - len(set(moves)), 0)
    check.same(where, "legal_moves of at least those searched", row["legal_moves"] >= max(len(moves), 1), True)
    for column, move in [("move", row["move"]), *(("search_moves", move) for move in moves)]:
        check.same(where, f"{column} {move}", board.misfit(move), None)
    check.same(where, "search_visits below 0", [count for count in visits if count < 0], [])
    if moves:
        # Shares are rounded down to four decimals, and those below 0.1 % are left out.
        left_out = 0.001 + 0.0001 * len(moves) + 0.001 * (row["legal_moves"] - sum(share > 0 for share in policy))
        fits = all(0 <= share <= 1 for share in policy) and 1 - left_out <= sum(policy) <= 1.0001
        check.same(where, f"search_policy, {sum(policy):.4f} in all, is a whole", fits, True)
    # Openings are not searched, and only the moves of searches are drawn.
    check.same(where, "search in the opening", row["in_opening"] and searched != "none", False)
    is_chosen = searched != "none" and not row["in_opening"]
    check.same(where, "sampled without a search", bool(row["sampled"]) and not is_chosen, False)
    values = [row["root_value"], row["absolute_value"]]
    check.same(where, "values beyond 1", [value for value in values if value is not None and abs(value) > 1], [])


def rules_of(folder, game):
    path = os.path.join(folder, "rules", f"{game['rules']}-{game['rules_hash']}.toml")
    with open(path, "rb") as file:
        return tomllib.load(file)


def compare(folder):
    """Compares all columns; gives what was compared, and the numbers of games, rule sets and positions."""
    with open(os.path.join(folder, "dataset.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    shares, check, games, known = manifest["settings"]["split"], Check(), {}, {}
    played = set()
    for split, game in tables(folder, "games"):
        check.same(game["game_id"], "occurrence", game["game_id"] in games, False)
        # Earlier versions have no kin_id.
        percent = int(game.get("kin_id", game["play_id"]), 16) * 100 >> 64
        test, validation = shares["test"], shares["test"] + shares["validation"]
        expected = "test" if percent < test else "validation" if percent < validation else "train"
        check.same(game["game_id"], "split", split, expected)
        if game["rules_hash"] not in known:
            known[game["rules_hash"]] = rules_of(folder, game)
        check_game(game, known[game["rules_hash"]], check)
        check.same(game["game_id"], "duplicate", game["duplicate"], game["play_id"] in played)
        played.add(game["play_id"])
        games[game["game_id"]] = game
    kin.compare(games.values(), manifest, check)
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
    return check, (len(games), len(known), rows)


def main(folder):
    check, (games, rules, rows) = compare(folder)
    if check.differences:
        sys.exit("\n".join(check.differences))
    print(f"recomputed: {games} games of {rules} rule sets, {rows} positions, {check.cells} cells agree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
