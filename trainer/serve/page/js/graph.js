// The expected score over the game, and the bar beside the board.

import { draw, make, part } from "./make.js";
import { GRADES, certain, foretold, other, score, side } from "./words.js";

const valueOf = (node) => {
  const winner = node.end ? node.end.winner : node.proof?.winner;
  if (node.end || node.proof) return winner === "attackers" ? 1 : winner === "defenders" ? -1 : 0;
  return node.value;
};

/** Plies from one figure to the next of the same agent, which looks before its own moves. */
const NEAR = 2;

/** Points in parts between which nobody knows figures. */
const parted = (points) =>
  points.reduce((parts, point) => {
    const last = parts.at(-1)?.at(-1);
    if (last && point[0] - last[0] <= NEAR) parts.at(-1).push(point);
    else parts.push([point]);
    return parts;
  }, []);

/** Draws the values of the line that is shown; a press goes there. */
export const drawGraph = (game) => {
  const line = game.line();
  const points = line.map((node, n) => [n, valueOf(node), node]).filter(([, value]) => value !== null);
  const place = part("graph");
  place.hidden = points.length < 2;
  if (place.hidden) return;
  const last = Math.max(line.length - 1, 1);
  const y = (value) => 50 - 46 * value;
  const way = (some) => some.map(([n, value]) => `${n} ${y(value)}`).join(" L ");
  // A point alone is a dot.
  const parts = parted(points).map((some) => [some[0][0], some.at(-1)[0], way([...some, some.at(-1)])]);
  const now = line.indexOf(game.node);
  const marks = points
    .filter(([, , node]) => GRADES[node.graded?.grade]?.sign)
    .map(([n, value, node]) => draw("line", { class: `mark ${node.graded.grade}`, x1: n, x2: n, y1: y(value) - 0.01, y2: y(value) + 0.01 }));
  const svg = draw("svg", { viewBox: `0 0 ${last} 100`, preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("path", { class: "value-area", d: parts.map(([from, to, path]) => `M ${from} 50 L ${path} L ${to} 50 Z`).join(" ") }),
    draw("line", { class: "value-even", x1: 0, x2: last, y1: 50, y2: 50 }),
    draw("path", { class: "value-line", d: parts.map(([, , path]) => `M ${path}`).join(" ") }),
    marks,
    draw("line", { class: "value-now", x1: now, x2: now, y1: 0, y2: 100 }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    game.go(line[Math.round(((event.clientX - box.left) / box.width) * last)]);
  });
  const { attackers, defenders } = game.sheet.sides;
  const words = `${foretold(game)}: up for ${attackers.the}, down for ${defenders.the}`;
  place.replaceChildren(make("figcaption", {}, words), svg);
};

/** The bar beside the board: the side at the bottom fills it from below. */
export const drawBar = (game, near, on) => {
  const place = part("bar");
  const { node } = game;
  const value = valueOf(node) ?? node.looked?.value ?? null;
  place.hidden = !on;
  if (!on) return;
  const known = value !== null;
  const [wins, draws, losses] = known && !node.proof && node.looked?.wdl ? node.looked.wdl : [(1 + (value ?? 0)) / 2, 0, (1 - (value ?? 0)) / 2];
  const shares = { attackers: wins, defenders: losses };
  const piece = (kind, share, words) => {
    const made = make("span", { class: kind }, words);
    made.style.flexGrow = share;
    return made;
  };
  const percent = (which) => (known ? `${score(value, which)}` : "");
  const far = other(near);
  place.replaceChildren(
    piece(far, shares[far], value !== null && score(value, far) >= 50 ? percent(far) : ""),
    piece("draws", draws, ""),
    piece(near, shares[near], value !== null && score(value, near) > 50 ? percent(near) : ""));
  const words = node.proof ? certain(game, node.proof) : known ? `${side(game, near)} ${percent(near)} %` : "no figures yet";
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", `${foretold(game)}: ${words}`);
  place.title = words;
};
