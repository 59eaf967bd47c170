// The person's hand: choosing a piece, its square, and what it takes; by mouse, touch and keyboard.

import { button, draw, make, part } from "./make.js";
import { chosen, targets, victims } from "./layers.js";
import { symbol } from "./pieces.js";
import { doesMore, taking } from "./words.js";

/** Lets a person move. `may` says whether the position waits for a person; `play` gets the text of the move. */
export class Hand {
  constructor(board, may, play) {
    Object.assign(this, { board, may, play, legal: [], from: null, options: null, hovered: null, drag: null });
    board.place.addEventListener("pointerdown", (event) => this.down(event));
    board.place.addEventListener("pointermove", (event) => this.moved(event));
    board.place.addEventListener("pointerup", (event) => this.up(event));
    board.place.addEventListener("pointerleave", () => this.hover(null));
    board.place.addEventListener("pointercancel", () => this.drop());
  }

  /** New moves to choose from, at another position. */
  set(legal) {
    this.legal = this.may() ? legal : [];
    this.drop();
    this.forget();
    this.board.label(this.legal);
  }

  /** Chooses nothing any more. */
  forget() {
    this.from = null;
    this.options = null;
    const choice = part("choice");
    // The keyboard goes back to the board.
    if (choice.contains(document.activeElement)) this.board.focus(this.board.focused);
    choice.hidden = true;
    this.board.select(null);
    this.paint();
    this.changed?.();
  }

  movesFrom(square) {
    return this.legal.filter((move) => move.from === square && move.from !== move.to);
  }

  placements() {
    return this.legal.filter((move) => move.from === move.to && !move.passes);
  }

  /** The move that only ends a turn, where there is one. */
  get passing() {
    return this.legal.find((move) => move.passes);
  }

  // ---- What a square means when it is pressed

  press(square) {
    if (this.options) {
      this.pressChoice(square);
      return;
    }
    const still = this.placements().filter((move) => move.to === square);
    // A piece that can also move elsewhere is chosen first, and pressed again for what it does on the spot.
    const moves = this.from === null
      ? (this.movesFrom(square).length ? [] : still)
      : (this.from === square ? still : this.movesFrom(this.from).filter((move) => move.to === square));
    if (moves.length === 1) this.finish(moves[0]);
    else if (moves.length > 1) this.offer(moves);
    else if (square !== this.from && this.movesFrom(square).length) this.take(square);
    else this.forget();
  }

  take(square) {
    this.from = square;
    this.board.select(square, this.movesFrom(square).map((move) => move.to));
    this.paint();
    this.changed?.();
  }

  finish(move) {
    this.legal = [];
    this.forget();
    this.play(move.text);
  }

  // ---- Several moves between the same squares

  offer(moves) {
    // What takes most comes first, nothing last.
    this.options = [...moves].sort((a, b) => b.takes.length - a.takes.length || a.takes[0] - b.takes[0]);
    const place = part("choice");
    const one = (move) =>
      button(taking(this.board.game, move, moves), () => this.finish(move), {
        onpointerenter: () => this.paint(move.takes),
        onfocus: () => this.paint(move.takes),
        onpointerleave: () => this.paint(),
        "data-takes": move.takes.join(" "),
      });
    place.replaceChildren(
      make("p", {}, moves.some(doesMore) ? "Which move is it?" : "What does it take?"),
      ...this.options.map(one),
      button("Another move", () => this.forget(), { class: "quiet" }),
    );
    place.hidden = false;
    this.paint();
    place.querySelector("button").focus({ preventScroll: true });
  }

  pressChoice(square) {
    const taking = this.options.filter((move) => move.takes.includes(square));
    const nothing = this.options.find((move) => move.takes.length === 0);
    const alone = taking.filter((move) => move.takes.length === 1);
    const sure = taking.length === 1 ? taking : alone;
    if (sure.length === 1) this.finish(sure[0]);
    // Several take it: the choice is among them.
    else if (taking.length) this.offer(taking);
    else if (square === this.options[0].to && nothing) this.finish(nothing);
    else this.forget();
  }

  // ---- Drawing

  paint(marked = []) {
    const { board, from, options } = this;
    if (!board.layers) return;
    const [marks, rings] = [[], []];
    if (options) {
      rings.push(...victims(board, [...new Set(options.flatMap((move) => move.takes))], false));
      rings.push(...victims(board, marked, true));
      marks.push(chosen(board, options[0].to));
    } else if (from !== null) {
      marks.push(chosen(board, from), ...targets(board, this.movesFrom(from), false));
      rings.push(...victims(board, this.hoveredVictims(), true));
    } else if (this.hovered !== null && this.movesFrom(this.hovered).length) {
      marks.push(...targets(board, this.movesFrom(this.hovered), true));
    } else if (this.placements().length && this.placements().length <= 60) {
      marks.push(...targets(board, this.placements(), true));
    }
    board.fill("targets", marks);
    board.fill("signs", [...rings, ...(this.extra ?? [])]);
  }

  hoveredVictims() {
    const moves = this.movesFrom(this.from).filter((move) => move.to === this.hovered);
    return [...new Set(moves.flatMap((move) => move.takes))];
  }

  hover(square) {
    if (this.hovered === square) return;
    this.hovered = square;
    this.paint();
  }

  // ---- Pointers

  square(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const number = under?.closest?.(".hit")?.dataset.square;
    return number === undefined ? null : Number(number);
  }

  down(event) {
    const square = this.square(event);
    if (square === null || event.button !== 0) return;
    event.preventDefault();
    this.board.focus(square, false);
    const own = !this.options && this.movesFrom(square).length > 0;
    // A piece that is pressed can be dragged; pressed again it is let go.
    this.drag = { square, was: this.from === square, x: event.clientX, y: event.clientY, moving: false, own };
    if (own) this.take(square);
    if (event.pointerType !== "touch") this.board.place.setPointerCapture?.(event.pointerId);
  }

  moved(event) {
    if (event.pointerType !== "touch") this.hover(this.square(event));
    const { drag } = this;
    if (!drag?.own || event.pointerType === "touch") return;
    if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
    drag.moving = true;
    this.carry(event);
  }

  // The piece follows the pointer.
  carry(event) {
    const { board, drag } = this;
    const svg = board.place.querySelector("svg");
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    if (!drag.ghost) {
      const piece = board.game.piece(board.shown.board[drag.square]);
      drag.ghost = draw("use", { href: `#${symbol(piece)}`, width: 100, height: 100, class: "carried" });
      board.layers.signs.parentNode.insertBefore(drag.ghost, board.layers.hits);
      drag.piece = board.layers.pieces.querySelector(`[data-at="${drag.square}"]`);
      drag.piece?.setAttribute("opacity", 0.25);
    }
    drag.ghost.setAttribute("x", at.x - 50);
    drag.ghost.setAttribute("y", at.y - 50);
  }

  up(event) {
    const { drag } = this;
    const square = this.square(event);
    this.drop();
    if (!drag || square === null) return;
    if (drag.moving) {
      if (square === drag.square) return;
      // The piece lies there already.
      this.board.still = true;
      this.press(square);
      if (this.legal.length) this.board.still = false;
    } else if (square === drag.square) {
      if (!drag.own) this.press(square);
      else if (drag.was) this.press(square);
    }
  }

  drop() {
    this.drag?.ghost?.remove();
    this.drag?.piece?.removeAttribute("opacity");
    this.drag = null;
  }
}
