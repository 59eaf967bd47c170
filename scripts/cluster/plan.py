#!/usr/bin/env python3
"""What so many machines would make of a training: a simulation from measured figures of one node.

    plan.py [--machines 1,3,10] [--set games=800] [--set bandwidth=1e9] [--generations N] [--seed N]
    plan.py --check
    plan.py --against FILE

The figures are those of measured.toml beside this. The same options print the same table. See docs/scaling.md.
"""

import argparse
import copy
import json
import heapq
import math
import random
import statistics
import tomllib
from collections import Counter, deque
from dataclasses import dataclass, replace
from pathlib import Path

MEASURED = Path(__file__).with_name("measured.toml")
# The settings of `imperial train`, whose window and kept networks count here.
TRAINING = tomllib.loads((Path(__file__).parents[2] / "trainer/learn/experiments/training.toml").read_text())
# Events: a core is free, a share has ended, a share is to be played again, a network is there.
FREE, DONE, LOST, PUBLISHED = range(4)


@dataclass(frozen=True)
class Cluster:
    """Assumed, not measured; seconds and bytes."""

    machines: int = 1
    bandwidth: float = 125e6  # of each machine in each direction: 1 Gbit/s
    fan_out: int = 2  # copies that a holder sends at once; a receiver becomes a holder
    latency: float = 0.001
    spread: float = 0.1  # standard deviation of the machines' speeds, on a scale of ratios
    slow_share: float = 0.01  # of the machines, in each generation
    slow_times: float = 3.0  # as slow as the others
    death_hours: float = 200.0  # of one machine, on average
    noticed: float = 30.0  # until a dead machine's share is given to another
    away: float = 300.0  # until a machine takes its place
    tasks_a_second: float = 354.0  # Ray 2.20's own release test `many_nodes`, on 250 nodes


@dataclass(frozen=True)
class Job:
    """A training, or games alone."""

    games: int = 400  # of a generation
    learner: float = 1.0  # times as fast as one node
    generation: int = 60  # that have been done: the snapshot holds their games
    generations_sent: int = 21  # `GENERATIONS_SENT` of imperial_ray.py
    shards: int = 0  # two for each core if 0
    learns: bool = True
    keeps_window: bool = False  # as it is, each call of the head reads it anew


class Node:
    """The measured figures, with what follows from them."""

    def __init__(self, figures):
        self.__dict__.update({key: value for table in figures.values() for key, value in table.items()})
        self.mean = self._moments()[0]

    def _moments(self):
        """Mean and standard deviation of a game's plies; between two quantiles all are as likely."""
        parts = list(zip(self.lengths, self.lengths[1:]))
        mean = sum(a + b for a, b in parts) / 2 / len(parts)
        square = sum(a * a + a * b + b * b for a, b in parts) / 3 / len(parts)
        return mean, math.sqrt(max(0.0, square - mean * mean))

    def plies(self, rng, games):
        """Of so many games; the sum of many is as good as normal."""
        if games > 100:
            mean, deviation = self._moments()
            return max(0.0, rng.gauss(games * mean, deviation * math.sqrt(games)))
        places = (rng.random() * (len(self.lengths) - 1) for _ in range(games))
        return sum(self._between(place) for place in places)

    def _between(self, place):
        low = self.lengths[int(place)]
        return low + (place % 1) * (self.lengths[int(place) + 1] - low)

    def snapshot(self, job):
        """Bytes that each machine gets: the folder with its networks and the newest games."""
        done = min(job.generation, job.generations_sent)
        networks = 2 + job.generation // TRAINING["games"]["past_every"] if job.learns else 1
        checkpoint = self.checkpoint_bytes if job.learns else 0
        games = done * job.games * self.packed_bytes_per_game if job.learns else 0
        return networks * self.network_bytes + checkpoint + games

    def learning(self, job):
        """Seconds that the head takes to read the new games, and to learn from them."""
        if not job.learns:
            return 0.0, 0.0
        positions = job.games * self.positions_per_game
        samples = positions * self.reuse
        return positions * self.read_seconds_per_position, samples / (self.samples_a_second * self.cores * job.learner)

    def window(self, job):
        """Seconds that the head takes to begin, and to read the window, which it does in each call."""
        if not job.learns:
            return self.start_seconds
        everything = job.generation * job.games * self.positions_per_game
        size = 0 if job.keeps_window else window_size(everything)
        return self.start_seconds + size * self.read_seconds_per_position


