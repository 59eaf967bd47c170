// Going through a game: every move graded, the key moments, what was better.

import { listen } from "./ask.js";
import { button, choice, make, part } from "./make.js";
import { Steady } from "./steady.js";
import { GRADES, capital, counted, graded, number, side, ungraded, waiting } from "./words.js";

const DEEP = [["32", "Quick"], ["150", "Careful"], ["800", "Deep"]];

/** Grades the line that is shown. */
export class Review {
  constructor() {
    Object.assign(this, { game: null, stop: null, playouts: DEEP[1][0], words: "", share: null, summary: null, line: [] });
    this.place = new Steady(part("panel-review"));
    addEventListener("pagehide", () => this.halt());
  }

  /** Another game, with what a review has `found` there before. */
  setGame(game, found) {
    this.halt();
    const line = found ? game.along(found.way) : [];
    const summary = line.length > 1 && line.slice(1).every((node) => node.graded || node.given) ? found.summary : null;
    Object.assign(this, { game, line, summary, words: "", share: null });
    this.show();
  }

  /** What was found, to be kept; nothing where moves of it were taken out since. */
  outline() {
    const way = this.summary && this.game.way(this.line);
    return way && !way.includes(-1) ? { summary: this.summary, way } : null;
  }

  /** Forgets what it has found, or looks at, where moves of it were taken out. */
  prune() {
    const last = this.line.at(-1);
    if (!last || this.game.has(last)) return;
    this.halt();
    Object.assign(this, { line: [], summary: null, share: null, words: "Moves that were graded were taken out." });
    this.show();
  }

  halt() {
    this.stop?.();
    this.stop = null;
  }

  /** Begins. */
  begin() {
    this.halt();
    this.line = this.game.line();
    Object.assign(this, { summary: null, words: "", share: 0 });
    const agent = this.game.sheet.players.analyst.replace(/:\d+/, `:${this.playouts}`);
    const question = { ...this.game.standing(this.line.at(-1)), opening: this.game.opening(this.line), agent };
    this.stop = listen("/api/review", question, (name, data) => this.hear(name, data));
    this.show();
  }

  hear(name, data) {
    if (name === "place") this.words = waiting(data.before);
    else if (name === "ply") this.ply(data);
    else if (name === "summary") this.summary = data;
    else {
      Object.assign(this, { share: null, stop: null, words: data?.error ?? "" });
    }
    if (name === "summary" || name === "end") this.game.tell("tree");
    this.show();
  }

  ply({ ply, of, judged, graded: grade }) {
    const node = this.line[ply];
    Object.assign(this, { share: of ? ply / of : 1, words: "" });
    Object.assign(node, { value: judged.value, proof: judged.proof ?? node.proof, better: judged.line, graded: grade });
    this.game.tell("value");
  }

  // ---- The panel

  show() {
    const running = this.share !== null;
    const pick = choice("Search", DEEP, this.playouts, (playouts) => {
      this.playouts = playouts;
    });
    const start = running
      ? button("Stop", () => {
        this.halt();
        this.share = null;
        this.show();
      })
      : button("Go through the game", () => this.begin(), { class: "primary", disabled: this.game.line().length < 2 });
    const parts = [make("div", { class: "row" }, start, pick)];
    if (running) parts.push(make("progress", { max: 1, value: this.share, "aria-label": "Done" }));
    if (this.words) parts.push(make("p", { class: "small" }, this.words));
    if (this.summary) parts.push(figures(this.game, this.summary), moments(this.game, this.summary, this.line));
    if (!running) {
      const words = this.summary ? "Each move is graded" : "The search looks at every position of the line that is shown. It grades each move";
      const opening = this.game.opening(this.summary ? this.line : this.game.line());
      parts.push(make("p", { class: "small" }, `${words} ${graded(this.game)}${ungraded(opening)}`));
    }
    this.place.fill(...parts);
  }
}

/** How both sides have played: accuracy, and the moves of each grade. */
export const figures = (game, summary) => {
  const card = (which) => {
    const accuracy = summary.accuracy[which];
    const counts = Object.values(GRADES).map(({ words }, n) => {
      const many = summary.counts[which][n];
      return make("li", { class: many ? Object.keys(GRADES)[n] : "none" }, make("b", {}, many), ` ${counted(words, many)}`);
    });
    return make("div", { class: "card" },
      make("p", { class: "who" }, capital(side(game, which))),
      make("p", { class: "accuracy" }, accuracy === null ? "–" : `${Math.round(accuracy)}`, make("small", {}, " accuracy")),
      make("ul", {}, counts));
  };
  return make("div", { class: "cards" }, card("attackers"), card("defenders"));
};

/** The moves that lost most, and what was better; `line` has the positions of the game. */
export const moments = (game, { keyMoments }, line) => {
  if (!keyMoments.length) return make("p", { class: "small" }, "No move lost ten points or more.");
  const item = (ply) => {
    const [before, node] = [line[ply - 1], line[ply]];
    const { sign } = GRADES[node.graded.grade];
    const better = before.better ?? [];
    const show = () => game.follow(before, better.slice(0, 6), 1);
    return make("li", {},
      button(`${number(game, node)} ${node.move.text}`, () => game.go(node), { class: `move ${node.graded.grade}` }),
      make("b", { class: `sign ${node.graded.grade}` }, sign),
      make("span", {}, ` lost ${Math.round(node.graded.loss)} points. Better: `),
      button(better.slice(0, 4).join(" "), show, { class: "move better", title: "Show this line" }));
  };
  return make("div", {}, make("h2", {}, "Key moments"), make("ol", { class: "moments" }, keyMoments.map(item)));
};
