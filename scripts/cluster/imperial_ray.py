#!/usr/bin/env python3
"""Play the games of an imperial command on all machines of a Ray cluster.

    imperial_ray.py [--program FILE] [--shards N] [--threads N] COMMAND [OPTIONS] --out FOLDER

COMMAND and its OPTIONS are those of imperial: train, selfplay, balance, match, rate or attribute. FOLDER gets
the very bytes that one machine would have written. The program itself and all files that the options name travel with
the games: name files relative to the folder in which you start this. The same command goes on where it was interrupted:
shares that were played meanwhile lie in FOLDER.shares until they are joined.

It asks the cluster at RAY_ADDRESS, or else starts Ray on this machine alone. Start it on a machine of the cluster. See
docs/scaling.md.
"""

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from pathlib import Path

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

# What `imperial --shard none` exits with while games are missing.
GAMES_ARE_MISSING = 3
# The newest generations that players of a training need: twenty from which games are forked (`REACH` in
# trainer/learn/src/training/forks.rs), and the one that they play.
GENERATIONS_SENT = 21
# Endings of files that nobody else needs.
NOT_KEPT = {".lock", ".part"}
# How often a share is begun before it is given up.
ATTEMPTS = 3
# How often a share's machine may die without that counting: a share may be what kills it.
DEATHS = 10
# Shares that are given up before any is played: then nothing is right, and the others need not be tried.
HOPELESS = 3
# Seconds after which it is told why nothing happens.
PATIENCE = 10
# What the folder of a share begins with on the machine that plays it; the process follows.
SCRATCH = "imperial-share-"
INTERRUPTED = 130


class Failed(Exception):
    """What went wrong and what to do, for the user."""


def pack(root, files):
    """A tar archive of these files below `root`, as bytes. Links become what they lead to: others have nothing there."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz", compresslevel=1, dereference=True) as archive:
        for file in sorted(files):
            archive.add(file, arcname=file.relative_to(root))
    return data.getvalue()


def unpack(data, root):
    """The files of an archive, written below `root`."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(root, filter="data")


def files_below(folder, above=()):
    """All files below a folder, if it is there. It follows links, but not those that lead back to where it came from."""
    here = folder.resolve()
    if here in above or not folder.is_dir():
        return
    for path in folder.iterdir():
        if path.is_dir():
            yield from files_below(path, (*above, here))
        elif path.is_file():
            yield path


def snapshot(head):
    """What players need of the head's folder."""
    # By number: as texts, 10000 comes before 9999.
    generations = [path for path in head.glob("generations/*") if path.name.isdecimal()]
    left_out = set(sorted(generations, key=lambda path: int(path.name))[:-GENERATIONS_SENT])
    files = [path for path in files_below(head) if path.suffix not in NOT_KEPT]
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
    """Files that texts name: by themselves, after `@` as networks of agents, or after `=`, also in brackets."""
    found = set()
    for argument in arguments:
        for text in [argument, *argument.split("@")[1:], *argument.split("=")[1:], *argument.split(",")]:
            path = Path(re.split(r"[],]", text)[0])
            # `Path.is_file` fails on texts that are too long for a name, such as set-ups.
            if not os.path.isfile(path):
                continue
            if path.is_absolute() or ".." in path.parts:
                raise Failed(f"`{path}` cannot travel with the games: name files below the folder in which you start this")
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


def is_alive(process):
    """Whether a process of this machine runs."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (PermissionError, ValueError):
        pass
    return True


def sweep():
    """Removes what players left here that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{SCRATCH}*-*"):
        if not is_alive(folder.name.removeprefix(SCRATCH).split("-")[0]):
            shutil.rmtree(folder, ignore_errors=True)


def play_here(program, files, folder, arguments, number, shards):
    """Plays a share on this machine; gives its files, or what went wrong."""
    sweep()
    with tempfile.TemporaryDirectory(prefix=f"{SCRATCH}{os.getpid()}-") as root:
        here = Path(root)
        unpack(files, here)
        unpack(folder, here / "out")
        (here / "imperial").write_bytes(program)
        (here / "imperial").chmod(0o755)
        ended = subprocess.run(
            ["./imperial", *arguments, "--out", "out", "--shard", f"{number}/{shards}"],
            cwd=here,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            preexec_fn=die_with_the_worker,
        )
        if ended.returncode != 0:
            return None, ended.stderr[-2000:].strip() or f"imperial ended with {ended.returncode}"
        return share(here / "out"), None


