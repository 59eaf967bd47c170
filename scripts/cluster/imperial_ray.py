#!/usr/bin/env python3
"""Play the games of an imperial command on all machines of a Ray cluster.

    imperial_ray.py [--program FILE] [--shards N] [--threads N] COMMAND [OPTIONS] --out FOLDER

COMMAND and its OPTIONS are those of imperial: train, selfplay, balance, match, rate or attribute. FOLDER gets
the very bytes that one machine would have written. The program itself and all files that the options name travel with
the games: name files relative to the folder in which you start this. The same command goes on where it was interrupted.

It asks the cluster at RAY_ADDRESS, or else starts Ray on this machine alone. See docs/scaling.md.
"""

import argparse
import io
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

import ray

# What `imperial --shard none` exits with while games are missing.
GAMES_ARE_MISSING = 3
# The newest generations that players of a training need: twenty from which games are forked (`REACH` in
# trainer/learn/src/training/forks.rs), and the one that they play.
GENERATIONS_SENT = 21
# Endings of files that nobody else needs.
NOT_KEPT = {".lock", ".part"}


def pack(root, files):
    """A tar archive of these files below `root`, as bytes."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz", compresslevel=1) as archive:
        for file in sorted(files):
            archive.add(file, arcname=file.relative_to(root))
    return data.getvalue()


def unpack(data, root):
    """The files of an archive, written below `root`."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(root, filter="data")


def snapshot(head):
    """What players need of the head's folder."""
    left_out = set(sorted(head.glob("generations/*"))[:-GENERATIONS_SENT])
    files = [path for path in head.rglob("*") if path.is_file() and path.suffix not in NOT_KEPT]
    wanted = [file for file in files if file.name != "manifest.jsonl" and not left_out & set(file.parents)]
    return pack(head, wanted)


def share(root):
    """The logs that hold a share, with what lies beside them."""
    logs = [path.parent for path in root.rglob("games.shard.json")]
    files = [file for log in logs for file in log.iterdir()]
    return pack(root, [file for file in files if file.is_file() and file.suffix not in NOT_KEPT])


def texts(value):
    """All texts in what a TOML file holds."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def files_in(arguments):
    """Files that texts name: by themselves, after `@` as networks of agents, or after `=`."""
    found = set()
    for argument in arguments:
        for text in [argument, *argument.split("@")[1:], *argument.split("=")[1:], *argument.split(",")]:
            path = Path(text.split(",")[0])
            if text and not path.is_absolute() and ".." not in path.parts and path.is_file():
                found.add(path)
    return found


def named_files(arguments):
    """Files that options name, and those that settings among them name: rule sets and networks."""
    found = files_in(arguments)
    settings = [path for path in found if path.suffix == ".toml"]
    return found.union(*(files_in(texts(tomllib.loads(path.read_text()))) for path in settings))


def die_with_the_worker():
    """Ends the program when the process of Ray that started it dies, however it dies."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


@ray.remote(max_retries=-1)
def play(program, files, folder, arguments, number, shards, threads):
    """One share of a stage, on whatever machine has room; played again if that machine dies."""
    with tempfile.TemporaryDirectory(prefix="imperial-") as root:
        here = Path(root)
        unpack(files, here)
        unpack(folder, here / "out")
        (here / "imperial").write_bytes(program)
        (here / "imperial").chmod(0o755)
        command = ["./imperial", *arguments, "--out", "out"]
        command += ["--shard", f"{number}/{shards}", "--threads", str(threads)]
        ended = subprocess.run(
            command,
            cwd=here,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=die_with_the_worker,
        )
        if ended.returncode != 0:
            raise RuntimeError(f"share {number}/{shards} failed:\n{ended.stderr[-2000:]}")
        return share(here / "out")


def play_stage(options, sent, head):
    """Has the games of one stage played, and joins them into the head's folder."""
    program, files = sent
    folder = ray.put(snapshot(head))
    cpus = int(ray.cluster_resources().get("CPU", 1))
    # Two for each place, so that a slow machine holds up nobody for long, and new ones find work.
    shards = options.shards or max(1, 2 * cpus // options.threads)
    tasks = {
        play.options(num_cpus=options.threads, name=f"share {number}/{shards}").remote(
            program, files, folder, options.command, number, shards, options.threads
        ): number
        for number in range(shards)
    }
    with tempfile.TemporaryDirectory(prefix="imperial-") as root:
        shares, waiting = [], list(tasks)
        while waiting:
            [done], waiting = ray.wait(waiting)
            shares.append(Path(root) / str(tasks[done]))
            unpack(ray.get(done), shares[-1])
            print(f"shares played: {len(shares)}/{shards}", file=sys.stderr)
        merge = [options.program, "merge", *map(str, shares), "--out", str(head)]
        subprocess.run(merge, check=True, stdout=subprocess.DEVNULL)


def parse(arguments):
    """The options, with the command of imperial and without its `--out`."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="Example: imperial_ray.py train --config my.toml --out mine",
    )
    parser.add_argument("--program", default=shutil.which("imperial"), help="imperial; the one in PATH if not given")
    parser.add_argument("--shards", type=int, default=0, help="shares of a stage; two for each place if not given")
    parser.add_argument("--threads", type=int, default=1, help="threads that play a share")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of imperial, with its options")
    options = parser.parse_args(arguments)
    if not options.command or options.command[0].startswith("-"):
        parser.error("name a command of imperial, such as train")
    if not options.program:
        parser.error("no imperial is in PATH; name it by --program")
    if "--out" not in options.command[:-1]:
        parser.error("the command needs --out FOLDER")
    place = options.command.index("--out")
    options.out = Path(options.command[place + 1])
    del options.command[place : place + 2]
    return options


def main():
    options = parse(sys.argv[1:])
    ray.init(address=os.environ.get("RAY_ADDRESS"), log_to_driver=False, logging_level="WARNING")
    program = ray.put(Path(options.program).read_bytes())
    files = ray.put(pack(Path("."), named_files(options.command)))
    while True:
        head = [options.program, *options.command, "--out", str(options.out), "--shard", "none"]
        ended = subprocess.run(head, stdin=subprocess.DEVNULL)
        if ended.returncode != GAMES_ARE_MISSING:
            return ended.returncode
        play_stage(options, (program, files), options.out)


if __name__ == "__main__":
    sys.exit(main())
