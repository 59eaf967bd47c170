"""Games and exports that several tests read."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

#: The rule sets of the exported games: all families, boards of several sizes, rules with choices.
RULES = ["brandubh", "imperial-contest", "copenhagen", "fox-and-geese", "bagh-chal", "dablot-mini", "maharajah", "connect-four", "tic-tac-toe"]


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def program() -> str:
    """The program `imperial`, of the same sources."""
    found = os.environ.get("IMPERIAL_PROGRAM") or shutil.which("imperial")
    assert found, "set IMPERIAL_PROGRAM to the program imperial; scripts/python.sh does"
    return found


@pytest.fixture(scope="session")
def imperial(program):
    """Runs the program, and gives what it prints."""

    def run(*arguments, cwd=None) -> str:
        done = subprocess.run([program, *map(str, arguments)], cwd=cwd, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="session")
def games(imperial, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "games"
    rules = [part for name in RULES for part in ("--rules", name)]
    imperial("selfplay", *rules, "--agent", "rollouts:4", "--games", 2, "--out", folder)
    return folder


@pytest.fixture(scope="session")
def dataset(imperial, games) -> Path:
    folder = games.parent / "dataset"
    imperial("export", games, "--format", "parquet,npz", "--split", "100,0,0", "--out", folder)
    return folder