# With any other number Ray repeats without end what its memory monitor kills. So the driver repeats, and counts.
@ray.remote(max_retries=0)
def play(*what):
    """One share of a stage, on whatever machine has room."""
    node = ray.get_runtime_context().get_node_id()
    try:
        return *play_here(*what), node
    except Exception as error:  # A full disk, above all. Whoever asks decides what becomes of it.
        return None, str(error), node


def kernel_of(head):
    """The kernel by which the head's networks compute, as an option: all machines must use it."""
    kernels = set()
    for path in (file for file in files_below(head) if file.name == "job.json"):
        jobs = json.loads(path.read_text())
        kernels |= {job.get("kernel") for job in (jobs if isinstance(jobs, list) else [jobs])} - {None}
    return ["--kernel", kernels.pop()] if len(kernels) == 1 else []


def has(command, option):
    """Whether a command has this option."""
    return any(word.split("=")[0] == option for word in command)


def without(command, option):
    """A command without this option and its value."""
    words = iter(command)
    rest = []
    for word in words:
        if word == option:
            next(words, None)
        elif not has([word], option):
            rest.append(word)
    return rest


def of_players(command, threads, head):
    """The command as players get it: with their threads, and the kernel of the head."""
    # Each machine would choose the quickest that it has.
    kernel = [] if has(command, "--kernel") else kernel_of(head)
    return [*without(command, "--threads"), *kernel, "--threads", str(threads)]


class Shares:
    """The shares of a stage that are there already, beside the head's folder."""

    def __init__(self, out):
        self.root = Path(f"{out.resolve()}.shares")
        self.about = self.root / "stage.json"

    def begin(self, head, command, shards):
        """Begins a stage, or goes on with it; gives the number of its shares."""
        logs = sorted(file for file in files_below(head) if file.name == "games.done.json")
        digest = hashlib.sha256(b"".join(log.read_bytes() for log in logs)).hexdigest()
        about = {"command": command, "logs": digest, "shards": shards}
        if self.about.exists():
            before = json.loads(self.about.read_text())
            if before["command"] != command:
                raise Failed(f"`{self.root}` holds shares of another command; repeat that, or remove this folder")
            if before["logs"] == digest:
                return before["shards"]
            print(f"`{self.root}` was of an earlier stage, and is removed", file=sys.stderr)
            self.remove()
        self.root.mkdir(parents=True, exist_ok=True)
        part = self.about.with_suffix(".part")
        part.write_text(json.dumps(about))
        part.rename(self.about)
        return shards

    def path(self, number):
        return self.root / str(number)

    def there(self):
        """Numbers of the shares that are there."""
        return {int(path.name) for path in self.root.glob("*") if path.name.isdecimal()}

    def are_complete(self):
        return self.about.exists() and len(self.there()) == json.loads(self.about.read_text())["shards"]

    def add(self, number, data):
        """Keeps a share, whole or not at all."""
        part = self.root / f"{number}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        unpack(data, part)
        part.rename(self.path(number))

    def remove(self):
        # Half of them would be taken for a stage that goes on.
        old = self.root.with_name(self.root.name + ".old")
        shutil.rmtree(old, ignore_errors=True)
        self.root.rename(old)
        shutil.rmtree(old)

    def join(self, program, head):
        """Joins them into the head's folder."""
        shares = [str(self.path(number)) for number in sorted(self.there())]
        merge = [program, "merge", *shares, "--out", str(head)]
        if subprocess.run(merge, stdout=subprocess.DEVNULL).returncode != 0:
            raise Failed(f"the shares cannot be joined; they stay in `{self.root}`, and the same command tries again")
        self.remove()


