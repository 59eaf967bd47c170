"""What `imperial export` has written: tables, and positions to learn from.

`docs/data.md` and `docs/tensors.md` of the repository describe every column and array.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import tables
from ._native import Rules

if TYPE_CHECKING:
    import os

    import pyarrow

    _Rules = Union[Rules, str, os.PathLike[str]]

_SPLITS = ("train", "validation", "test")


class Samples(SimpleNamespace):
    """Positions to learn from, n with m legal moves in all.

    Attributes:
        planes: float32 [n, planes, ranks, files], what a network sees. Rank 0 is the lowest.
        rule_vector: float32 [n, numbers], the rule set of each position as numbers.
        row: int64 [m], the position that each legal move belongs to.
        move_from, move_to: int64 [m], the squares of each legal move. Square 0 is a1, square 1 is b1.
        move_choice: int64 [m], what tells moves between two squares apart: 0 nothing to choose, 1 a capture is
            declined, 2 + s the piece on square s is taken, 65535 several pieces are taken.
        move_victims: uint64 [m], where several pieces are taken their squares as bits, else 0; [m, words] as in
            `Legal`.
        policy: float32 [m], the policy to learn; all on the played move where `searched` is False.
        played: int64 [n], which of the legal moves was played, from 0.
        z: float32 [n], the result for the side to move: 1 is its win, 0 a draw, -1 its loss.
        root_value: float32 [n], the value after the search for the side to move; NaN where there is none.
        attackers_to_move: bool [n].
        searched: bool [n], whether a search left a policy.
        search: uint8 [n], what was recorded of it: 0 nothing, 1 its value alone, 2 visits and policy.
        in_opening: bool [n], whether the move is one of the opening, which no agent chose.
        sampled: int8 [n], 1 where the move was drawn from the search's policy, 0 where not, -1 where nobody knows.
    """

    planes: np.ndarray
    rule_vector: np.ndarray
    row: np.ndarray
    move_from: np.ndarray
    move_to: np.ndarray
    move_choice: np.ndarray
    move_victims: np.ndarray
    policy: np.ndarray
    played: np.ndarray
    z: np.ndarray
    root_value: np.ndarray
    attackers_to_move: np.ndarray
    searched: np.ndarray
    search: np.ndarray
    in_opening: np.ndarray
    sampled: np.ndarray


class Dataset:
    """A folder that `imperial export` has written.

    Args:
        folder: its path.

    Raises:
        ValueError: the folder is no complete dataset.
    """

    def __init__(self, folder: Union[str, os.PathLike[str]]) -> None:
        self.folder = Path(folder)
        if not (self.folder / "SHA256SUMS").is_file():
            raise ValueError(
                f"`{self.folder}` is no complete dataset: it has no SHA256SUMS; "
                "`imperial export GAMES --out FOLDER` writes one"
            )

    def __repr__(self) -> str:
        return f"Dataset({str(self.folder)!r})"

    @property
    def about(self) -> dict[str, Any]:
        """What made it: `dataset.json`."""
        return json.loads((self.folder / "dataset.json").read_text(encoding="utf-8"))

    @property
    def rules(self) -> list[Rules]:
        """The rule sets of its games, as they were when these were played."""
        files = sorted((self.folder / "rules").glob("*.toml"))
        return [Rules.from_toml(file.read_text(encoding="utf-8")) for file in files]

    def games(self, split: Optional[str] = None) -> pyarrow.Table:
        """One row per game. Needs `pyarrow`.

        Args:
            split: `train`, `validation` or `test`; all if not given.
        """
        return self._table("games", split)

    def positions(self, split: Optional[str] = None) -> pyarrow.Table:
        """One row per ply: the position before it, what the search thought, what was played. Needs `pyarrow`.

        Args:
            split: as in `games`.
        """
        return self._table("positions", split)

    def archives(
        self, split: Optional[str] = None, rules: Optional[_Rules] = None
    ) -> list[Path]:
        """The archives of tensors, as `numpy.load` takes them.

        Args:
            split: as in `games`.
            rules: only of the family and board of this rule set, a `Rules` or what `Rules` takes; all if not
                given.
        """
        shape = "*"
        if rules is not None:
            rules = rules if isinstance(rules, Rules) else Rules(rules)
            height, width = rules.board
            shape = f"{rules.family}-{width}x{height}"
        return sorted((self.folder / "tensors").glob(f"{shape}/{_pattern(split)}.npz"))

    def samples(
        self,
        size: int = 256,
        split: Optional[str] = "train",
        rules: Optional[_Rules] = None,
        rng: Optional[Union[np.random.Generator, int]] = None,
        searched: bool = True,
    ) -> Iterator[Samples]:
        """Goes once through the positions, in batches of one family and board.

        Args:
            size: positions in a batch; the last one of an archive may have fewer.
            split: as in `games`.
            rules: as in `archives`.
            rng: shuffles archives and positions, a generator or a seed; without it they come in their order.
            searched: leaves out positions where no search left a policy: openings, which are often random, and
                quick moves. If False they come, too, and have the played move as their policy.

        Raises:
            ValueError: there are no tensors of this split and family, or none was searched.
        """
        size = operator.index(size)
        if size < 1:
            raise ValueError(f"size must be at least 1, not {size}")
        paths = self.archives(split, rules)
        if not paths:
            raise ValueError(
                f"`{self.folder}` has no tensors for split {split!r} and rules {rules}; "
                "export with --format npz"
            )
        if searched and not any(map(_has_searched, paths)):
            raise ValueError(
                f"`{self.folder}` has no position with the policy of a search; "
                "samples(searched=False) gives all, with the played moves as policies"
            )
        if rng is not None:
            rng = np.random.default_rng(rng)
            rng.shuffle(paths)  # type: ignore[arg-type]
        return _batches(paths, size, rng, searched)

    def _table(self, kind: str, split: Optional[str]) -> pyarrow.Table:
        for ending in tables.ENDINGS:
            paths = sorted((self.folder / kind).glob(f"{_pattern(split)}{ending}"))
            if paths:
                return tables.read(paths)
        raise ValueError(f"`{self.folder}` has no table of {kind} for split {split!r}")


def _pattern(split: Optional[str]) -> str:
    if split is not None and split not in _SPLITS:
        raise ValueError(f"split must be one of {', '.join(_SPLITS)}, not {split!r}")
    return "*" if split is None else f"{split}-*"


def _batches(
    paths: list[Path], size: int, rng: Optional[np.random.Generator], searched: bool
) -> Iterator[Samples]:
    for path in paths:
        with np.load(path) as archive:
            arrays = dict(archive)
        arrays["searched"] = _searched(arrays)
        order = np.flatnonzero(arrays["searched"] | (not searched))
        if rng is not None:
            rng.shuffle(order)
        for first in range(0, len(order), size):
            yield _samples(arrays, order[first : first + size])


def _has_searched(path: Path) -> bool:
    with np.load(path) as archive:
        return bool(archive["policy"].any())


def _searched(arrays: Mapping[str, np.ndarray]) -> np.ndarray:
    """bool [n]: which positions of an archive have a policy. Each has a legal move, as one was played."""
    return np.logical_or.reduceat(arrays["policy"] > 0, arrays["move_offsets"][:-1])


def _samples(arrays: dict[str, np.ndarray], chosen: np.ndarray) -> Samples:
    """The positions `chosen` of an archive."""
    height, width = (int(side) for side in arrays["board"])
    bits = np.unpackbits(arrays["planes"][chosen], axis=-1, bitorder="little")
    planes = bits[..., : height * width] * arrays["plane_scales"][chosen][..., None]
    starts = arrays["move_offsets"][:-1][chosen]
    counts = arrays["move_offsets"][1:][chosen] - starts
    row = np.repeat(np.arange(len(chosen)), counts)
    # The first of a position's moves here, and where it stands in the archive.
    begins = np.cumsum(counts) - counts
    moves = np.arange(len(row)) + (starts - begins)[row]
    played = arrays["played"][chosen].astype(np.int64)
    policy = arrays["policy"][moves]
    searched = arrays["searched"][chosen]
    policy[(begins + played)[~searched]] = 1.0
    return Samples(
        planes=planes.reshape(*planes.shape[:2], height, width),
        rule_vector=arrays["rule_vectors"][arrays["rules"][chosen]],
        row=row,
        move_from=arrays["move_from"][moves].astype(np.int64),
        move_to=arrays["move_to"][moves].astype(np.int64),
        move_choice=arrays["move_choice"][moves].astype(np.int64),
        move_victims=arrays["move_victims"][moves],
        policy=policy,
        played=played,
        z=arrays["z"][chosen].astype(np.float32),
        root_value=arrays["root_value"][chosen],
        attackers_to_move=arrays["attackers_to_move"][chosen].astype(bool),
        searched=searched,
        search=arrays["search"][chosen],
        in_opening=arrays["in_opening"][chosen].astype(bool),
        sampled=arrays["sampled"][chosen],
    )