def window_size(positions):
    """Of so many positions those that are learned from: `Window::size` in trainer/learn/src/training/config.rs."""
    start, scale, share, exponent = (TRAINING["window"][key] for key in ("start", "scale", "share", "exponent"))
    grown = (max(0, positions - start) + scale) ** exponent - scale**exponent
    return min(positions, start + share * grown / (exponent * scale ** (exponent - 1)))


def broadcast(cluster, size):
    """When each machine has an object that the first one sends: who has it sends it on."""
    times = [0.0]
    one = size * cluster.fan_out / cluster.bandwidth + cluster.latency
    senders = [0.0] * cluster.fan_out
    while len(times) < cluster.machines:
        has = heapq.heappop(senders) + one
        times.append(has)
        for sender in [has] * (cluster.fan_out + 1):
            heapq.heappush(senders, sender)
    return times


def speeds(rng, cluster):
    """Of each machine in one generation: near 1, but for the slow ones. The first is the one that was measured."""
    drawn = [math.exp(rng.gauss(0, cluster.spread)) for _ in range(cluster.machines)]
    drawn = [speed / (cluster.slow_times if rng.random() < cluster.slow_share else 1) for speed in drawn]
    return [1.0, *drawn[1:]]


class Deaths:
    """When machines die. The first one is the head, which does not."""

    def __init__(self, rng, cluster):
        self.rng, self.away, self.mean = rng, cluster.away, 3600 * cluster.death_hours
        self.next = [math.inf] + [self._wait() for _ in range(1, cluster.machines)]

    def _wait(self):
        return self.rng.expovariate(1 / self.mean) if self.mean < math.inf else math.inf

    def of(self, machine, now):
        """The last or next death that matters to who begins something now."""
        while self.next[machine] + self.away <= now:
            self.next[machine] += self.away + self._wait()
        return self.next[machine]