class Stage:
    """The shares of a stage that are being played."""

    def __init__(self, options, sent, head, shares):
        command = of_players(options.command, options.threads, head)
        self.what = (*sent, ray.put(snapshot(head)), command)
        self.threads, self.shares = options.threads, shares
        # Two for each place, so that a slow machine holds up nobody for long, and new ones find work.
        cpus = int(ray.cluster_resources().get("CPU", 1))
        shards = options.shards or max(1, 2 * cpus // options.threads)
        self.shards = shares.begin(head, options.command, shards)
        self.attempts = {}
        self.deaths = {}
        self.tasks = {}
        self.failed = {}

    def begin(self, number, elsewhere=None):
        """Has a share played: if it can be, on another machine than that."""
        options = {"num_cpus": self.threads, "name": f"share {number}/{self.shards}"}
        others = [node for node in large_nodes(self.threads) if node != elsewhere]
        if elsewhere and others:
            options["scheduling_strategy"] = NodeAffinitySchedulingStrategy(others[number % len(others)], soft=True)
        task = play.options(**options).remote(*self.what, number, self.shards)
        self.tasks[task] = number

    def take(self, task):
        """Keeps the share that a task has played, or begins it again."""
        number = self.tasks.pop(task)
        try:
            data, error, node = ray.get(task)
        except ray.exceptions.RayError as fault:
            if self.died(number, fault):
                self.begin(number)
                return
            data, error, node = None, f"Ray: {fault}", None
        if error is None:
            self.shares.add(number, data)
            print(f"shares played: {len(self.shares.there())}/{self.shards}", file=sys.stderr)
            return
        attempt = self.attempts[number] = self.attempts.get(number, 0) + 1
        print(f"share {number}/{self.shards} failed, attempt {attempt} of {ATTEMPTS}:\n{error}", file=sys.stderr)
        if attempt < ATTEMPTS:
            self.begin(number, node)
        else:
            self.failed[number] = error

    def died(self, number, fault):
        """Whether a share was lost with its machine, and may be begun again without counting."""
        is_death = isinstance(fault, (ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError))
        if not is_death or self.deaths.get(number, 0) == DEATHS:
            return False
        self.deaths[number] = self.deaths.get(number, 0) + 1
        print(f"share {number}/{self.shards}: its machine died; another plays it", file=sys.stderr)
        return True

    def play(self):
        """Has all shares played that are not there."""
        there = self.shares.there()
        if there:
            print(f"shares that were there: {len(there)}/{self.shards}", file=sys.stderr)
        for number in set(range(self.shards)) - there:
            self.begin(number)
        told = False
        while self.tasks and not self.is_hopeless():
            done, _ = ray.wait(list(self.tasks), timeout=PATIENCE)
            for task in done:
                self.take(task)
            if not done and not told and not large_nodes(self.threads):
                told = True
                print(f"waiting: no machine of the cluster has {self.threads} cores (--threads)", file=sys.stderr)
        if self.failed:
            last = list(self.failed.values())[-1]
            raise Failed(
                f"{len(self.failed)} of {self.shards} shares failed {ATTEMPTS} times, the last of them so:\n{last}\n"
                f"Mend that, and repeat the command: `{self.shares.root}` keeps those that are played"
            )

    def is_hopeless(self):
        """Whether several shares failed for good, and none was ever played."""
        return len(self.failed) >= min(HOPELESS, self.shards) and not self.shares.there()


def large_nodes(cpus):
    """The machines that have so many cores."""
    return [node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= cpus]


def number_from(least):
    """A number that is not smaller, as the type of an option."""

    def number(text):
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"at least {least} is needed")
        return int(text)

    return number


def parse(arguments):
    """The options, with the command of imperial and without its `--out`."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="Example: imperial_ray.py train --config my.toml --out mine",
    )
    parser.add_argument("--program", default=shutil.which("imperial"), help="imperial; the one in PATH if not given")
    parser.add_argument("--shards", type=number_from(0), default=0, help="shares of a stage; two for each place if not given")
    parser.add_argument("--threads", type=number_from(1), default=1, help="threads that play a share")
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


def run(options):
    """All stages of the command; gives its exit code."""
    named = named_files(options.command)
    ray.init(address=os.environ.get("RAY_ADDRESS"), log_to_driver=False, logging_level="WARNING")
    sent = ray.put(Path(options.program).read_bytes()), ray.put(pack(Path("."), named))
    shares = Shares(options.out)
    while True:
        # All of them, if this was killed before they were joined.
        if shares.are_complete():
            shares.join(options.program, options.out)
        head = [options.program, *options.command, "--out", str(options.out), "--shard", "none"]
        ended = subprocess.run(head, stdin=subprocess.DEVNULL)
        if ended.returncode != GAMES_ARE_MISSING:
            return ended.returncode
        Stage(options, sent, options.out, shares).play()


def main():
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return run(options)
    except Failed as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except (ConnectionError, ray.exceptions.RayError) as error:
        advice = "A cluster that asks for a token needs RAY_AUTH_MODE=token and the token here, too"
        print(f"error: Ray: {error}\n{advice}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: the same command goes on, and keeps the shares that are played", file=sys.stderr)
        return INTERRUPTED
    finally:
        ray.shutdown()
        time.sleep(0.5)  # Until its players have ended.
        sweep()


if __name__ == "__main__":
    sys.exit(main())
