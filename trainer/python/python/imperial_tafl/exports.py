"""What `imperial export` has written: tables, and positions to learn from.

`docs/data.md` and `docs/tensors.md` of the repository describe every column and array.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from ._native import Rules

if TYPE_CHECKING:
    import os

    import pyarrow

_SPLITS = ("train", "validation", "test")


class Samples(SimpleNamespace):
    """Positions to learn from, n with m legal moves in all.

    Attributes:
        planes: float32 [n, planes, ranks, files], what a network sees. Rank 0 is the lowest.
        rule_vector: float32 [n, numbers], the rule set of each position as numbers.
        row: int64 [m], the position that each legal move belongs to.
        move_from, move_to: int64 [m], the squares of each legal move. Square 0 is a1, square 1 is b1.
        policy: float32 [m], the policy to learn; the played move where none was recorded.
        played: int64 [n], which of the legal moves was played, from 0.
        z: float32 [n], the result for the side to move: 1 is its win, 0 a draw, -1 its loss.
        root_value: float32 [n], the value after the search for the side to move; NaN where there is none.
        attackers_to_move: bool [n].
    """

    planes: np.ndarray
    rule_vector: np.ndarray
    row: np.ndarray
    move_from: np.ndarray
    move_to: np.ndarray
    policy: np.ndarray
    played: np.ndarray
    z: np.ndarray
    root_value: np.ndarray
    attackers_to_move: np.ndarray


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
        self, split: Optional[str] = None, rules: Optional[Rules] = None
    ) -> list[Path]:
        """The archives of tensors, as `numpy.load` takes them.

        Args:
            split: as in `games`.
            rules: only of the family and board of this rule set; all if not given.
        """
        shape = "*"
        if rules is not None:
            height, width = rules.board
            shape = f"{rules.family}-{width}x{height}"
        return sorted((self.folder / "tensors").glob(f"{shape}/{_pattern(split)}.npz"))

    def samples(
        self,
        size: int = 256,
        split: Optional[str] = "train",
        rules: Optional[Rules] = None,
        rng: Optional[np.random.Generator] = None,
    ) -> Iterator[Samples]:
        """Goes once through the positions, in batches of one family and board.

        Args:
            size: positions in a batch; the last one of an archive may have fewer.
            split: as in `games`.
            rules: as in `archives`.
            rng: shuffles archives and positions; without it they come in their order.

        Raises:
            ValueError: there are no tensors of this split and family.
        """
        if size < 1:
            raise ValueError(f"size must be at least 1, not {size}")
        paths = self.archives(split, rules)
        if not paths:
            raise ValueError(
                f"`{self.folder}` has no tensors for split {split!r} and rules {rules}; "
                "export with --format npz"
            )
        if rng is not None:
            rng.shuffle(paths)  # type: ignore[arg-type]
        return _batches(paths, size, rng)

    def _table(self, kind: str, split: Optional[str]) -> pyarrow.Table:
        import pyarrow
        from pyarrow import csv
        from pyarrow import json as lines
        from pyarrow import parquet

        readers = {"parquet": parquet.read_table, "csv": csv.read_csv, "jsonl": lines.read_json}
        for ending, read in readers.items():
            paths = sorted((self.folder / kind).glob(f"{_pattern(split)}.{ending}"))
            if paths:
                return pyarrow.concat_tables([read(path) for path in paths])
        raise ValueError(f"`{self.folder}` has no table of {kind} for split {split!r}")


def _pattern(split: Optional[str]) -> str:
    if split is not None and split not in _SPLITS:
        raise ValueError(f"split must be one of {', '.join(_SPLITS)}, not {split!r}")
    return "*" if split is None else f"{split}-*"


def _batches(
    paths: list[Path], size: int, rng: Optional[np.random.Generator]
) -> Iterator[Samples]:
    for path in paths:
        with np.load(path) as archive:
            arrays = dict(archive)
        order = np.arange(len(arrays["z"]))
        if rng is not None:
            rng.shuffle(order)
        for first in range(0, len(order), size):
            yield _samples(arrays, order[first : first + size])


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
    unknown = np.bincount(row, weights=policy, minlength=len(chosen)) == 0
    policy[(begins + played)[unknown]] = 1.0
    return Samples(
        planes=planes.reshape(*planes.shape[:2], height, width),
        rule_vector=arrays["rule_vectors"][arrays["rules"][chosen]],
        row=row,
        move_from=arrays["move_from"][moves].astype(np.int64),
        move_to=arrays["move_to"][moves].astype(np.int64),
        policy=policy,
        played=played,
        z=arrays["z"][chosen].astype(np.float32),
        root_value=arrays["root_value"][chosen],
        attackers_to_move=arrays["attackers_to_move"][chosen].astype(bool),
    )
