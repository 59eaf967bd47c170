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
from functools import partial
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
        # Their names have four digits at least, and later five.
        for number in range(9970, 10003):
            (root / f"generations/{number:04}").mkdir()
            (root / f"generations/{number:04}/games.jsonl").touch()
        imperial_ray.unpack(imperial_ray.snapshot(root), root / "later")
        sent = sorted(int(path.name) for path in (root / "later/generations").iterdir())
        assert sent == list(range(10002 - reach, 10003)), sent
        (root / "rules.toml").write_text('name = "mine"')
        # A set-up is longer than any name of a file.
        setup = "\n".join(["." * 19] * 19)
        (root / "my.toml").write_text(f'rules = ["rules.toml", "brandubh", """{setup}"""]')
        with contextlib.chdir(root):
            named = imperial_ray.named_files(["train", "--config", "my.toml"])
        assert sorted(map(str, named)) == ["my.toml", "rules.toml"], named
        for outside in (str(root / "my.toml"), f"../{root.name}/my.toml"):
            with contextlib.chdir(root), contextlib.suppress(imperial_ray.Failed):
                imperial_ray.named_files(["train", f"--config={outside}"])
                raise AssertionError(f"{outside} was not refused")


def check_links():
    """Players get what links lead to, by whatever name, and nothing is followed without end."""
    with tempfile.TemporaryDirectory() as root:
        root = Path(root)
        for file in ("elsewhere/games.jsonl", "elsewhere/mine.toml", "head/job.json"):
            (root / file).parent.mkdir(exist_ok=True)
            (root / file).write_text(file)
        head = root / "head"
        (head / "generations").mkdir()
        (head / "generations/0001").symlink_to(root / "elsewhere")
        (head / "mine.toml").symlink_to("../elsewhere/mine.toml")
        (head / "same.json").hardlink_to(head / "job.json")
        (head / "around").symlink_to(head)
        (head / "itself").symlink_to("itself")
        (head / "nothing").symlink_to("nowhere")
        imperial_ray.unpack(imperial_ray.snapshot(head), root / "sent")
        sent = {str(path.relative_to(root / "sent")): path for path in (root / "sent").rglob("*") if path.is_file()}
        below = ["generations/0001/games.jsonl", "generations/0001/mine.toml"]
        assert sorted(sent) == sorted([*below, "job.json", "mine.toml", "same.json"]), sent
        assert not any(path.is_symlink() for path in sent.values())
        assert sent["mine.toml"].read_text() == "elsewhere/mine.toml"
        assert sent["same.json"].read_text() == "head/job.json"
        with contextlib.chdir(head):
            options = ["--against", "ugi[Network=mine.toml]:imperial ugi", "ugi[movetime=9,Network=job.json]:imperial ugi"]
            named = imperial_ray.files_in(options)
            assert sorted(map(str, named)) == ["job.json", "mine.toml"], named
            imperial_ray.unpack(imperial_ray.pack(Path("."), named), root / "named")
        assert (root / "named/mine.toml").read_text() == "elsewhere/mine.toml"


def check_kernel():
    """Players get the kernel of the head, if it has one, and the threads of a share."""
    with tempfile.TemporaryDirectory() as root:
        root = Path(root)
        assert imperial_ray.kernel_of(root / "new") == []
        (root / "job.json").write_text('{"attackers": "random"}')
        assert imperial_ray.kernel_of(root) == []
        (root / "games").mkdir()
        (root / "games/job.json").write_text('[{"kernel": "avx2"}, {"attackers": "random"}]')
        assert imperial_ray.kernel_of(root) == ["--kernel", "avx2"]
        threads = ["--threads", "2"]
        for given, expected in [
            (["rate"], ["rate", "--kernel", "avx2"]),
            (["rate", "--kernel", "scalar"], ["rate", "--kernel", "scalar"]),
            (["rate", "--kernel=scalar", "--threads=8"], ["rate", "--kernel=scalar"]),
            (["rate", "--threads", "8", "--games", "4"], ["rate", "--games", "4", "--kernel", "avx2"]),
        ]:
            assert imperial_ray.of_players(given, 2, root) == [*expected, *threads], given


