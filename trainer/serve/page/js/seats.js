// Who sits at the board: name, what was taken, and whether somebody thinks.

import { make } from "./make.js";
import { small } from "./pieces.js";
import { PERSON, called, capital, other, side, waiting } from "./words.js";

/** What an agent is called. */
export const agentName = (game, agent) => {
  // Records write `level-casual`.
  const is = (offer) => offer.agent === agent || offer.agent.replace(":", "-") === agent;
  return game.sheet.players.agents.find(is)?.name ?? agent;
};

const name = (game, agents, which) => {
  if (agents.seats[which] !== PERSON) return agentName(game, agents.seats[which]);
  if (agents.seats.names?.[which]) return agentName(game, agents.seats.names[which]);
  return agents.seats[other(which)] === PERSON ? "a person" : "you";
};

// Pieces of the other side that were taken.
const spoils = (game, which) => {
  const taken = game.taken().map((letter) => game.piece(letter)).filter((piece) => piece.side !== which);
  const words = `${taken.length} taken`;
  return make("span", { class: "spoils", role: "img", "aria-label": words, title: words }, taken.map((piece) => small(piece, piece.name)));
};

/** Draws the seat of a side. */
export const drawSeat = (place, game, agents, which) => {
  const { node } = game;
  const state = agents.state?.side === which ? agents.state : null;
  const turn = !node.end && node.toMove === which;
  const won = node.end?.winner === which;
  const piece = game.sheet.pieces.find((kind) => kind.side === which && !kind.royal) ?? game.sheet.pieces.find((kind) => kind.side === which);
  place.className = `seat${turn ? " turn" : ""}${won ? " won" : ""}${state ? " thinking" : ""}`;
  const progress = state?.share ? make("progress", { max: 1, value: state.share, "aria-label": "Thinking" }) : null;
  const hand = node.hands?.[which] ? make("span", { class: "small" }, `${node.hands[which]} to place`) : null;
  const before = state?.before ? make("span", { class: "small" }, waiting(state.before)) : null;
  place.replaceChildren(
    small({ ...piece, mark: null }, ""),
    make("span", { class: "who" }, make("b", {}, capital(side(game, which))), make("span", { class: "name" }, name(game, agents, which))),
    spoils(game, which),
    ...[hand, before, progress].filter(Boolean));
};

/** Whose turn it is, what is called out, or how the game ended, as a sentence. */
export const status = (game, agents) => {
  const { node } = game;
  if (node.end) return node.end.words;
  const call = called(game, node);
  const { name: mover, the, isToMove } = game.sheet.sides[node.toMove];
  const agent = agents.seats[node.toMove];
  if (agent === PERSON) {
    return `${call}${agents.seats[other(node.toMove)] === PERSON ? "To move" : "Your move"}: ${mover}.`;
  }
  if (agents.paused) return `${call}${isToMove}; the agents wait.`;
  if (!agents.due) return `${call}${isToMove}.`;
  const before = agents.state?.before ? ` ${capital(waiting(agents.state.before))}.` : "";
  return `${call}${agentName(game, agent)} thinks for ${the}.${before}`;
};
