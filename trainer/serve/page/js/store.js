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
export const looks = { arrows: true, heat: false, numbers: true, letters: true, ...get(ALL, LOOKS) };

/** Keeps how the page looks. */
export const keepLooks = () => set(ALL, LOOKS, looks);

const outline = (node) => ({
  move: node.move?.text,
  value: node.value ?? undefined,
  proof: node.proof ?? undefined,
  graded: node.graded ?? undefined,
  better: node.better ?? undefined,
  explored: node.explored || undefined,
  given: node.given || undefined,
  children: node.children.map(outline),
});

/** Keeps a game with those who play it, what a review has found, and whether the board is turned. */
export const keepGame = (game, seats, first, reviewed, flipped) => {
  const way = game.way(game.path());
  const all = { rules: game.wanted, start: game.start, tree: outline(game.root), way, seats, reviewed, flipped };
  for (const store of STORES) set(store, slot(first), all);
};

const figuresOf = ({ value, proof, graded, better }) => ({ value: value ?? null, proof: proof ?? null, graded: graded ?? null, better: better ?? null });

// Older pages did not note what was only looked at: for them all of it was played.
const factsOf = (saved) => ({ ...figuresOf(saved), explored: saved.explored === true, given: saved.given === true });

// The positions after `node` by these moves, as far as they can be played. One question asks for all; only where it is
// refused, each half is asked for by itself.
const positions = async (game, node, moves) => {
  try {
    // As what is only looked at, so that children keep their order; what was played is noted afterwards.
    return game.path(await game.extend(node, moves, true)).slice(game.path(node).length);
  } catch (error) {
    if (!error.lasts) throw error;
  }
  if (moves.length < 2) return [];
  const half = Math.ceil(moves.length / 2);
  const first = await positions(game, node, moves.slice(0, half));
  if (first.length < half) return first;
  return [...first, ...(await positions(game, first.at(-1), moves.slice(half)))];
};

// Adds a line that begins with `first` after `node`, and its variations; whether all of it could be played.
const grow = async (game, node, first) => {
  const line = [];
  for (let at = first; at; at = at.children?.[0]) line.push(at);
  const made = await positions(game, node, line.map((at) => at.move));
  made.forEach((at, n) => Object.assign(at, factsOf(line[n])));
  let isWhole = made.length === line.length;
  for (const [n, at] of made.entries()) isWhole = (await growOthers(game, at, line[n])) && isWhole;
  return isWhole;
};

// Adds all lines that branch off after `node` but the first.
const growOthers = async (game, node, saved) => {
  let isWhole = true;
  for (const child of (saved.children ?? []).slice(1)) isWhole = (await grow(game, node, child)) && isWhole;
  return isWhole;
};

/** What was kept, if anything: in this tab, or else in the last one. */
export const kept = (first) => get(OWN, slot(first)) ?? get(ALL, slot(first));

/** The game that was kept, as far as the server's rules still allow it, and whether that is all; `sheetOf` asks for them. */
export const restore = async (saved, sheetOf) => {
  const game = await Game.begin(saved.rules, await sheetOf(saved.rules), saved.start);
  Object.assign(game.root, figuresOf(saved.tree));
  const [first] = saved.tree.children ?? [];
  let isWhole = !first || (await grow(game, game.root, first));
  isWhole = (await growOthers(game, game.root, saved.tree)) && isWhole;
  // Ways are numbers of children, which count otherwise where some are gone.
  game.node = isWhole ? game.along(saved.way ?? []).at(-1) : game.line(game.root).at(-1);
  return { game, isWhole };
};
