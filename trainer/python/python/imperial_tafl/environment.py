"""Every game of imperial as a PettingZoo environment of two agents that take turns.

Needs `pettingzoo`. `env` is the environment with the usual wrappers, `GameEnv` the bare one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._native import Position, Rules

if TYPE_CHECKING:
    import os

__all__ = ["GameEnv", "env"]

#: Choices of what to take between the same two squares that an action can name, where there are any.
_USUAL_SLOTS = 4


def env(rules: Union[Rules, str, os.PathLike[str]] = "brandubh", **settings: Any) -> AECEnv:
    """A `GameEnv` with PettingZoo's usual wrappers: an illegal action loses the game.

    Args:
        rules, settings: as `GameEnv` takes them.
    """
    wrapped: AECEnv = wrappers.TerminateIllegalWrapper(GameEnv(rules, **settings), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class GameEnv(AECEnv):
    """A game between `attackers_0` and `defenders_0`.

    An observation is a dictionary. `observation` is float32 [planes, ranks, files], what a network sees, the same for
    both agents. `action_mask` is int8 [actions], 1 for legal actions; all 0 for the agent that is not to move.

    An action is `(from * squares + to) * slots + slot`, with squares counted from a1. `slot` counts the legal moves
    between two squares, which differ in what they take. Moves beyond `slots` cannot be named; their number is in
    `infos[agent]["unnamed_moves"]`, and is 0 in almost every game.

    At the end the winner gets 1 and the loser -1. Games that are cut off at a limit of plies are truncated.

    Args:
        rules: a `Rules`, or what `Rules` takes.
        slots: choices that an action can name; 1 where the rules leave no choice, else 4.
        start: the position that every game begins with; the start of the rules if not given.
        render_mode: `ansi` returns the board as text, `human` prints it.

    Raises:
        ValueError: a setting is out of range, or the start is of other rules or the end of a game.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "human"],
        "name": "imperial_tafl_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Union[Rules, str, os.PathLike[str]] = "brandubh",
        *,
        slots: Optional[int] = None,
        start: Optional[Position] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be ansi or human, not {render_mode!r}")
        if slots is not None and slots < 1:
            raise ValueError(f"slots must be at least 1, not {slots}")
        self.render_mode = render_mode
        self.slots = slots or (_USUAL_SLOTS if self.rules.has_choices else 1)
        self.possible_agents = ["attackers_0", "defenders_0"]
        self._start = None if start is None else _checked(start, self.rules)
        height, width = self.rules.board
        self._squares = height * width
        self._actions_in_all = self._squares * self._squares * self.slots
        shape = (len(self.rules.plane_names), height, width)
        self.observation_spaces = {agent: self._space(shape) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self._actions_in_all) for agent in self.possible_agents
        }

    def _space(self, shape: tuple[int, ...]) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self._actions_in_all,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space:
        """What `agent` sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """What `agent` can do."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._position

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game.

        Args:
            seed: decides who begins, where the rules leave it to a coin.
            options: `{"first": "defenders"}` decides it, too.
        """
        if seed is not None or not hasattr(self, "_rng"):
            self._rng = np.random.default_rng(seed)
        first = (options or {}).get("first")
        if first is None and self.rules.first == "lot":
            first = str(self._rng.choice(["attackers", "defenders"]))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look(self._start or self.rules.start(first))

    def _look(self, position: Position) -> None:
        """Makes `position` the one where the game stands."""
        self._position = position
        self.agent_selection = f"{position.to_move}_0"
        self._planes = position.planes()
        legal = position.legal()
        squares = legal.move_from.astype(np.int64) * self._squares + legal.move_to
        slot = _rank_among_equals(squares)
        named = slot < self.slots
        self._legal = np.where(named, squares * self.slots + slot, -1)
        self.infos = {agent: {"unnamed_moves": int((~named).sum())} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What `agent` sees now."""
        mask = np.zeros(self._actions_in_all, np.int8)
        if agent == self.agent_selection:
            mask[self._legal[self._legal >= 0]] = 1
        return {"observation": self._planes.copy(), "action_mask": mask}

    def action_of(self, move: str) -> int:
        """The action of a move in the game's notation.

        Raises:
            ValueError: the move is not legal, or has no slot.
        """
        if move not in self._position.moves:
            raise ValueError(f"`{move}` is not a legal move here")
        action = int(self._legal[self._position.moves.index(move)])
        if action < 0:
            raise ValueError(f"`{move}` has no slot; make the environment with more than {self.slots}")
        return action

    def step(self, action: Optional[int]) -> None:
        """Makes the move of the agent whose turn it is; None where its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        places = np.flatnonzero(self._legal == action)
        if len(places) == 0:
            raise ValueError(f"action {action} is not legal; `action_mask` says which are")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look(self._position.play(int(places[0])))
        outcome = self._position.outcome
        if outcome is not None:
            for side in self.agents:
                self.terminations[side] = not outcome.cut_off
                self.truncations[side] = outcome.cut_off
                if outcome.winner is not None:
                    self.rewards[side] = 1.0 if side == f"{outcome.winner}_0" else -1.0
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The board as text."""
        if self.render_mode == "human":
            print(self._position.draw())
            return None
        return self._position.draw()

    def close(self) -> None:
        """Nothing is open."""


def _checked(start: Position, rules: Rules) -> Position:
    """A position that a game of these rules can begin with."""
    if not isinstance(start, Position):
        raise TypeError(
            f"start must be a Position, not {start!r}; Rules.position reads position strings"
        )
    if start.rules != rules:
        raise ValueError(f"the position is of {start.rules.name}, not of {rules.name}")
    if start.outcome is not None:
        raise ValueError(f"the game is over at this start: {start.outcome}")
    return start


def _rank_among_equals(values: np.ndarray) -> np.ndarray:
    """How many equal values stand before each."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    begins = np.r_[True, ordered[1:] != ordered[:-1]] if len(values) else np.zeros(0, bool)
    first = np.maximum.accumulate(np.where(begins, np.arange(len(values)), 0))
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(len(values)) - first
    return ranks
