// A game with its variations: a tree of positions, as the server tells them.

import { ask } from "./ask.js";

let made = 0;

/** The position after `node` in its line. What was played does not go on with what was only looked at. */
export const onward = (node) => node.children.find((child) => child.explored === node.explored);

const nodeOf = (frame, parent) => ({
  id: ++made,
  ...frame,
  parent,
  children: [], // what was played comes first
  explored: parent !== null, // only looked at, until `settle` says that it was played
  given: false, // whether nobody chose the move that led here: it was drawn, or taken from an earlier game
  legal: null, // what may be played, once the server has told
  value: null, // expected result here: -1 the defenders win, 1 the attackers win
  proof: null,
  looked: null, // what an analysis has found
  graded: null, // how a review grades the move that led here
  better: null, // what a review would have played here instead, with what follows
});

/** Tells `change` when another position is shown, `tree` when moves were added or removed, `value` for new figures. */
export class Game extends EventTarget {
  /** A game that begins with `start`; `wanted` names its rules, `sheet` is what the server says of them. */
  static async begin(wanted, sheet, start) {
    const { frames, legal } = await ask("/api/line", { rules: wanted, start, moves: [] });
    return new Game(wanted, sheet, start, { ...nodeOf(frames[0], null), legal });
  }

  /** A game of which all positions are known, from the first on. */
  static of(wanted, sheet, start, [first, ...frames]) {
    const game = new Game(wanted, sheet, start, nodeOf(first, null));
    game.settle(game.graft(game.root, frames));
    return game;
  }

  constructor(wanted, sheet, start, root) {
    super();
    // Nothing is added to or taken from a fixed game.
    Object.assign(this, { wanted, sheet, start, root, node: root, fixed: false });
  }

  tell(name) {
    this.dispatchEvent(new Event(name));
  }

  /** The positions from the first to `node`. */
  path(node = this.node) {
    const path = [];
    for (let at = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The positions through `node` to the end of its line. */
  line(node = this.node) {
    const line = this.path(node);
    for (let at = onward(node); at; at = onward(at)) line.push(at);
    return line;
  }

  /** How many moves at the start of a line nobody chose. */
  opening(line) {
    const chosen = line.findIndex((node) => node.parent && !node.given);
    return (chosen < 0 ? line.length : chosen) - 1;
  }

  /** Positions one after the other, from the first on, as numbers of children. */
  way(path) {
    return path.slice(1).map((node, n) => path[n].children.indexOf(node));
  }

  /** Whether a position is in the game; it may have been taken out. */
  has(node) {
    const path = this.path(node);
    return path[0] === this.root && !this.way(path).includes(-1);
  }

  /** Whether the main line is shown, and no variation. */
  get isMain() {
    return this.line(this.root).includes(this.node);
  }

  /** The positions of a way, as far as it leads. */
  along(way) {
    const path = [this.root];
    for (const nth of way) if (path.at(-1).children[nth]) path.push(path.at(-1).children[nth]);
    return path;
  }

  /** How the server is told where a game stands. */
  standing(node = this.node) {
    const moves = this.path(node).slice(1).map((at) => at.move.text);
    return { rules: this.wanted, start: this.start, moves };
  }

  /** What may be played at `node`. */
  async legal(node = this.node) {
    if (!node.legal) {
      const standing = this.standing(node);
      const { legal } = await ask("/api/line", { ...standing, since: standing.moves.length });
      node.legal = legal;
    }
    return node.legal;
  }

  /** Adds moves after `node`, where they are not there already, as played or only `explored`; gives the last position. */
  async extend(node, texts, explored = false) {
    let at = node;
    const left = [...texts];
    for (let known; left.length && (known = at.children.find((child) => child.move.text === left[0])); left.shift()) {
      at = known;
    }
    if (left.length) {
      const standing = this.standing(at);
      const moves = [...standing.moves, ...left];
      const { frames, legal } = await ask("/api/line", { ...standing, moves, since: standing.moves.length + 1 });
      at = this.graft(at, frames);
      at.legal ??= legal;
    }
    if (!explored) this.settle(at);
    else if (left.length) this.tell("tree");
    return at;
  }

  /** Notes that all moves up to `node` were played: they go before those that were only looked at. */
  settle(node) {
    if (!node.explored) return;
    for (let at = node; at.explored; at = at.parent) {
      at.explored = false;
      at.parent.children.sort((a, b) => a.explored - b.explored);
    }
    this.tell("tree");
  }

  /** Adds positions that follow each other after `node`, explored, where they are not there already; gives the last one. */
  graft(node, frames) {
    let at = node;
    for (const frame of frames) {
      // The server may write a move in another way than it was asked for.
      let child = at.children.find((known) => known.move.text === frame.move.text);
      if (!child) {
        child = nodeOf(frame, at);
        at.children.push(child);
      }
      at = child;
    }
    return at;
  }

  /** Plays a move at `node` and shows what comes of it. */
  async play(text, node = this.node) {
    const next = await this.extend(node, [text]);
    if (this.node === node) this.go(next);
    return next;
  }

  /** Shows where moves lead that nobody has played. Tells `aside` first: the agents wait meanwhile. */
  async follow(node, texts, shown = texts.length) {
    const last = await this.extend(node, texts, true);
    // It may have been taken out meanwhile.
    if (!this.has(last)) return;
    const path = this.path(last);
    this.tell("aside");
    this.go(path[path.indexOf(node) + shown] ?? node);
  }

  /** Shows a position, unless it was taken out. */
  go(node) {
    if (!node || node === this.node || !this.has(node)) return;
    this.came = this.node;
    this.node = node;
    this.tell("change");
  }

  /** Takes a position and all after it out. */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    // First it is taken out: whoever is to move at what is shown then looks whether the game goes on there.
    const isShown = this.path().includes(node);
    parent.children = parent.children.filter((child) => child !== node);
    if (isShown) this.go(parent);
    this.tell("tree");
  }

  /** Makes the line of `node` the main one. */
  promote(node) {
    if (!this.has(node)) return;
    this.settle(node);
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.unshift(...children.splice(children.indexOf(at), 1));
    }
    this.tell("tree");
  }

  /** Pieces that were taken up to `node`, as letters. */
  taken(node = this.node) {
    return this.path(node)
      .slice(1)
      .flatMap((at) => at.move.takes.map((square) => at.parent.board[square]));
  }

  /** The kind of piece of a letter. */
  piece(letter) {
    return this.sheet.pieces.find((piece) => piece.letter === letter);
  }

  /** The name of a square. */
  square(number) {
    const { width } = this.sheet;
    return String.fromCharCode(97 + (number % width)) + (Math.floor(number / width) + 1);
  }
}
