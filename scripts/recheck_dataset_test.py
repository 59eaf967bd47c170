#!/usr/bin/env python3
"""Proves that recheck_dataset.py finds what is wrong: changes one cell after another of a dataset that is right.

    scripts/recheck_dataset_test.py DATASET

Each change is made in one row of each rule set that has a fitting one. Needs what recheck_dataset.py needs.
"""

import sys

import recheck_dataset as recheck

OTHER = {"attackers": "defenders", "defenders": "attackers"}


def counted(text, field):
    """A position string whose number of quiet plies or of plies is one more."""
    fields = text.split()
    if len(fields) < 3:
        return None
    fields[field] = str(int(fields[field]) + 1)
    return " ".join(fields)


def handed(text):
    """One whose side has one more piece in hand, in games with hands."""
    fields = text.split()
    if len(fields) < 5 or not (fields[2][0] in "gf" and fields[2][1:].isdigit()):
        return None
    return " ".join([*fields[:2], fields[2][0] + str(int(fields[2][1:]) + 1), *fields[3:]])


def swapped(board):
    """A board where two squares that differ have changed places."""
    other = next((at for at, digit in enumerate(board) if digit != board[0]), None)
    return other and board[other] + board[1:other] + board[0] + board[other + 1 :]


def moved_from(row, holds):
    """The first move searched, from a square that holds nothing or a piece of the enemy."""
    moves, width = row["search_moves"], len(row["board"]) // row["height"]
    if not moves or "-" not in moves[0] or "+" in moves[0]:
        return None
    target = recheck.squares(moves[0])[1]
    places = [divmod(at, width) for at, digit in enumerate(row["board"]) if holds(digit, row)]
    place = next((place for place in places if place != target), None)
    return place and [chr(ord("a") + place[1]) + str(place[0] + 1) + moves[0][moves[0].index("-") :], *moves[1:]]


def is_enemy(digit, row):
    half = len(recheck.PIECES[row["family"]]) // 2
    side = "attackers" if recheck.DIGITS.index(digit) <= max(half, 1) else "defenders"
    return digit != "0" and side != row["to_move"]


GAMES = [
    ("plies", lambda row: row["plies"] + 1),
    ("cut_off", lambda row: not row["cut_off"]),
    ("duplicate", lambda row: not row["duplicate"]),
    ("kin_id", lambda row: recheck.key(row["kin_id"])),
    ("board_width", lambda row: row["board_width"] + 1),
    ("board_height", lambda row: row["board_height"] + 1),
    ("opening_plies", lambda row: row["opening_plies"] + 1),
    ("moves", lambda row: " ".join(row["moves"].split()[:-1])),
    ("final_position", lambda row: counted(row["final_position"], -1)),
    ("final_position", lambda row: handed(row["final_position"])),
    ("final_position", lambda row: row["start_position"]),
]
POSITIONS = [
    ("to_move", lambda row: OTHER[row["to_move"]]),
    ("position", lambda row: counted(row["position"], -1)),
    ("position", lambda row: counted(row["position"], -2) if row["ply"] % 7 == 3 and row["family"] == "hunt" else None),
    ("position", lambda row: handed(row["position"])),
    ("board", lambda row: swapped(row["board"])),
    ("legal_moves", lambda row: 0),
    ("in_opening", lambda row: not row["in_opening"]),
    ("sampled", lambda row: True if row["search"] == "none" else None),
    ("search", lambda row: "quick" if row["search"] == "full" else "full"),
    ("move", lambda row: row["move"] + "z9"),
    ("search_moves", lambda row: moved_from(row, lambda digit, row: digit == "0")),
    ("search_moves", lambda row: moved_from(row, is_enemy)),
    ("search_moves", lambda row: row["search_moves"][:1] * len(row["search_moves"]) if row["search_moves"] else None),
    ("search_moves", lambda row: row["search_moves"][1:] if row["search_moves"] else None),
    ("search_visits", lambda row: [count + 1 for count in row["search_visits"]] or None),
    ("search_policy", lambda row: [0.0] * len(row["search_policy"]) or None),
    ("search_policy", lambda row: [share / 2 for share in row["search_policy"]] if row["legal_moves"] < 9 else None),
    ("root_visits", lambda row: row["root_visits"] + 1),
    ("root_value", lambda row: row["root_value"] and -row["root_value"]),
    ("absolute_value", lambda row: row["absolute_value"] and -row["absolute_value"]),
    ("z", lambda row: row["z"] + 1),
    ("plies_left", lambda row: row["plies_left"] + 1),
]


def main(folder):
    tables = {name: list(recheck.tables(folder, name)) for name in ("games", "positions")}
    recheck.tables = lambda _, name: iter(tables[name])
    right, _ = recheck.compare(folder)
    if right.differences:
        sys.exit("the dataset itself is wrong: " + right.differences[0])
    games, tried, missed = {row["game_id"]: row for _, row in tables["games"]}, 0, []
    families = {row["rules"]: recheck.rules_of(folder, row)["game"] for row in games.values()}
    for name, changes in (("games", GAMES), ("positions", POSITIONS)):
        for column, change in changes:
            done = set()
            for at, (split, row) in enumerate(tables[name]):
                facts = {"family": families[row["rules"]], "height": games[row["game_id"]]["board_height"]}
                changed = None if row["rules"] in done else change(row | facts)
                if changed is None or changed == row[column]:
                    continue
                done.add(row["rules"])
                tables[name][at] = (split, row | {column: changed})
                tried += 1
                if not recheck.compare(folder)[0].differences:
                    missed.append(f"{row['rules']}: {column} {changed!r} instead of {row[column]!r} was not noticed")
                tables[name][at] = (split, row)
            if not done:
                missed.append(f"no row is fit for a change of {column}")
    if missed:
        sys.exit("\n".join(missed))
    print(f"{tried} changes of cells were all noticed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
