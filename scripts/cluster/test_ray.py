"""A training on two nodes of Ray: one is killed in the middle of a generation, and another joins. Then a comparison.

    python test_ray.py PROGRAM

The networks, the figures and all games must have the same bytes as on one machine.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import imperial_ray
import psutil
from ray.cluster_utils import Cluster

HERE = Path(__file__).resolve().parent
SETTINGS = HERE.parent.parent / "trainer/tests/training.toml"
# Long enough that a node can be killed in the middle.
LONGER = ["--set", "generations=2", "--set", "games.games=48", "--set", "games.playouts=[48, 48]"]
# These tell the time, or lie beside what tells it.
OF_THEIR_TIME = {"metrics.csv", "training.html", "manifest.jsonl"}
# A report has the command line, and so has what made the files.
OF_THEIR_COMMAND = {"index.html", "provenance.json", "balance.json", "run.json", "made.json"}


def contents(root):
    """All files of a training that do not tell the time."""
    files = [path for path in root.rglob("*") if path.is_file()]
    left_out = OF_THEIR_TIME | OF_THEIR_COMMAND
    wanted = [file for file in files if file.name not in left_out and file.suffix != ".lock"]
    return {file.relative_to(root): file.read_bytes() for file in wanted}


def players(node):
    """Processes of imperial that play a share on a node."""
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    return [child for child in raylet.children(recursive=True) if child.name() == "imperial"]


def kill_in_the_middle(node, driver):
    """Kills a node and all its processes while it plays a share."""
    while not players(node):
        assert driver.poll() is None, "the training ended before a node could be killed"
        time.sleep(0.02)
    raylet = psutil.Process(node.all_processes["raylet"][0].process.pid)
    processes = [raylet, *raylet.children(recursive=True)]
    for process in processes:
        try:
            os.kill(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def check_what_is_sent():
    """Players get the games that they may fork, and no older ones."""
    forks = (HERE.parent.parent / "trainer/learn/src/training/forks.rs").read_text()
    reach = int(re.search(r"const REACH: usize = (\d+);", forks)[1])
    with tempfile.TemporaryDirectory() as root:
        root = Path(root)
        for file in [f"generations/{number:04}/games.jsonl" for number in range(1, 31)] + ["checkpoint.bpk"]:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_text(file)
        imperial_ray.unpack(imperial_ray.snapshot(root), root / "sent")
        sent = sorted(path.name for path in (root / "sent/generations").iterdir())
        assert sent == [f"{number:04}" for number in range(30 - reach, 31)], sent
        assert (root / "sent/checkpoint.bpk").exists()
        (root / "rules.toml").write_text('name = "mine"')
        (root / "my.toml").write_text('rules = ["rules.toml", "brandubh"]')
        with contextlib.chdir(root):
            named = imperial_ray.named_files(["train", "--config", "my.toml"])
        assert sorted(map(str, named)) == ["my.toml", "rules.toml"], named


def compare(whole, many):
    """Whether two folders have the same bytes; how many files there are."""
    whole, many = contents(whole), contents(many)
    assert whole.keys() == many.keys(), whole.keys() ^ many.keys()
    different = [str(name) for name in whole if whole[name] != many[name]]
    assert whole and not different, f"these differ: {different}"
    print(f"{len(whole)} files have the same bytes as on one machine")


def main():
    program = Path(sys.argv[1]).resolve()
    check_what_is_sent()
    with tempfile.TemporaryDirectory() as root:
        root = Path(root)
        shutil.copy(SETTINGS, root / "tiny.toml")
        train = ["train", "--config", "tiny.toml", *LONGER]
        balance = ["balance", "brandubh", "--agents", "random,rollouts:2", "--games", "20"]
        subprocess.run([program, *train, "--out", "whole", "--threads", "1"], cwd=root, check=True)
        subprocess.run([program, *balance, "--out", "report"], cwd=root, check=True, stdout=subprocess.DEVNULL)
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        other = cluster.add_node(num_cpus=1)
        environment = {**os.environ, "RAY_ADDRESS": cluster.address}
        command = [sys.executable, HERE / "imperial_ray.py", "--program", program, "--shards", "6"]
        driver = subprocess.Popen([*command, *train, "--out", "many"], cwd=root, env=environment)
        try:
            kill_in_the_middle(other, driver)
            cluster.add_node(num_cpus=1)
            print("killed a node; another joined", flush=True)
            assert driver.wait(timeout=600) == 0, "the training failed"
            report = [*command, *balance, "--out", "report of many"]
            subprocess.run(report, cwd=root, env=environment, check=True, stdout=subprocess.DEVNULL)
        finally:
            driver.kill()
            cluster.shutdown()
        compare(root / "whole", root / "many")
        compare(root / "report", root / "report of many")


if __name__ == "__main__":
    main()
