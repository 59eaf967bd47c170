// Positions, moves and figures in words.

/** Who sits at the board and is no agent. */
export const PERSON = "person";

/** A word with a capital letter. */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** What a side is called. */
export const side = (game, which) => game.sheet.sides[which].name;

/** What is called out at a position, as the beginning of a text; nothing where nothing is. */
export const called = (game, { call }) => (call ? `${game.sheet.sides[call.side].calls}: ${call.words} ` : "");

/** The other side. */
export const other = (which) => (which === "attackers" ? "defenders" : "attackers");

/** An expected result as the expected score of a side, in percent. */
export const score = (value, which) => Math.round(50 + 50 * (which === "attackers" ? value : -value));

/** What the figures of a game are: expected scores where they were checked against results. */
export const foretold = (game) => (game.sheet.players.calibrated ? "Expected score" : "Search value, as a score");

/** What a review grades moves by, as the end of a sentence. */
export const graded = (game) => (game.sheet.players.calibrated
  ? "by the expected score that it lost."
  : "by what it lost of the search's own value. Nobody has checked that value against results, so take the grades as hints.");

/** What a review says of the first moves, `many` of them, where nobody chose them. */
export const ungraded = (many) => {
  if (!many) return "";
  return many === 1 ? " Nobody chose the first move, so it has no grade." : ` Nobody chose the first ${many} moves, so they have no grade.`;
};

/** A certain result: `The defenders win in 7`. */
export const certain = (game, { winner, plies }) => {
  if (!winner) return "Drawn by force";
  const { hasWon, wins } = game.sheet.sides[winner];
  return plies === 0 ? hasWon : `${wins} in ${plies}`;
};

/** What a search expects, in short. */
export const expectation = (game, found, which) =>
  found.proof ? certain(game, found.proof) : `${score(found.value, which)} %`;

/** What is said while `before` searches of others come first. */
export const waiting = (before) => (before ? `${before} before this one` : "");

/** The move that led to a position, for the ear. */
export const told = (game, node) => {
  if (!node.move) return "The start.";
  const mover = side(game, node.parent.toMove);
  const { from, to, takes } = node.move;
  const name = (square) => game.square(square);
  if (node.move.text === "charge") return `${capital(mover)}: a charge.`;
  if (node.move.passes) return `${capital(mover)}: the turn is over.`;
  const way = from === to ? name(to) : `${name(from)} to ${name(to)}`;
  const taken = takes.map((square) => `${game.piece(node.parent.board[square]).name} on ${name(square)}`);
  return `${capital(mover)}: ${way}${taken.length ? `, taking ${taken.join(" and ")}` : ""}.`;
};

/** What stands on a square, for the ear. */
export const standing = (game, node, square) => {
  const piece = game.piece(node.board[square]);
  return `${game.square(square)}, ${piece ? piece.name : "empty"}`;
};

/** Whether a move does more than its squares and captives tell: a piece changes, goes along, or a rank advances. */
export const doesMore = (move) => /[+=]|^rank/.test(move.text);

// What such a move does more: a piece is exchanged or goes along, or its whole rank advances.
const doing = (game, { text }) => {
  const [, letter] = text.match(/=(.)$/) ?? [];
  if (letter) return `${text}: exchange for ${game.piece(letter)?.name ?? letter}`;
  const [, rider] = text.match(/\+(\w+)-/) ?? [];
  return rider ? `${text}: take along what stands on ${rider}` : `${text}: the whole rank advances`;
};

/** A choice among moves that differ in what they take or do; `all` of them. */
export const taking = (game, move, all) => {
  if (doesMore(move) && !/x/.test(move.text)) return doing(game, move);
  if (doesMore(move)) return move.text;
  if (all.some(doesMore)) return `${move.text}: nothing more`;
  if (!move.takes.length) return "Take nothing";
  return `Take ${move.takes.map((square) => game.square(square)).join(" and ")}`;
};

/** The word for so many moves of a grade: `1 inaccuracy`, `2 inaccuracies`. */
export const counted = (words, many) => (many === 1 || words === "best" || words === "good" ? words : `${words.replace(/y$/, "ie")}s`);

/** How each grade is written. */
export const GRADES = {
  best: { sign: "", words: "best" },
  good: { sign: "", words: "good" },
  inaccuracy: { sign: "?!", words: "inaccuracy" },
  mistake: { sign: "?", words: "mistake" },
  blunder: { sign: "??", words: "blunder" },
};

/** Where a move stands in the notation: whose turn it belongs to, whether it begins it, and its number. */
export const turn = (game, node) => {
  const starter = game.root.toMove;
  const begins = (at) => at.parent.toMove !== at.parent.parent?.toMove;
  let count = 0;
  for (let at = node; at.parent; at = at.parent) count += at.parent.toMove === starter && begins(at);
  return { count, second: node.parent.toMove !== starter, begins: begins(node) };
};

/** The number of a move, as notation writes it. */
export const number = (game, node) => {
  const { count, second } = turn(game, node);
  return `${count}${second ? "…" : "."}`;
};
