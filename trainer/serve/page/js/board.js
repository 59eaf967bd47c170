// The board: squares, pieces and what lies over them. It knows no rules; it shows what it is given.

import { draw, part } from "./make.js";
import { definitions, square as squareOf, symbol } from "./pieces.js";
import { standing } from "./words.js";

const SLIDE = 190; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const LAYERS = ["squares", "heat", "marks", "targets", "pieces", "signs", "hits"];

/** The squares of a board in order; a board of points has none where no line leads. */
const placesOf = ({ width, height, lines }) => {
  if (lines.length) return [...new Set(lines.flat())].sort((a, b) => a - b);
  return Array.from({ length: width * height }, (_, square) => square);
};

/** A board in the page. */
export class Board {
  constructor() {
    this.place = part("board");
    this.flipped = false;
    this.focused = null;
    this.shown = null;
  }

  /** Draws the empty board of a game. */
  setGame(game) {
    this.game = game;
    this.places = placesOf(game.sheet);
    this.shown = null;
    // The keyboard begins in the middle.
    this.focused = null;
    this.lay();
  }

  /** Turns the board. */
  flip(flipped) {
    this.flipped = flipped;
    if (this.game) this.lay();
  }

  /** The side whose men stand below those of the other at the start, on a board that is not turned; else none. */
  lower() {
    const ranks = { attackers: [], defenders: [] };
    [...this.game.root.board].forEach((letter, square) => {
      ranks[this.game.piece(letter)?.side]?.push(Math.floor(square / this.game.sheet.width));
    });
    const { attackers, defenders } = ranks;
    if (!attackers.length || !defenders.length) return null;
    if (Math.max(...attackers) <= Math.min(...defenders)) return "attackers";
    return Math.max(...defenders) <= Math.min(...attackers) ? "defenders" : null;
  }

  /** Width of the frame: larger boards have smaller squares on the screen, and the names must be read. */
  get rim() {
    return 14 + 3.1 * this.game.sheet.width;
  }

  get roomy() {
    return this.game.sheet.width <= 13;
  }

  /** The top left corner of a square. */
  corner(square) {
    const { width, height } = this.game.sheet;
    const [file, rank] = [square % width, Math.floor(square / width)];
    return this.flipped ? [100 * (width - 1 - file), 100 * rank] : [100 * file, 100 * (height - 1 - rank)];
  }

  /** The next square of the rank, or else the nearest of the next rank, as the board is turned; itself at the rim. */
  beside(square, files, ranks) {
    const { width } = this.game.sheet;
    const turn = this.flipped ? -1 : 1;
    const [file, rank] = [square % width, Math.floor(square / width) + turn * ranks];
    const away = (place) => turn * ((place % width) - file) * (files || 1);
    const there = this.places.filter((place) => Math.floor(place / width) === rank && (ranks || away(place) > 0));
    return there.sort((a, b) => Math.abs(away(a)) - Math.abs(away(b)))[0] ?? square;
  }

  lay() {
    const { width, height, title, lines } = this.game.sheet;
    const isUsed = this.place.contains(document.activeElement);
    const { rim } = this;
    const box = [-rim, -rim, 100 * width + 2 * rim, 100 * height + 2 * rim];
    const svg = draw("svg", { viewBox: box.join(" "), class: `board-svg${lines.length ? " of-points" : ""}`, role: "grid", "aria-label": `Board of ${title}` });
    const [x, y, w, h] = box;
    svg.append(
      definitions(this.game.sheet.pieces),
      draw("rect", { class: "frame", x, y, width: w, height: h, rx: rim / 3 }),
      draw("rect", { class: "frame-line", x: -rim / 5, y: -rim / 5, width: 100 * width + rim / 2.5, height: 100 * height + rim / 2.5, rx: 3 }),
    );
    this.layers = {};
    for (const name of LAYERS) svg.append((this.layers[name] = draw("g", { class: `layer-${name}` })));
    this.drawSquares(width, height);
    this.place.closest(".stage").style.setProperty("--ratio", w / h);
    this.place.replaceChildren(svg);
    if (this.shown) this.show(this.shown, null);
    if (isUsed && this.focused !== null) this.focus(this.focused);
  }

