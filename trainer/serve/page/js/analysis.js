// Looking at positions: the figures of a search as long as somebody watches.

import { listen } from "./ask.js";
import { button, choice, make, part, tick } from "./make.js";
import { Steady } from "./steady.js";
import { keepLooks, looks } from "./store.js";
import { capital, certain, expectation, foretold, score, side, waiting } from "./words.js";

/** Rest before a position is looked at, so that stepping through a game asks for little. In milliseconds. */
const REST = 140;
const ROWS = 6;

/** Looks at the position that is shown, while it is on. */
export class Analysis {
  /** `isPersons` says whether a person is to move at what is shown. */
  constructor(paint, isPersons) {
    Object.assign(this, { on: false, paint, isPersons, stop: null, game: null, agent: null, waiting: null, words: "" });
    this.place = new Steady(make("div", { class: "found" }));
    document.addEventListener("visibilitychange", () => this.follow());
    addEventListener("pagehide", () => this.halt());
  }

  setGame(game) {
    this.halt();
    this.game = game;
    this.agent = game.sheet.players.analyst;
    this.lay();
    this.follow();
  }

  turn(on) {
    this.on = on;
    part("panel-analysis").querySelector(".switch input").checked = on;
    this.follow();
    this.paint();
  }

  halt() {
    clearTimeout(this.timer);
    this.stop?.();
    this.stop = null;
  }

  /** Looks at what is shown now, or stops. */
  follow() {
    if (!this.game) return;
    this.halt();
    this.words = "";
    const { node } = this.game;
    if (this.on && !document.hidden && !node.end) {
      this.timer = setTimeout(() => this.look(node), REST);
    }
    this.show();
  }

  look(node) {
    const question = { ...this.game.standing(node), agent: this.agent };
    this.stop = listen("/api/analysis", question, (name, data) => {
      if (name === "place") this.words = waiting(data.before);
      else if (name === "error") this.words = data.error;
      else if (name !== "end") {
        this.words = name === "last" ? "done" : "";
        Object.assign(node, { looked: { ...data, by: question.agent }, proof: data.proof });
        // Of figures that mean different things the graph shows one kind.
        if (data.calibrated === this.game.sheet.players.calibrated) node.value = data.value;
        this.game.tell("value");
      }
      this.show();
      this.paint();
    });
  }

  /** What this search has found at a position. */
  found(node) {
    return node.looked?.by === this.agent ? node.looked : null;
  }

  // ---- The panel

  lay() {
    // It looks as long as somebody watches, whatever number of playouts the agent has.
    const named = this.game.sheet.players.analysts.map((agent) => [agent, agent.replace(/:\d+/, "")]);
    const look = (name) => (on) => {
      looks[name] = on;
      keepLooks();
      this.paint();
    };
    part("panel-analysis").replaceChildren(
      make("div", { class: "row" },
        make("label", { class: "switch" },
          make("input", { type: "checkbox", role: "switch", checked: this.on, onchange: (event) => this.turn(event.target.checked) }),
          make("span", {}, "Look at the position")),
        named.length > 1 && choice("by", named, this.agent, (agent) => {
          this.agent = agent;
          this.follow();
          this.paint();
        })),
      this.place.place,
      make("div", { class: "row" },
        tick("Arrows", looks.arrows, look("arrows")),
        tick("Heat map of the policy", looks.heat, look("heat"))));
  }

  show() {
    const { node } = this.game;
    const found = this.found(node);
    if (node.end) this.place.fill(make("p", { class: "small" }, node.end.words));
    else if (!found) {
      const words = this.on ? this.words || "Looking…" : "Switch on, and the search tells what it expects here, as long as you look.";
      this.place.fill(make("p", { class: "small" }, words));
    } else this.place.fill(this.headline(node, found), this.shares(found), this.rows(node, found), this.line(node, found));
  }

  headline(node, found) {
    const playouts = found.playouts.toLocaleString("en");
    const speed = Math.round(found.speed).toLocaleString("en");
    const state = found.memoryFull ? "memory full" : this.words;
    const figures = `${playouts} playouts, ${speed} a second${state ? `; ${state}` : ""}`;
    const kind = found.calibrated ? "expected score" : "search value, as a score:";
    const words = found.proof
      ? certain(this.game, found.proof)
      : `${capital(side(this.game, node.toMove))} to move, ${kind} ${score(found.value, node.toMove)}\u00a0%`;
    return make("div", { class: found.proof ? "verdict sure" : "verdict" },
      make("b", {}, words), make("span", { class: "small" }, figures));
  }

  // Attackers' wins, draws, defenders' wins; the expected score alone where nobody has counted the draws.
  shares(found) {
    const known = found.wdl && !found.proof;
    const parts = known ? found.wdl : [(1 + found.value) / 2, 0, (1 - found.value) / 2];
    const names = [side(this.game, "attackers"), "draws", side(this.game, "defenders")];
    const strip = make("div", { class: "strip", role: "img" });
    ["attackers", "draws", "defenders"].forEach((kind, n) => {
      const piece = make("span", { class: kind });
      piece.style.flexGrow = parts[n];
      strip.append(piece);
    });
    const words = parts.map((share, n) => `${names[n]} ${Math.round(100 * share)} %`);
    const legend = known ? words : [words[0], words[2]];
    strip.setAttribute("aria-label", `${known ? "Wins" : foretold(this.game)}: ${legend.join(", ")}`);
    return make("div", {}, strip, make("p", { class: "legend small" }, ...legend.map((text) => make("span", {}, text))));
  }

  rows(node, found) {
    const top = Math.max(...found.moves.map((row) => row.share), 1e-6);
    const row = (of) => {
      const bar = make("span", { class: "share" }, make("i", {}), `${Math.round(100 * of.share)} %`);
      bar.firstChild.style.width = `${(100 * of.share) / top}%`;
      const worth = of.value === null && !of.proof ? "–" : expectation(this.game, of, node.toMove);
      return make("tr", {},
        make("td", {}, button(of.text, () => this.press(of.text, node), { class: "move", title: "Play this" })),
        make("td", {}, bar), make("td", { class: "number" }, worth));
    };
    return make("table", { class: "best" },
      make("thead", {}, make("tr", {}, make("th", {}, "Move"), make("th", {}, "Visits"), make("th", { class: "number" }, "Score"))),
      make("tbody", {}, found.moves.slice(0, ROWS).map(row)));
  }

  // For an agent nobody plays: its move is shown, and it waits.
  press(text, node) {
    return this.isPersons() ? this.game.play(text, node) : this.game.follow(node, [text]);
  }

  line(node, found) {
    const steps = found.line.map((text, n) =>
      button(text, () => this.game.follow(node, found.line.slice(0, n + 1)), { class: "move", title: "Show this" }));
    return make("p", { class: "principal" }, make("span", { class: "small" }, "It expects "), ...steps);
  }
}
