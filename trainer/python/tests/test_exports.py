"""Exports read back, and compared with the package's own arrays."""

import json

import imperial_tafl as tafl
import numpy as np
import pytest


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
        for samples in export.samples(100, split="train", rules=rules):
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
                assert samples.policy[samples.row == row].sum() == pytest.approx(1, abs=1e-5)
                compared += 1
            first += len(samples.z)
    assert compared == len(positions)


def test_tables_are_read(dataset):
    export = tafl.Dataset(dataset)
    games, positions = export.games("train"), export.positions()
    assert games.num_rows == 14 and positions.num_rows == sum(games["plies"].to_pylist())
    assert {rules.name for rules in export.rules} == set(games["rules"].to_pylist())
    assert export.about["rules"] if "rules" in export.about else export.about


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
    assert plain == shuffled
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
