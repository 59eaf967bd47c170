"""Rules, games in batches, networks and agents of imperial, for NumPy, PyTorch and PettingZoo.

- `Rules`, `Position`: rule sets, legal moves, play.
- `Batch`: thousands of games at once as NumPy arrays.
- `Network`: positions judged by a network. `Agent`: moves chosen by a search.
- `Dataset`: what `imperial export` has written.
- `imperial_tafl.environment`: the same games as a PettingZoo environment.

`docs/python.md` of the repository shows how they go together.
"""

from functools import lru_cache

from ._native import (
    Agent,
    Batch,
    Evaluation,
    Legal,
    Network,
    Outcome,
    Position,
    Rules,
    __version__,
    networks,
    rule_sets,
)
from .exports import Dataset, Samples

__all__ = [
    "Agent",
    "Batch",
    "Dataset",
    "Evaluation",
    "Legal",
    "Network",
    "Outcome",
    "Position",
    "Rules",
    "Samples",
    "__version__",
    "best_move",
    "networks",
    "rule_sets",
]


@lru_cache(maxsize=8)
def _agent(name: str) -> Agent:
    return Agent(name)


def best_move(position: Position, agent: str = "network:64", seed: int = 1855) -> str:
    """The move of an agent in the game's notation; the last eight agents are kept.

    Args:
        position: where the game stands; it must go on.
        agent: as `Agent` takes it.
        seed: where all chance comes from.

    Raises:
        ValueError: it is no agent or cannot play this game, or the game is over.
    """
    return _agent(agent).best_move(position, seed=seed)
