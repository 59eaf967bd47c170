// What stands for the server in a page of its own: everything is known there, and nothing can be asked.

const REFUSED = "This page holds one review. `imperial serve` looks at other moves.";

/** Refuses. */
export const ask = async () => {
  throw new Error(REFUSED);
};

/** Refuses. */
export const listen = (path, body, hear) => {
  hear("error", { error: REFUSED });
  return () => {};
};
