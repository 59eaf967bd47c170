// Stepping through a game, and who sits below: alike on the page and in a report.

import { other } from "./words.js";

/** The side whose men stand below, or else the `usual` one, as the board is turned. */
export const sitsBelow = (board, usual) => {
  const below = board.lower() ?? usual;
  return board.flipped ? other(below) : below;
};

/** What buttons and keys do to step through the game that `shown` gives. */
export const steps = (shown) => {
  const to = (find) => () => shown().go(find(shown()));
  const beside = (step) => to(({ node }) => {
    const among = node.parent?.children ?? [];
    return among[among.indexOf(node) + step];
  });
  return {
    first: to(({ root }) => root),
    back: to(({ node }) => node.parent),
    next: to(({ node }) => node.children[0]),
    last: to((game) => game.line().at(-1)),
    before: beside(-1),
    after: beside(1),
  };
};
