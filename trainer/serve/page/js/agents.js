// Who plays: people and agents. Asks for the agents' moves when it is their turn.

import { listen } from "./ask.js";
import { onward } from "./game.js";
import { PERSON } from "./words.js";

/** Least time between two moves of agents that play each other, in milliseconds, so that they can be followed. */
const PACE = 650;

/** Tells `state` when somebody begins or ends to think, and `trouble` when that fails. */
export class Agents extends EventTarget {
  constructor() {
    super();
    Object.assign(this, { game: null, seats: null, paused: false, stop: null, node: null, state: null, moved: 0 });
  }

  /** Another game, with `{attackers, defenders, seed, vary}`. */
  set(game, seats) {
    this.stop?.();
    Object.assign(this, { game, seats, paused: seats.paused === true, stop: null, node: null, state: null });
  }

  isAgent(side) {
    return this.seats[side] !== PERSON;
  }

  /** Whether two agents play. */
  get watched() {
    return this.isAgent("attackers") && this.isAgent("defenders");
  }

  /** Whether a person is to move. */
  get waitsForPerson() {
    return !this.game.node.end && !this.isAgent(this.game.node.toMove);
  }

  /** The side that a person has: both where there are two, the attackers where there is none. */
  get person() {
    return this.isAgent("attackers") && !this.isAgent("defenders") ? "defenders" : "attackers";
  }

  /** Whether an agent is to move now: at the end of what was played. */
  get due() {
    const { node } = this.game;
    return !this.paused && !node.end && !node.explored && !onward(node) && this.isAgent(node.toMove);
  }

  /** Lets the agent move that is due. */
  check() {
    const { due, game: { node } } = this;
    if (due && this.node === node) return;
    this.cancel();
    if (due) this.think(node);
  }

  pause(paused) {
    this.paused = paused;
    this.seats.paused = paused;
    const { game } = this;
    // An agent that goes on from what was only looked at plays it.
    if (!paused && !game.node.end && this.isAgent(game.node.toMove)) game.settle(game.node);
    this.check();
    this.tell(this.state);
  }

  think(node) {
    this.node = node;
    const { seed, vary } = this.seats;
    const agent = this.seats[node.toMove];
    this.tell({ side: node.toMove, agent });
    const wait = this.watched ? Math.max(0, PACE - (performance.now() - this.moved)) : 0;
    const timer = setTimeout(() => {
      this.stop = listen("/api/move", { ...this.game.standing(node), agent, seed, vary }, (name, data) => {
        this.hear(name, data, node, agent);
      });
    }, wait);
    this.stop = () => clearTimeout(timer);
  }

  hear(name, data, node, agent) {
    if (name === "place") this.tell({ side: node.toMove, agent, before: data.before });
    else if (name === "thinking") this.tell({ side: node.toMove, agent, share: data.playouts / data.of });
    else if (name === "move") this.move(data, node);
    else if (name === "error") this.fail(data.error);
  }

  async move({ move, value, proof }, node) {
    if (this.game.sheet.players.calibrated) node.value ??= value;
    node.proof ??= proof;
    this.moved = performance.now();
    try {
      const stays = this.node === node;
      Object.assign(this, { stop: null, node: null });
      this.tell(null);
      if (stays) await this.game.play(move, node);
    } catch (error) {
      this.fail(error.message);
    }
  }

  fail(words) {
    this.paused = true;
    this.cancel();
    this.dispatchEvent(new CustomEvent("trouble", { detail: words }));
  }

  /** Stops who thinks. */
  cancel() {
    // Where nobody thinks, what is said on the page stays.
    if (!this.stop && !this.state) return;
    this.stop?.();
    Object.assign(this, { stop: null, node: null });
    this.tell(null);
  }

  tell(state) {
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
