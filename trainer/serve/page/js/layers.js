// What is drawn over the board: the last move, where a piece may go, arrows, heat.

import { draw } from "./make.js";

const circle = (name, [x, y], r) => draw("circle", { class: name, cx: x + 50, cy: y + 50, r });

// All of a square, or what surrounds a point where lines cross.
const spot = (board, name, square, inset, attributes = {}, ...children) => {
  const [x, y] = board.corner(square);
  const size = 100 - 2 * inset;
  const [kind, shape] = board.game.sheet.lines.length
    ? ["circle", { cx: x + 50, cy: y + 50, r: size / 2 }]
    : ["rect", { x: x + inset, y: y + inset, width: size, height: size }];
  return draw(kind, { class: name, ...shape, ...attributes }, ...children);
};

/** The squares of the last move, and crosses where it took something. */
export const lastMove = (board, move) => {
  if (!move) return [];
  const squares = [...new Set([move.from, move.to])].map((square) => spot(board, "trace", square, 0));
  const crosses = move.takes.map((square) => {
    const [x, y] = board.corner(square);
    return draw("path", { class: "taken", d: `M ${x + 32} ${y + 32} l 36 36 m 0 -36 l -36 36` });
  });
  return [...squares, ...crosses];
};

/** Where the chosen piece may go. */
export const targets = (board, moves, faint) => {
  const squares = [...new Set(moves.map((move) => move.to))];
  return squares.map((square) => {
    const takes = moves.some((move) => move.to === square && move.takes.length);
    return circle(`target${takes ? " takes" : ""}${faint ? " faint" : ""}`, board.corner(square), takes ? 19 : 14);
  });
};

/** A ring around what is chosen. */
export const chosen = (board, square) => {
  const [x, y] = board.corner(square);
  return draw("rect", { class: "chosen", x: x + 3, y: y + 3, width: 94, height: 94, rx: 8 });
};

/** Rings around pieces that a move would take. */
export const victims = (board, squares, strong) =>
  squares.map((square) => circle(`victim${strong ? " strong" : ""}`, board.corner(square), 45));

/** An arrow for a move; `weight` from 0 to 1 makes it broad, `words` stand at its head. */
export const arrow = (board, { from, to }, weight, kind, words) => {
  const [[x1, y1], [x2, y2]] = [board.corner(from), board.corner(to)].map(([x, y]) => [x + 50, y + 50]);
  const width = 7 + 17 * weight;
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = from === to ? [0, 0] : [(x2 - x1) / length, (y2 - y1) / length];
  const group = draw("g", { class: `arrow ${kind}`, style: null });
  // Faint arrows have words that can be read.
  const opacity = 0.35 + 0.55 * weight;
  if (from === to) {
    group.append(draw("circle", { class: "arrow-ring", cx: x2, cy: y2, r: 40, "stroke-width": width * 0.7, opacity }));
  } else {
    // The way to the next square is too short for a broad head.
    const head = Math.min(width * 1.9, 0.5 * (length - 46));
    const [ex, ey] = [x2 - dx * 16, y2 - dy * 16];
    const [bx, by] = [ex - dx * head, ey - dy * head];
    const point = (x, y, along) => `${x - dy * along} ${y + dx * along}`;
    const [sx, sy] = [x1 + dx * 30, y1 + dy * 30];
    const [half, wide] = [width / 2, width * 1.15];
    group.append(draw("path", {
      opacity,
      d: `M ${point(sx, sy, half * 0.6)} L ${point(bx, by, half)} L ${point(bx, by, wide)} L ${ex} ${ey} ` +
        `L ${point(bx, by, -wide)} L ${point(bx, by, -half)} L ${point(sx, sy, -half * 0.6)} Z`,
    }));
  }
  if (words) {
    // On a short arrow they would hide it.
    const aside = length < 150 ? 38 : 0;
    const [mx, my] = from === to ? [x2, y2 + 58] : [(x1 + x2) / 2 - dy * aside, (y1 + y2) / 2 + dx * aside];
    group.append(draw("text", { x: mx, y: my, class: "arrow-words" }, words));
  }
  return group;
};

/** In a game that was gone through: what was better than the move that led to `node`. */
export const betterMove = (board, { parent, graded }) => {
  const best = parent?.better?.[0];
  const move = parent?.legal?.find(({ text }) => text === best);
  return graded && graded.loss >= 5 && move ? [arrow(board, move, 0.4, "better")] : [];
};

/** Arrows for the moves of an analysis, the most visited first. */
export const arrows = (board, found, most) => {
  // The best move is shown even if its proof has needed no playout.
  const shown = found.moves.filter((row, n) => n === 0 || row.visits > 0).slice(0, most);
  const top = Math.max(...shown.map((row) => row.share), 1e-6);
  return shown
    .filter((row, n) => n === 0 || row.share > 0.03)
    .map((row, n) => {
      const share = Math.round(100 * row.share);
      // A proof may need no playout.
      const words = row.proof ? "◆" : `${share} %`;
      return arrow(board, row, n === 0 ? 1 : Math.min(1, row.share / top), n === 0 ? "first" : "more", board.roomy ? words : null);
    })
    .reverse();
};

/** The policy as heat: on the squares where moves arrive, those of one piece alone where one is chosen. */
export const heat = (board, found, from) => {
  const shares = new Map();
  for (const row of found.moves) {
    if (from !== null && row.from !== from) continue;
    shares.set(row.to, (shares.get(row.to) ?? 0) + row.prior);
  }
  const hottest = Math.max(...shares.values(), 1e-6);
  return [...shares].filter(([, share]) => share > 0.002).map(([square, share]) => {
    const opacity = (0.12 + 0.72 * Math.sqrt(share / hottest)).toFixed(3);
    const title = draw("title", {}, `${(100 * share).toFixed(1)} %`);
    return spot(board, "heat", square, 2, { opacity }, title);
  });
};