  drawSquares(width, height) {
    const { squares, hits } = this.layers;
    const { lines } = this.game.sheet;
    const here = new Set(this.places);
    // Below the lines, which lead through them.
    const goals = new Set(Object.values(this.game.sheet.goals).flat());
    for (const number of this.places.filter((place) => goals.has(this.game.square(place)))) {
      const [x, y] = this.corner(number);
      squares.append(draw("circle", { class: "goal", cx: x + 50, cy: y + 50, r: 45 }));
    }
    for (const [from, to] of lines) {
      const [[x1, y1], [x2, y2]] = [this.corner(from), this.corner(to)];
      squares.append(draw("line", { class: "board-line", x1: x1 + 50, y1: y1 + 50, x2: x2 + 50, y2: y2 + 50 }));
    }
    for (let rank = height - 1; rank >= 0; rank -= 1) {
      const row = draw("g", { role: "row" });
      for (let file = 0; file < width; file += 1) {
        const number = rank * width + file;
        if (!here.has(number)) continue;
        const [x, y] = this.corner(number);
        if (!lines.length) squares.append(squareOf(this.game.sheet.special, number, x, y));
        row.append(draw("rect", { class: "hit", role: "gridcell", tabindex: -1, "data-square": number, x, y, width: 100, height: 100 }));
      }
      hits.append(row);
    }
    const { rim } = this;
    const name = (words, x, y) => draw("text", { class: "name", x, y, "font-size": 0.58 * rim }, words);
    for (let file = 0; file < width; file += 1) {
      const words = this.game.square(file).charAt(0);
      const [x] = this.corner(file);
      squares.append(name(words, x + 50, 100 * height + rim * 0.6), name(words, x + 50, -rim * 0.6));
    }
    for (let rank = 0; rank < height; rank += 1) {
      const [, y] = this.corner(rank * width);
      squares.append(name(rank + 1, -rim * 0.58, y + 50), name(rank + 1, 100 * width + rim * 0.58, y + 50));
    }
  }

  /** The part of the page that is a square. */
  hit(square) {
    return this.layers.hits.querySelector(`[data-square="${square}"]`);
  }

  /** Shows a position; `came` is the one before, from which the piece slides. */
  show(node, came) {
    this.shown = node;
    const forward = came && node.parent === came;
    const pieces = [...node.board].flatMap((letter, square) => {
      const piece = this.game.piece(letter);
      if (!piece) return [];
      const [x, y] = this.corner(square);
      const use = draw("use", { href: `#${symbol(piece)}`, x, y, width: 100, height: 100, "data-at": square });
      if (forward && node.move.to === square) this.slide(use, node.move.from, square);
      return [use];
    });
    if (forward) pieces.unshift(...this.ghosts(node, came));
    this.layers.pieces.replaceChildren(...pieces);
    this.still = false;
    this.label();
  }

  slide(use, from, to) {
    if (calm.matches || this.still) return;
    if (from === to) {
      use.animate([{ opacity: 0 }, { opacity: 1 }], { duration: SLIDE });
      return;
    }
    const [[x1, y1], [x2, y2]] = [this.corner(from), this.corner(to)];
    const start = `translate(${x1 - x2}px, ${y1 - y2}px)`;
    use.animate([{ transform: start }, { transform: "none" }], { duration: SLIDE, easing: "cubic-bezier(.3,.7,.3,1)" });
  }

  // Pieces that fade because they were taken.
  ghosts(node, came) {
    if (calm.matches) return [];
    return node.move.takes.map((square) => {
      const [x, y] = this.corner(square);
      const ghost = draw("use", { href: `#${symbol(this.game.piece(came.board[square]))}`, x, y, width: 100, height: 100 });
      ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 2 * SLIDE, fill: "forwards" }).onfinish = () => ghost.remove();
      return ghost;
    });
  }

  /** Names the squares for the ear, and notes which can be chosen. */
  label(legal = []) {
    const movable = new Set(legal.map((move) => move.from));
    for (const hit of this.layers.hits.querySelectorAll(".hit")) {
      const square = Number(hit.dataset.square);
      hit.setAttribute("aria-label", standing(this.game, this.shown, square));
      hit.classList.toggle("movable", movable.has(square));
    }
    this.focus(this.focused ?? this.places[this.places.length >> 1], false);
  }

  /** Tells the ear which piece is chosen, and where it may go. */
  select(square, targets = []) {
    if (!this.shown) return;
    for (const hit of this.layers.hits.querySelectorAll(".hit")) {
      const number = Number(hit.dataset.square);
      hit.setAttribute("aria-selected", number === square);
      hit.setAttribute("aria-label", standing(this.game, this.shown, number) + (targets.includes(number) ? ", it may go here" : ""));
    }
  }

  /** Moves the keyboard's place on the board. */
  focus(square, really = true) {
    const last = this.layers.hits.querySelector('[tabindex="0"]');
    last?.setAttribute("tabindex", -1);
    const hit = this.hit(square) ?? this.hit(this.places[0]);
    this.focused = Number(hit.dataset.square);
    hit.setAttribute("tabindex", 0);
    if (really) hit.focus();
  }

  /** Fills a layer anew. */
  fill(layer, elements) {
    this.layers[layer].replaceChildren(...elements);
  }
}
