// How squares and pieces look. One square is 100 wide.

import { draw } from "./make.js";

/** The crescent that the board of 1855 had where the Emperor escapes. */
const CRESCENT = "M 0.28 -0.5 A 0.58 0.58 0 1 0 0.28 0.5 A 0.46 0.46 0 1 1 0.28 -0.5 Z";
const CROWN = "M -0.5 0.36 L -0.58 -0.3 L -0.24 0.02 L 0 -0.48 L 0.24 0.02 L 0.58 -0.3 L 0.5 0.36 Z";

/** A path around (0, 0), `size` times as large, at a place. */
const at = (path, name, x, y, size) =>
  draw("path", { class: name, d: path, transform: `translate(${x} ${y}) scale(${size})` });

const gradient = (id, side) =>
  draw("radialGradient", { id, cx: "36%", cy: "30%", r: "78%" },
    draw("stop", { offset: "0%", class: `light ${side}` }),
    draw("stop", { offset: "55%", class: `body ${side}` }),
    draw("stop", { offset: "100%", class: `dark ${side}` }));

const man = (side, royal) => draw("symbol", { id: plain(side, royal), viewBox: "0 0 100 100", overflow: "visible" }, body(side, royal));

const body = (side, royal) => {
  const radius = royal ? 43 : 37;
  const parts = [
    draw("ellipse", { class: "shade", cx: 51.5, cy: 57, rx: radius * 0.98, ry: radius * 0.93 }),
    draw("circle", { class: `body ${side}`, cx: 50, cy: 50, r: radius, fill: `url(#skin-${side})` }),
    draw("circle", { class: `ring ${side}`, cx: 50, cy: 50, r: radius * 0.7 }),
  ];
  if (royal) parts.push(at(CROWN, `crown ${side}`, 50, 51, 34));
  return parts;
};

const plain = (side, royal) => `${royal ? "royal" : "man"}-${side}`;

/** The name of the picture of a piece. */
export const symbol = ({ side, royal, mark }) => (mark ? `${plain(side, royal)}-${mark}` : plain(side, royal));

// The pictures of pieces that bear a letter.
const marked = (pieces) =>
  pieces.filter((piece) => piece.mark).map((piece) =>
    draw("symbol", { id: symbol(piece), viewBox: "0 0 100 100", overflow: "visible" }, [
      ...body(piece.side, false),
      draw("text", { class: `mark ${piece.side}`, x: 50, y: 64 }, piece.mark),
    ]));

/** The pictures of all pieces, and the head of an arrow. */
export const definitions = (pieces) => {
  const sides = ["attackers", "defenders"];
  return draw("defs", {},
    sides.map((side) => gradient(`skin-${side}`, side)),
    sides.flatMap((side) => [man(side, false), man(side, true)]),
    marked(pieces),
    draw("filter", { id: "soft", x: "-20%", y: "-20%", width: "140%", height: "140%" },
      draw("feGaussianBlur", { stdDeviation: 2.2 })));
};

/** Lets sides that have a colour for a name show it. */
export const dress = ({ sheet: { sides } }) =>
  Object.assign(document.body.dataset, { attackers: sides.attackers.name, defenders: sides.defenders.name });

/** A small picture of a piece, for text. */
export const small = (piece, title) =>
  draw("svg", { class: "small-piece", viewBox: "4 4 92 92", ...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" }) },
    draw("use", { href: `#${symbol(piece)}`, width: 100, height: 100 }));

const knot = (x, y) => {
  const lines = [[18, 18, 82, 82], [18, 82, 82, 18]];
  return draw("g", { class: "cross" },
    lines.map(([x1, y1, x2, y2]) => draw("line", { x1: x + x1, y1: y + y1, x2: x + x2, y2: y + y2 })),
    draw("rect", { x: x + 29, y: y + 29, width: 42, height: 42, transform: `rotate(45 ${x + 50} ${y + 50})` }));
};

/** A square with what its rules make of it. */
export const square = (special, number, x, y) => {
  const throne = special.throne === number;
  const corner = special.corners.includes(number);
  const goal = special.goals.includes(number);
  const kind = throne ? "throne" : corner ? "corner" : special.camps.includes(number) ? "camp" : "";
  const group = draw("g", {}, draw("rect", { class: `square ${kind}`, x, y, width: 100, height: 100 }));
  if (throne || (corner && !goal)) group.append(knot(x, y));
  if (goal) group.append(at(CRESCENT, "crescent", x + 50, y + 50, 34));
  return group;
};
