// What is kept in the browser: the game with its variations, who plays, and how the page looks.

import { Game } from "./game.js";

const GAME = "imperial-game";
const LOOKS = "imperial-looks";

// Of all tabs, and of this one alone. A browser may forbid both.
const STORES = [() => localStorage, () => sessionStorage];
const [ALL, OWN] = STORES;

const get = (store, key) => {
  try {
    return JSON.parse(store().getItem(key));
  } catch {
    return null;
  }
};

const set = (store, key, value) => {
  try {
    store().setItem(key, JSON.stringify(value));
  } catch {
    // A browser without room or leave forgets; the game goes on.
  }
};

// A server that was started with other rules has a game of its own.
const slot = (first) => `${GAME} ${JSON.stringify(first)}`;

/** How the page looks, as it was left. */
export const looks = { arrows: true, heat: false, numbers: true, ...get(ALL, LOOKS) };

/** Keeps how the page looks. */
export const keepLooks = () => set(ALL, LOOKS, looks);

const outline = (node) => ({
  move: node.move?.text,
  value: node.value ?? undefined,
  proof: node.proof ?? undefined,
  graded: node.graded ?? undefined,
  better: node.better ?? undefined,
  children: node.children.map(outline),
});

/** Keeps a game with those who play it, and what a review has found. */
export const keepGame = (game, seats, first, reviewed) => {
  const way = game.way(game.path());
  const all = { rules: game.wanted, start: game.start, tree: outline(game.root), way, seats, reviewed };
  for (const store of STORES) set(store, slot(first), all);
};

const figuresOf = ({ value, proof, graded, better }) => ({ value: value ?? null, proof: proof ?? null, graded: graded ?? null, better: better ?? null });

// Lines are asked for whole, each with one question.
const grow = async (game, node, saved) => {
  const [chain, nodes] = [[], []];
  for (let at = saved; at.children?.length; at = at.children[0]) chain.push(at.children[0]);
  await game.extend(node, chain.map((at) => at.move));
  for (let at = node, n = 0; n < chain.length; n += 1) {
    at = at.children.find((child) => child.move.text === chain[n].move) ?? at.children[0];
    Object.assign(at, figuresOf(chain[n]));
    nodes.push(at);
  }
  const parents = [[node, saved], ...chain.map((at, n) => [nodes[n], at])];
  for (const [parent, of] of parents) {
    for (const child of (of.children ?? []).slice(1)) {
      const made = await game.extend(parent, [child.move]);
      Object.assign(made, figuresOf(child));
      await grow(game, made, child);
    }
  }
};

/** What was kept, if anything: in this tab, or else in the last one. */
export const kept = (first) => get(OWN, slot(first)) ?? get(ALL, slot(first));

/** The game that was kept, as the server still knows its rules; `sheetOf` asks for these. */
export const restore = async (saved, sheetOf) => {
  const game = await Game.begin(saved.rules, await sheetOf(saved.rules), saved.start);
  Object.assign(game.root, figuresOf(saved.tree));
  await grow(game, game.root, saved.tree);
  game.node = game.along(saved.way ?? []).at(-1);
  return game;
};
