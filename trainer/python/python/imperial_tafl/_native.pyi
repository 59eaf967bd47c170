import os
from typing import Any, Optional, TypedDict, Union, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Agent",
    "Batch",
    "Evaluation",
    "Legal",
    "Network",
    "Outcome",
    "Position",
    "Rules",
    "__version__",
    "networks",
    "rule_sets",
]

__version__: str

_Rules = Union[Rules, str, os.PathLike[str]]

def rule_sets() -> list[str]:
    """Names of the rule sets that come with imperial."""

def networks() -> list[str]:
    """Names of the networks that come with imperial, the one that plays by default first."""

@final
class Rules:
    """A rule set: the laws of a game, its board, and what a network sees of it."""

    def __new__(cls, rules: _Rules) -> Rules: ...
    @classmethod
    def from_toml(cls, text: str) -> Rules: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def toml(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def family(self) -> str: ...
    @property
    def board(self) -> tuple[int, int]:
        """Height and width in squares."""
    @property
    def first(self) -> str:
        """`attackers`, `defenders` or `lot`."""
    @property
    def side_names(self) -> tuple[str, str]: ...
    @property
    def has_choices(self) -> bool: ...
    @property
    def plane_names(self) -> list[str]: ...
    @property
    def rule_vector(self) -> NDArray[np.float32]: ...
    @property
    def rule_vector_names(self) -> list[str]: ...
    @property
    def piece_names(self) -> list[str]: ...
    @property
    def symmetries(self) -> NDArray[np.uint16]:
        """[k, squares]"""
    def start(self, first: Optional[str] = None) -> Position: ...
    def position(self, text: str) -> Position: ...
    def perft(self, depth: int, position: Optional[Position] = None) -> int: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> Optional[str]:
        """`attackers`, `defenders` or None."""
    @property
    def cause(self) -> str: ...
    @property
    def cut_off(self) -> bool: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Position:
    """A position with its history, which never changes."""

    @property
    def rules(self) -> Rules: ...
    @property
    def to_move(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def outcome(self) -> Optional[Outcome]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def pieces(self) -> NDArray[np.uint8]:
        """[ranks, files]"""
    def legal(self) -> Legal: ...
    def play(self, move: Union[str, int]) -> Position: ...
    def planes(self, out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """[planes, ranks, files]"""
    def draw(self) -> str: ...
    def __hash__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool:
        """The same rules, pieces, side to move, plies and last move, and the same earlier positions that may recur."""
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[Rules, tuple[str, str]]]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...

@final
class Legal:
    """The legal moves of n positions, m in all."""

    @property
    def move_offsets(self) -> NDArray[np.int64]:
        """[n + 1]"""
    @property
    def move_from(self) -> NDArray[np.uint16]:
        """[m]"""
    @property
    def move_to(self) -> NDArray[np.uint16]:
        """[m]"""
    @property
    def move_choice(self) -> NDArray[np.uint16]:
        """[m]"""
    @property
    def move_victims(self) -> NDArray[np.uint64]:
        """[m], or [m, words] on boards of more than 64 points"""
    @property
    def rows(self) -> NDArray[np.int64]:
        """[m]"""
    def argmax(self, scores: ArrayLike) -> NDArray[np.int64]:
        """[n]"""
    def __len__(self) -> int: ...

@final
class Batch:
    """Many games of one rule set at once."""

    def __new__(
        cls, rules: _Rules, games: int, seed: int = 0, start: Optional[Position] = None
    ) -> Batch: ...
    def __len__(self) -> int: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def over(self) -> NDArray[np.bool_]: ...
    @property
    def results(self) -> NDArray[np.int8]: ...
    @property
    def cut_off(self) -> NDArray[np.bool_]: ...
    @property
    def causes(self) -> list[Optional[str]]: ...
    @property
    def attackers_to_move(self) -> NDArray[np.bool_]: ...
    @property
    def plies(self) -> NDArray[np.uint32]: ...
    def legal(self) -> Legal: ...
    def planes(self, out: Optional[NDArray[np.float32]] = None) -> NDArray[np.float32]:
        """[games, planes, ranks, files]"""
    def step(self, moves: ArrayLike) -> NDArray[np.bool_]:
        """[games]: which this step has ended."""
    def step_random(self, mask: Optional[ArrayLike] = None) -> NDArray[np.bool_]:
        """[games]: which this step has ended."""
    def reset(self, mask: Optional[ArrayLike] = None) -> None: ...
    def position(self, game: int) -> Position: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def __copy__(self) -> Batch: ...
    def __deepcopy__(self, _memo: Any) -> Batch: ...

@final
class Evaluation:
    """What a network says of n positions with m legal moves in all."""

    @property
    def wdl(self) -> NDArray[np.float32]:
        """[n, 3]: attackers win, draw, defenders win."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """[m]"""
    @property
    def move_offsets(self) -> NDArray[np.int64]:
        """[n + 1]"""

@final
class Network:
    """A network on the CPU."""

    def __new__(
        cls, name: Optional[Union[str, os.PathLike[str]]] = None, kernel: Optional[str] = None
    ) -> Network: ...
    @property
    def hash(self) -> str: ...
    @property
    def family(self) -> str: ...
    def evaluate(self, positions: Union[Batch, Position, list[Position]]) -> Evaluation: ...

class _Proof(TypedDict):
    winner: Optional[str]
    plies: int

# `move` is what `imperial analyse --json` calls it.
_Move = TypedDict(
    "_Move",
    {
        "move": str,
        "visits": int,
        "value": Optional[float],
        "prior": float,
        "policy": float,
        "proof": Optional[_Proof],
    },
)

class _Score(TypedDict, total=False):
    score: float

# `score` may be missing: where nobody has checked what the agent's values mean on the board.
class _Report(_Score):
    rules: str
    position: str
    to_move: str
    agent: str
    playouts: int
    memory_full: bool
    value: float
    raw: float
    proof: Optional[_Proof]
    best: str
    line: list[str]
    moves: list[_Move]

@final
class Agent:
    """An agent of imperial, ready to play any rule set that it fits."""

    def __new__(cls, agent: str, kernel: Optional[str] = None) -> Agent: ...
    @property
    def label(self) -> str: ...
    def best_move(
        self, position: Position, seed: int = 1855, threads: Optional[int] = None
    ) -> str: ...
    def analyse(
        self, position: Position, seed: int = 1855, threads: Optional[int] = None
    ) -> _Report: ...
    def best_moves(
        self, batch: Batch, seed: int = 1855, mask: Optional[ArrayLike] = None
    ) -> NDArray[np.int64]:
        """[games]"""
