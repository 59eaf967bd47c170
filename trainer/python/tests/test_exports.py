"""Exports read back, and compared with the package's own arrays."""

import json
import shutil

import imperial_tafl as tafl
import numpy as np
import pytest


#: A name that needs quotes in CSV.
QUOTED = "'two', \"lines\",\nand an end"


def replayed(games):
    """Every position of the recorded games, by rule set, number of the game and ply, with the move played."""
    found = {}
    for file in sorted(games.glob("**/games.jsonl")):
        for line in file.read_text().splitlines():
            record = json.loads(line)
            position = tafl.Rules(record["rules"]).start(record["first"])
            for ply, played in enumerate(record["plies"]):
                found[record["rules"], record["game"], ply] = (position, played["move"])
                position = position.play(played["move"])
    return found


def test_planes_and_moves_are_those_of_an_export(games, dataset):
    positions = replayed(games)
    export = tafl.Dataset(dataset)
    rows = export.games().select(["game_id", "rules", "game"]).to_pylist()
    games_by_id = {row["game_id"]: (row["rules"], row["game"]) for row in rows}
    compared = 0
    for path in export.archives():
        archive = np.load(path)
        first = 0
        rules = tafl.Rules(str(archive["rule_names"][0]))
        for samples in export.samples(100, split="train", rules=rules, searched=False):
            for row in range(len(samples.z)):
                number = first + row
                game_id = str(archive["game_ids"][archive["game"][number]])
                position, move = positions[(*games_by_id[game_id], int(archive["ply"][number]))]
                legal, part = position.legal(), slice(*archive["move_offsets"][number : number + 2])
                assert (position.planes() == samples.planes[row]).all()
                assert position.moves[samples.played[row]] == move
                for array in ("move_from", "move_to", "move_choice", "move_victims"):
                    assert (getattr(legal, array) == archive[array][part]).all(), array
                assert (samples.rule_vector[row] == position.rules.rule_vector).all()
                assert (samples.move_to[samples.row == row] == legal.move_to).all()
                for array in ("move_choice", "move_victims"):
                    assert (getattr(samples, array)[samples.row == row] == getattr(legal, array)).all(), array
                for array in ("search", "in_opening", "sampled"):
                    assert getattr(samples, array)[row] == archive[array][number], array
                assert samples.policy[samples.row == row].sum() == pytest.approx(1, abs=1e-5)
                assert samples.searched[row] == archive["policy"][part].any()
                compared += 1
            first += len(samples.z)
    assert compared == len(positions)


def test_tables_are_read(dataset):
    export = tafl.Dataset(dataset)
    games, positions = export.games("train"), export.positions()
    assert games.num_rows == 18 and positions.num_rows == sum(games["plies"].to_pylist())
    assert {rules.name for rules in export.rules} == set(games["rules"].to_pylist())
    assert export.about["rules"] if "rules" in export.about else export.about


@pytest.fixture(scope="module")
def formats(imperial, games):
    """The same games in every format of tables, in several splits, from folders whose names CSV must guard."""
    shutil.copytree(games, games.parent / "sources/=1+1")
    more = ("--agent", "rollouts:4", "--games", 1, "--seed", 7)
    imperial("selfplay", "--rules", "connect-four", *more, "--out", games.parent / f"sources/{QUOTED}")
    folders = {name: games.parent / f"as-{name}" for name in ("parquet", "csv", "jsonl")}
    for name, folder in folders.items():
        imperial("export", games.parent / "sources", "--format", name, "--split", "50,25,25", "--out", folder)
    return {name: tafl.Dataset(folder) for name, folder in folders.items()}


@pytest.mark.parametrize("name", ["csv", "jsonl"])
@pytest.mark.parametrize("split", [None, "train", "test"])
def test_tables_are_the_same_whatever_the_format(formats, name, split):
    for kind in ("games", "positions"):
        wanted, found = (getattr(formats[one], kind)(split) for one in ("parquet", name))
        assert found.schema.equals(wanted.schema), found.schema
        assert found.to_pylist() == wanted.to_pylist()
        assert found.num_rows > 0