def play(rng, node, cluster, job):
    """One stage of games as imperial_ray.py plays it: its seconds, and core seconds by what they went for."""
    cores = cluster.machines * node.cores
    shards = job.shards or 2 * cores
    size = node.snapshot(job)
    start = node.share_seconds + size * node.unpack_seconds_per_byte
    arrivals, speed, deaths = broadcast(cluster, size), speeds(rng, cluster), Deaths(rng, cluster)
    spent = dict.fromkeys(["playing", "broadcast", "starts", "stragglers", "deaths"], 0.0)
    spent["broadcast"] = node.cores * sum(arrivals)
    events = [(arrivals[machine], FREE, machine) for machine in range(cluster.machines) for _ in range(node.cores)]
    heapq.heapify(events)
    games = [job.games // shards + (number < job.games % shards) for number in range(shards)]
    work = [node.plies(rng, count) * node.seconds_per_ply for count in games]
    queue, idle, missing, issued = deque(range(shards)), [], shards, 0
    link = driver = last = 0.0
    while missing:
        now, kind, what = heapq.heappop(events)
        if kind == DONE:
            missing -= 1
            last = now
            sent = games[what] * node.packed_bytes_per_game + node.packed_bytes_per_share
            link = max(link, now) + sent / cluster.bandwidth + cluster.latency
            driver = max(driver, link) + node.unpack_seconds_per_share + games[what] * node.unpack_seconds_per_game
            continue
        if kind == LOST:
            queue.appendleft(what)
            if idle:
                heapq.heappush(events, (now, FREE, idle.pop()))
            continue
        if not queue:
            idle.append(what)
            continue
        death = deaths.of(what, now)
        again = death + cluster.away + size / cluster.bandwidth
        if death <= now:
            spent["deaths"] += again - now
            heapq.heappush(events, (again, FREE, what))
            continue
        share, issued = queue.popleft(), issued + 1
        begins = max(now, issued / cluster.tasks_a_second)
        ends = begins + (start + work[share]) / speed[what]
        if death < ends:
            spent["deaths"] += again - now
            heapq.heappush(events, (death + cluster.noticed, LOST, share))
            heapq.heappush(events, (again, FREE, what))
            continue
        spent["playing"] += work[share]
        spent["starts"] += begins - now + start
        heapq.heappush(events, (ends, DONE, share))
        heapq.heappush(events, (ends, FREE, what))
    # Slow machines, and cores that have nothing left to do.
    spent["stragglers"] = cores * last - sum(spent.values())
    spent["upload"] = cores * (max(driver, last) - last)
    return max(driver, last), spent


def generation(rng, node, cluster, job):
    """One generation, everything in turn: its seconds, and core seconds by what they went for."""
    cores = cluster.machines * node.cores
    pack = node.snapshot(job) * node.pack_seconds_per_byte
    seconds, spent = play(rng, node, cluster, job)
    shards = job.shards or 2 * cores
    merge = job.games * node.merge_seconds_per_game + shards * node.merge_seconds_per_share
    read, learn = node.learning(job)
    spent["broadcast"] += cores * pack
    spent["merge"] = cores * merge
    spent["reading"] = cores * (node.window(job) + read)
    spent["learning"] = cores * learn
    return seconds + pack + merge + node.window(job) + read + learn, spent


def synchronous(seed, node, cluster, job, generations):
    """Means of some generations."""
    rng = random.Random(seed)
    runs = [generation(rng, node, cluster, job) for _ in range(generations)]
    spent = {key: sum(run[1][key] for run in runs) / len(runs) for key in runs[0][1]}
    return sum(run[0] for run in runs) / len(runs), spent


def asynchronous(seed, node, cluster, job, generations, share_games=16):
    """Nobody waits: players take the newest network for each share, the learner takes the newest games.

    The program does not do this. A generation is learning from as many samples as `job.games` games give; where more
    games came meanwhile, each position is used less often, but at least once, and the oldest games are left out.
    Gives its seconds, how many games came in it, how many of them were used, and how many networks have been
    published since theirs when they are learned from: mean and 95 %.
    """
    rng = random.Random(seed)
    speed, deaths, lag = speeds(rng, cluster), Deaths(rng, cluster), broadcast(cluster, node.network_bytes)
    read, learn = node.learning(job)
    events = [(0.0, FREE, machine, 0) for machine in range(cluster.machines) for _ in range(node.cores)]
    published, arrived, ages, came = [0.0], [], [], []
    busy, link = False, 0.0
    while len(published) <= generations:
        now, kind, machine, version = heapq.heappop(events)
        if kind == PUBLISHED:
            published.append(now)
            busy = False
        elif kind == DONE:
            arrived.append(version)
        else:
            newest = len(published) - 1
            while newest and published[newest] + lag[machine] > now:
                newest -= 1
            ends = now + node.plies(rng, share_games) * node.seconds_per_ply / speed[machine]
            if (death := deaths.of(machine, now)) < ends:
                heapq.heappush(events, (death + cluster.away, FREE, machine, 0))
                continue
            link = max(link, ends) + share_games * node.packed_bytes_per_game / cluster.bandwidth
            heapq.heappush(events, (link + cluster.latency, DONE, machine, newest))
            heapq.heappush(events, (ends, FREE, machine, 0))
        if not busy and len(arrived) * share_games >= job.games:
            used = arrived[-int(job.games * node.reuse / share_games) :]
            ages.append(Counter(len(published) - 1 - version for version in used))
            came.append(len(arrived) * share_games)
            new = len(used) * share_games * (node.unpack_seconds_per_game + read / job.games)
            busy, arrived = True, []
            heapq.heappush(events, (now + new + learn, PUBLISHED, 0, 0))
    # The first half is not yet like the rest.
    half = len(published) // 2
    seconds = (published[-1] - published[half]) / (len(published) - 1 - half)
    old = sum(ages[half:], Counter())
    shares = old.total()
    mean = sum(age * count for age, count in old.items()) / shares
    most = next(age for age in sorted(old) if sum(old[other] for other in old if other <= age) >= 0.95 * shares)
    rounds = len(ages[half:])
    return seconds, sum(came[half:]) / rounds, shares * share_games / rounds, mean, most


PARTS = ["playing", "broadcast", "starts", "upload", "merge", "reading", "learning", "stragglers", "deaths"]


def table(options, node, cluster, job):
    """Prints how it goes with more and more machines, and where the time of the cores goes."""
    elo = job.learns and job.games == Job.games
    names = " ".join(f"{part:>10}" for part in PARTS)
    print(f"machines  an hour  speedup  core hours  {'per 100 Elo' if elo else '':11} {names}")
    alone = synchronous(options.seed, node, replace(cluster, machines=1), job, options.generations)[0]
    for machines in options.machines:
        many = replace(cluster, machines=machines)
        seconds, spent = synchronous(options.seed, node, many, job, options.generations)
        whole, hours = sum(spent.values()), machines * node.cores * seconds / 3600
        price = f"{100 * hours / node.elo_a_generation:11.1f}" if elo else " " * 11
        shares = " ".join(f"{spent[part] / whole:10.1%}" for part in PARTS)
        print(f"{machines:8} {3600 / seconds:8.4g} {alone / seconds:8.2f} {hours:11.3f}  {price} {shares}")


def asynchronous_table(options, node, cluster, job):
    """Prints the same for generations that nobody waits for."""
    print("machines  an hour  games that came  used  times each  staleness: mean  95 %")
    for machines in options.machines:
        many = replace(cluster, machines=machines)
        seconds, came, used, mean, most = asynchronous(options.seed, node, many, job, 2 * options.generations)
        uses = node.reuse * job.games / used
        print(f"{machines:8} {3600 / seconds:8.1f} {came:16.0f} {used / came:5.0%} {uses:11.2f} {mean:16.2f} {most:5}")


def against(node, files):
    """Prints how far the simulation is from what measure.py has measured, in seconds of processors."""
    for file in files:
        measured = json.loads(Path(file).read_text())
        cores, stages = measured["processes"], measured["stages"]
        games = measured["games"] // len(stages)
        node.cores = cores
        job = Job(games=games, generation=1, learner=1 / cores)
        cluster = replace(IDEAL, machines=1)
        size = statistics.mean(stage["snapshot_bytes"] for stage in stages)
        node.snapshot = lambda _, size=size: size
        shards = 2 * cores
        unpack = shards * node.unpack_seconds_per_share + games * node.unpack_seconds_per_game
        merge = shards * node.merge_seconds_per_share + games * node.merge_seconds_per_game
        quick = copy.copy(node)
        quick.unpack_seconds_per_share = quick.unpack_seconds_per_game = 0.0
        drawn = [play(random.Random(seed), quick, cluster, job)[0] for seed in range(200)]
        seen = {
            "games": statistics.mean(stage["play_longest"] for stage in stages),
            "merge": statistics.mean(stage["unpack_shares"] + stage["merge"] for stage in stages),
            "learning": statistics.mean(stage["learn"]["cpu"] for stage in stages),
        }
        expected = {
            "games": statistics.mean(drawn),
            "merge": unpack + merge,
            "learning": node.start_seconds + sum(node.learning(job)),
        }
        seen["all"], expected["all"] = sum(seen.values()), sum(expected.values())
        off = {part: expected[part] / seen[part] - 1 for part in seen}
        parts = [f"{part} {expected[part]:.2f} for {seen[part]:.2f} ({off[part]:+.0%})" for part in seen]
        print(f"{file}, {cores} processes: " + ", ".join(parts))


# Nothing is lost here.
IDEAL = Cluster(
    bandwidth=math.inf, latency=0, spread=0, slow_share=0, death_hours=math.inf, tasks_a_second=math.inf
)


def check(node):
    """What is known without a simulation."""
    for name in ["share_seconds", "unpack_seconds_per_byte", "pack_seconds_per_byte", "merge_seconds_per_share"]:
        setattr(node, name, 0.0)
    node.unpack_seconds_per_share = node.unpack_seconds_per_game = 0.0
    node.lengths = [30, 30]
    node.mean = 30
    # Amdahl: what is done in turn does not get faster.
    job = Job(games=4000)
    alone = synchronous(1, node, IDEAL, job, 1)[0]
    parallel = job.games * 30 * node.seconds_per_ply / node.cores
    for machines in [1, 10, 100, 1000]:
        seconds, spent = synchronous(1, node, replace(IDEAL, machines=machines), job, 1)
        amdahl = alone / (alone - parallel + parallel / machines)
        assert abs(alone / seconds / amdahl - 1) < 1e-6, (machines, alone / seconds, amdahl)
        assert abs(sum(spent.values()) / (seconds * machines * node.cores) - 1) < 1e-9, spent
    # Each round multiplies those who have it by one more than the fan-out.
    tree = Cluster(machines=27, bandwidth=1e6, latency=0, fan_out=2)
    assert max(broadcast(tree, 1e6)) == 3 * 2.0 and max(broadcast(replace(tree, machines=28), 1e6)) == 4 * 2.0
    # A machine at a third of the speed holds up all others where each core has one share.
    slow = synchronous(1, node, replace(IDEAL, machines=10, slow_share=1), replace(job, shards=20, learns=False), 1)[0]
    fast = synchronous(1, node, replace(IDEAL, machines=10), replace(job, shards=20, learns=False), 1)[0]
    merge = node.start_seconds + job.games * node.merge_seconds_per_game
    assert abs((slow - merge) / (fast - merge) - 3) < 1e-6, (slow, fast)
    # All die now and then, and all games come in nevertheless.
    mortal = replace(IDEAL, machines=10, death_hours=0.01)
    seconds, spent = synchronous(1, node, mortal, job, 3)
    assert spent["deaths"] > 0 and abs(spent["playing"] / (parallel * node.cores) - 1) < 1e-9
    # One core and a learner that is faster: each share was begun one generation before it is learned from.
    node.cores = 1
    seconds, games, _, mean, _ = asynchronous(1, node, IDEAL, Job(games=16, learner=1e9), 20)
    assert abs(seconds / (16 * 30 * node.seconds_per_ply) - 1) < 1e-6 and games == 16 and mean == 1.0, (seconds, mean)
    # More players than the learner can follow: it sets the pace.
    seconds, came, used, _, _ = asynchronous(1, node, replace(IDEAL, machines=100), Job(), 6)
    read, learn = node.learning(Job())
    pace = learn + used * (node.unpack_seconds_per_game + read / Job.games)
    assert abs(seconds / pace - 1) < 0.05 and came > used == node.reuse * Job.games, (seconds, pace)
    print("all checks passed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    numbers = lambda text: [int(number) for number in text.split(",")]
    parser.add_argument("--machines", type=numbers, default=[1, 3, 10, 30, 100, 300, 1000])
    parser.add_argument("--build", choices=["release", "test"], default="release", help="whose speed; release")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="of Cluster or Job")
    parser.add_argument("--generations", type=int, default=5, help="that are simulated; 5")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="compare with what is known without a simulation")
    parser.add_argument("--against", nargs="+", metavar="FILE", help="compare with what measure.py printed")
    options = parser.parse_args()
    figures = tomllib.loads(MEASURED.read_text())
    builds = figures.pop("build")
    node = Node(figures | {"build": builds["test" if options.against else options.build]})
    if options.check:
        return check(node)
    if options.against:
        return against(node, options.against)
    changes = dict(setting.split("=") for setting in options.set)
    cluster, rest = changed(Cluster(), changes), {key: changes[key] for key in changes if not hasattr(Cluster, key)}
    for title, show, job in JOBS:
        print(f"\n{title}")
        show(options, node, cluster, changed(job, rest))


def changed(settings, changes):
    """Settings with those changes that are theirs."""
    own = [key for key in changes if hasattr(settings, key)]
    return replace(settings, **{key: type(getattr(settings, key))(float(changes[key])) for key in own})


ONCE = Job(generations_sent=1, keeps_window=True)
JOBS = [
    ("a training of 400 games a generation, as it is", table, Job()),
    ("the same, where only the last generation is sent, and the window is read once (not so yet)", table, ONCE),
    (
        "40 000 games a generation and a learner a hundred times as fast (not so yet)",
        table,
        replace(ONCE, games=40_000, learner=100),
    ),
    (
        "400 games a generation, nobody waits for one, and the learner has a machine of its own besides (not so yet)",
        asynchronous_table,
        Job(),
    ),
    ("a million games without learning, as it is", table, Job(games=1_000_000, learns=False)),
]


if __name__ == "__main__":
    main()
