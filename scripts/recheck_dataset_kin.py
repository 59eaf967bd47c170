"""Which games of a dataset belong together, as `docs/data.md` says of `kin_id`: for recheck_dataset.py.

The keys follow from the moves, from `opening_plies`, and from the jobs in `dataset.json`.
"""


def compare(games, manifest, check):
    """Compares the column `kin_id`, which earlier versions have not."""
    games = list(games)
    if not games or "kin_id" not in games[0]:
        return
    settings = manifest["settings"]
    if settings["filters"] or settings["deduplicate"] or settings.get("sample"):
        # A game that was left out may be the first of its kin.
        first = {}
        for game in games:
            key, begin = game["kin_id"], (game["rules_hash"], game["start_position"], game["moves"].split()[:1])
            check.same(game["game_id"], "start of the games of one kin_id", first.setdefault(key, begin), begin)
            key = game["play_id"]
            check.same(game["game_id"], "kin_id", game["kin_id"], first.setdefault(("play", key), game["kin_id"]))
        return
    jobs = {source["place"]: source.get("job") for source in manifest["sources"]}
    expected = first_of_kin(games, [drawn_plies(game, jobs) for game in games])
    for game in games:
        check.same(game["game_id"], "kin_id", game["kin_id"], expected[game["play_id"]])


def drawn_plies(game, jobs):
    """How many random plies its job draws; None if nobody knows."""
    job = jobs.get(game["source"]) or []
    of = [
        one
        for one in (job if isinstance(job, list) else [job])
        if "sampled_plies" in one.get("opening", {})
        and one.get("first_game", 0) <= game["game"]
        and one.get("rules", game["rules"]) == game["rules"]
    ]
    last = max(reversed(of), key=lambda one: one.get("first_game", 0), default={"opening": {}})
    return last["opening"].get("random_plies")


def branch(game, drawn):
    """After how many plies it may have left another game: the least and the most; None if it has not."""
    opening = game["opening_plies"]
    if drawn is None:
        return (max(opening - 1, 1), opening) if opening else None
    return (opening - drawn, opening) if opening > drawn else None


def lines(game):
    """What the game has come to after each of its plies, with the number of plies."""
    line = f"{game['rules_hash']} {game['first']} {game['start_position']}:"
    for plies, move in enumerate(game["moves"].split(), 1):
        line += " " + move
        yield plies, line


def first_of_kin(games, drawn):
    """The first play_id of the kin of each play_id; `drawn` are the random plies of each game's job."""
    branches = [branch(game, random) for game, random in zip(games, drawn)]
    ends = set()
    for game, at in zip(games, branches):
        ends.update(line for plies, line in lines(game) if at and at[0] <= plies <= at[1])
    owners, openings, begun = {}, set(), []
    for game, at, random in zip(games, branches, drawn):
        opening = game["opening_plies"]
        key = (opening, game["play_id"])
        met = [(plies, line) for plies, line in lines(game) if line in ends] if ends else []
        for plies, line in met:
            if plies > opening:
                owners[line] = min(owners.get(line, key), key)
            elif not at:
                openings.add(line)
        if at:
            # An opening may be drawn where no job says how long those are.
            surely = 0 if random is None else at[0]
            begun.append((key, [(plies <= surely, line) for plies, line in met if plies <= opening]))
    kin = {}
    for game in games:
        kin.setdefault(game["play_id"], set()).add((game["opening_plies"], game["play_id"]))

    def join(one, other):
        one, other = kin[one[1]], kin[other[1]]
        if one is not other:
            one |= other
            kin.update((play, one) for _, play in other)

    first_on = {}
    for key, met in begun:
        owned = [owners[line] for _, line in met if line in owners]
        if owned:
            join(key, owned[-1])
        for is_sure, line in met:
            if is_sure and line not in owners and line not in openings:
                join(key, first_on.setdefault(line, key))
    return {play: min(of)[1] for play, of in kin.items()}