def test_cells_of_text_tables_are_what_they_say(formats, games):
    files = (games.parent / "sources").glob("**/games.jsonl")
    seeds = {json.loads(line)["seed"] for file in files for line in file.open()}
    for dataset in formats.values():
        table = dataset.games()
        assert set(table["seed"].to_pylist()) == seeds
        assert {source.split("/")[0] for source in table["source"].to_pylist()} == {"=1+1", QUOTED}
        rows = dataset.positions().to_pylist()
        assert {len(row["board"]) for row in rows if row["rules"] == "tic-tac-toe"} == {9}
        assert any(row["search_moves"] == [] for row in rows)
        for row in rows:
            assert sum(row["search_visits"]) == row["root_visits"]


def test_columns_of_later_versions_are_read(formats, tmp_path):
    columns = {}
    for name in ("csv", "jsonl"):
        folder = shutil.copytree(formats[name].folder, tmp_path / name)
        for file in (folder / "games").iterdir():
            text = file.read_text()
            if name == "jsonl":
                file.write_text(text.replace('"moves":', '"mood":7,"moves":'))
            else:
                head, *rows = text.splitlines()
                file.write_text("\n".join([f"{head},mood", *(f"{row},7" for row in rows)]) + "\n")
        columns[name] = tafl.Dataset(folder).games()
    for table in columns.values():
        assert set(table["mood"].to_pylist()) == {7} and str(table["seed"].type) == "uint64"


def rows_of(batches):
    """Whatever batches hold, one for each position."""
    for one in batches:
        for row in range(len(one.z)):
            yield one.in_opening[row], one.searched[row], one.policy[one.row == row].max(), one.search[row]


def test_openings_are_no_policy_to_learn(dataset):
    export, rules = tafl.Dataset(dataset), tafl.Rules("imperial-contest")
    every = list(rows_of(export.samples(rules=rules, searched=False)))
    learnt = list(rows_of(export.samples(rules=rules)))
    openings = [row for row in every if row[0]]
    assert openings and all(not row[1] and row[2] == 1 and row[3] == 0 for row in openings)
    assert learnt == [row for row in every if row[1]] and not any(row[0] for row in learnt)
    assert len(learnt) < len(every)


def test_games_that_nobody_searched_have_no_policy(imperial, tmp_path):
    imperial("selfplay", "--rules", "tic-tac-toe", "--agent", "random", "--games", 3, "--out", "games", cwd=tmp_path)
    imperial("export", "games", "--format", "npz", "--split", "100,0,0", "--out", "dataset", cwd=tmp_path)
    export = tafl.Dataset(tmp_path / "dataset")
    with pytest.raises(ValueError, match=r"samples\(searched=False\)"):
        export.samples()
    assert not any(row[1] for row in rows_of(export.samples(searched=False)))


def test_shuffled_samples_are_the_same_samples(dataset):
    export, rules = tafl.Dataset(dataset), tafl.Rules("connect-four")

    def sums(rng):
        batches = export.samples(7, rules=rules, rng=rng)
        return sorted(
            (one.planes[row].sum(), one.policy[one.row == row].sum().round(4), one.z[row])
            for one in batches
            for row in range(len(one.z))
        )

    plain, shuffled = sums(None), sums(np.random.default_rng(1))
    assert plain == shuffled == sums(1)
    first, same = (next(export.samples(7, rng=rng)) for rng in (3, np.random.default_rng(3)))
    assert (first.planes == same.planes).all()
    assert any(len(one.z) == 7 for one in export.samples(7, rules=rules))


def test_other_folders_are_refused(tmp_path, dataset):
    with pytest.raises(ValueError, match="no SHA256SUMS"):
        tafl.Dataset(tmp_path)
    export = tafl.Dataset(dataset)
    with pytest.raises(ValueError, match="split must be one of train"):
        export.games("training")
    with pytest.raises(ValueError, match="--format npz"):
        export.samples(rules=tafl.Rules("alea-evangelii"))
    with pytest.raises(ValueError, match="at least 1"):
        export.samples(0)
    with pytest.raises(TypeError, match="integer"):
        export.samples(2.5)
    with pytest.raises(ValueError, match="non-negative"):
        export.samples(rng=-1)
    with pytest.raises(ValueError, match="did you mean brandubh"):
        export.samples(rules="brandub")