def check_kept_shares():
    """Shares are kept for the stage that they belong to."""
    with tempfile.TemporaryDirectory() as root:
        head = Path(root) / "head"
        head.mkdir()
        (head / "file").write_text("a game")
        shares = imperial_ray.Shares(head)
        assert shares.begin(head, ["train"], 2) == 2 and not shares.are_complete()
        shares.add(1, imperial_ray.pack(head, [head / "file"]))
        (shares.root / "0.part").mkdir()
        assert shares.begin(head, ["train"], 8) == 2 and shares.there() == {1}
        with contextlib.suppress(imperial_ray.Failed):
            shares.begin(head, ["rate"], 2)
            raise AssertionError("another command was not refused")
        shares.add(0, imperial_ray.pack(head, []))
        assert shares.are_complete()
        (head / "games.done.json").write_text("joined")
        assert shares.begin(head, ["train"], 3) == 3 and not shares.there()


# The program, but for its second share: what becomes of that stands in a file.
FAULTY = """#!/bin/sh
case "$*" in *"--shard 1/"*)
    read -r fault <{folder}/fault
    case $fault in
        stop) sleep 600 ;;
        fail) echo "no space left on device" >&2; exit 2 ;;
        kill) kill -9 $PPID ;;
        once) mkdir {folder}/failed 2>/dev/null && {{ echo "no space left on device" >&2; exit 2; }} ;;
    esac ;;
esac
exec {program} "$@"
"""


def check_faults(root, program, environment):
    """What is played is kept when the driver is interrupted and when a share fails for good; one fault harms nothing."""
    faulty = root / "faulty"
    faulty.write_text(FAULTY.format(folder=root, program=program))
    faulty.chmod(0o755)
    play = ["selfplay", "--rules", "brandubh", "--agent", "network:2", "--games", "12", "--out"]
    subprocess.run([program, *play, "alone"], cwd=root, check=True, stderr=subprocess.DEVNULL)
    driver = [sys.executable, HERE / "imperial_ray.py", "--program", faulty, "--shards", "3", *play, "shared"]

    def run(fault):
        (root / "fault").write_text(fault + "\n")
        text = {"stderr": subprocess.PIPE, "text": True}
        # A shell that runs this test in the background lets its children ignore Ctrl-C.
        heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        driving = subprocess.Popen(driver, cwd=root, env=environment, preexec_fn=heed, **text)
        told = ""
        for line in driving.stderr:
            told += line
            if fault == "stop" and "shares played: 2/3" in line:
                driving.send_signal(signal.SIGINT)
        assert "Traceback" not in told, told
        return driving.wait(), told

    kept = root / "shared.shares"
    code, told = run("stop")
    assert code == 130 and (kept / "0").exists() and (kept / "2").exists(), told
    left = [path.name for path in Path(tempfile.gettempdir()).glob(f"{imperial_ray.SCRATCH}*-*")]
    assert not left, left
    code, told = run("fail")
    assert code == 1 and "shares that were there: 2/3" in told and "failed 3 times" in told, told
    # As the memory monitor kills: for Ray it is not the share that fails, but its worker.
    code, told = run("kill")
    assert code == 1 and "attempt 3 of 3" in told and "the last of them so:\nRay: " in told, told
    code, told = run("once")
    assert code == 0 and "attempt 1 of 3" in told and not kept.exists(), told
    compare(root / "alone", root / "shared")


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
    check_links()
    check_kernel()
    check_kept_shares()
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
            check_faults(root, program, environment)
        finally:
            driver.kill()
            cluster.shutdown()
        compare(root / "whole", root / "many")
        compare(root / "report", root / "report of many")


if __name__ == "__main__":
    main()
