"""The examples of the documentation run."""

import os
import re
import subprocess
import sys

import pytest

TORCH = "IMPERIAL_TORCH" in os.environ


def blocks(text, language):
    """The listings of a page that begin with three backquotes and `language`."""
    listings = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [listing for found, listing in listings if found == language]


@pytest.fixture(scope="module")
def page(root):
    return (root / "docs/python.md").read_text()


@pytest.fixture(scope="module")
def folder(imperial, page, tmp_path_factory):
    """Where the page's commands have made an export."""
    folder = tmp_path_factory.mktemp("docs")
    commands = [line for block in blocks(page, "") for line in block.splitlines() if line.startswith("imperial ")]
    assert len(commands) == 2
    for command in commands:
        # Only a network needs as many games to learn from.
        command = command if TORCH else command.replace("--games 300", "--games 12")
        imperial(*command.split()[1:], cwd=folder)
    return folder


def run(code, folder):
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f"{code}\n{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("number", range(6))
def test_the_examples_run(page, folder, number):
    examples = blocks(page, "python")
    assert len(examples) == 6
    code = examples[number]
    if "import torch" in code or ", torch" in code:
        pytest.skip("PyTorch: test_the_network_learns")
    run(code, folder)


def test_the_readme_runs(root, tmp_path):
    for code in blocks((root / "trainer/python/README.md").read_text(), "python"):
        run(code, tmp_path)


@pytest.mark.skipif(not TORCH, reason="scripts/python.sh deep installs PyTorch")
def test_the_network_learns(page, folder):
    (code,) = (code for code in blocks(page, "python") if "torch" in code)
    assert len(code.strip().splitlines()) <= 30
    printed = run(code, folder)
    won, drawn = map(int, re.match(r"won (\d+), drawn (\d+) of 100", printed).groups())
    assert won + drawn / 2 > 60, printed
