// Dialogs: a new game, games and positions out and in, help.

import { ask } from "./ask.js";
import { LIST } from "./keys.js";
import { button, choice, make, part, tick } from "./make.js";
import { keep, sheetOf } from "./rules.js";
import { keepLooks, looks } from "./store.js";
import { PERSON, capital } from "./words.js";

const dialog = () => part("dialog");

const show = (title, ...children) => {
  const close = button("✕", () => dialog().close(), { class: "close", "aria-label": "Close" });
  dialog().replaceChildren(make("h2", { id: "dialog-title" }, title), close, ...children.filter(Boolean));
  if (!dialog().open) dialog().showModal();
};

const trouble = (place) => (error) => {
  place.textContent = error.message;
  place.hidden = false;
};

const complaint = () => make("p", { class: "complaint", role: "alert", hidden: true });

// ---- A new game

const MODES = [["attackers", "I play"], ["defenders", "I play"], ["people", "Two people, here"], ["watch", "Watch two agents"]];

// An agent with its rating and its interval, where it was measured; the weakest is 0 by choice.
const rated = ({ rating, low, high }) => (low === high ? ` (Elo ${rating})` : ` (Elo ${rating}, ${low} to ${high})`);
const offered = ({ name, words, elo }) => `${name}${elo ? rated(elo) : ""}: ${words}`;

/** Asks what to play; `begin` gets the rules and who plays. A public server takes no rule files. */
export class NewGame {
  constructor(rules, begin, isPublic) {
    Object.assign(this, { rules, begin, isPublic, mode: "attackers", vary: true, own: null });
  }

  /** Opens with the rules of the game that is shown. */
  async open(game, seats) {
    this.wanted = game.wanted;
    const { node, root } = game;
    const isOther = node !== root || !Object.values(game.sheet.starts).includes(root.position);
    this.shown = isOther && !node.end ? { wanted: game.wanted, position: node.position } : null;
    this.fromShown = isOther && !node.children.length && seats.names !== undefined;
    this.agents = { attackers: seats.attackers, defenders: seats.defenders };
    this.mode = this.modeOf(seats);
    await this.choose(game.wanted);
  }

  modeOf({ attackers, defenders }) {
    if (attackers === PERSON) return defenders === PERSON ? "people" : "attackers";
    return defenders === PERSON ? "defenders" : "watch";
  }

  async choose(wanted) {
    // Until the server has answered, the game that was chosen before stays. The last choice counts, whichever comes first.
    this.asked = wanted;
    const sheet = await sheetOf(wanted);
    if (this.asked !== wanted) return;
    Object.assign(this, { wanted, sheet });
    if (wanted.text) this.own = { wanted, title: this.sheet.title };
    const names = this.sheet.players.agents.map(({ agent }) => agent);
    for (const side of ["attackers", "defenders"]) {
      if (!names.includes(this.agents[side])) this.agents[side] = this.sheet.players.usual;
    }
    this.lay();
  }

  // Whether the position that is shown is one of the chosen rules.
  canGoOn() {
    return JSON.stringify(this.shown?.wanted) === JSON.stringify(this.wanted);
  }

  lay() {
    const problem = complaint();
    const first = this.firstChoice();
    // A position says itself who is to move.
    const hideFirst = () => {
      if (first) first.hidden = this.fromShown && this.canGoOn();
    };
    hideFirst();
    show("A new game",
      this.rulesChoice(problem),
      make("p", { class: "small law-head" }, this.sheet.laws.slice(0, 3).join(" ")),
      this.modes(),
      this.agentChoices(),
      first,
      this.canGoOn() && tick("Begin with the position on the board", this.fromShown, (on) => {
        this.fromShown = on;
        hideFirst();
      }),
      tick("The agents vary their first moves", this.vary, (on) => {
        this.vary = on;
      }),
      problem,
      make("div", { class: "row end" }, button("Begin", () => this.done(first).catch(trouble(problem)), { class: "primary", autofocus: true })));
  }

  rulesChoice(problem) {
    const select = make("select", { id: "rules", onchange: () => {
      const wanted = select.value === "own" ? this.own.wanted : { name: select.value };
      const begin = dialog().querySelector(".primary");
      begin.disabled = true;
      this.choose(wanted).then(() => part("rules").focus()).catch((error) => {
        begin.disabled = false;
        select.value = this.wanted.name ?? "own";
        trouble(problem)(error);
      });
    } });
    const groups = Map.groupBy(this.rules, ({ size }) => size.join(" × "));
    for (const [size, entries] of [...groups].sort(([a], [b]) => parseInt(a) - parseInt(b))) {
      const group = make("optgroup", { label: size });
      group.append(...entries.map(({ name, title }) => new Option(title, name, false, name === this.wanted.name)));
      select.append(group);
    }
    if (this.own) select.append(new Option(`${this.own.title} (your file)`, "own", false, Boolean(this.wanted.text)));
    if (this.isPublic) return make("div", { class: "row grow" }, make("label", { class: "pick" }, make("span", {}, "Rules"), select));
    const file = make("input", { type: "file", accept: ".toml", hidden: true, onchange: async () => {
      const text = await file.files[0]?.text();
      if (text) this.choose({ text }).catch(trouble(problem));
    } });
    return make("div", { class: "row grow" },
      make("label", { class: "pick" }, make("span", {}, "Rules"), select),
      button("Your rule file", () => file.click()), file);
  }

  modes() {
    const option = ([mode, words]) => {
      const name = this.sheet.sides[mode]?.the;
      const radio = make("input", { type: "radio", name: "mode", value: mode, checked: this.mode === mode, onchange: () => {
        this.mode = mode;
        this.lay();
        dialog().querySelector(`input[value="${mode}"]`).focus();
      } });
      return make("label", { class: "card-choice" }, radio, make("span", {}, name ? `${words} ${name}` : words));
    };
    return make("fieldset", {}, make("legend", {}, "Who plays"), MODES.map(option));
  }

  agentChoices() {
    const options = this.sheet.players.agents.map((offer) => [offer.agent, offered(offer)]);
    const pick = (side, label) => choice(label, options, this.agents[side], (agent) => {
      this.agents[side] = agent;
    });
    const { caution } = this.sheet.players;
    const ratings = this.sheet.players.agents.some(({ elo }) => elo) && this.mode !== "people"
      ? make("p", { class: "small" }, "Elo as measured under these rules, with its 95 % interval; the beginner has 0.") : null;
    const note = caution && this.mode !== "people" ? make("p", { class: "small" }, `A word of caution: ${caution}.`) : null;
    const picks = {
      attackers: () => [pick("defenders", "Against")],
      defenders: () => [pick("attackers", "Against")],
      people: () => [],
      watch: () => [pick("attackers", capital(this.sheet.sides.attackers.name)), pick("defenders", capital(this.sheet.sides.defenders.name))],
    };
    return make("div", {}, make("div", { class: "row grow" }, picks[this.mode]()), ratings, note);
  }

  // Where a lot decides who begins, one may choose.
  firstChoice() {
    const { starts, sides } = this.sheet;
    if (!starts.attackers || !starts.defenders) return null;
    return choice("Who begins", [["lot", "A lot decides"], ["attackers", capital(sides.attackers.name)], ["defenders", capital(sides.defenders.name)]], "lot");
  }

  async done(first) {
    const { starts } = this.sheet;
    const chosen = first?.querySelector("select").value ?? "lot";
    const lot = Math.random() < 0.5 ? "attackers" : "defenders";
    const fresh = starts[chosen === "lot" ? lot : chosen] ?? starts.attackers ?? starts.defenders;
    const start = this.fromShown && this.canGoOn() ? this.shown.position : fresh;
    const people = { attackers: ["attackers"], defenders: ["defenders"], people: ["attackers", "defenders"], watch: [] }[this.mode];
    const seat = (side) => (people.includes(side) ? PERSON : this.agents[side]);
    const seats = { attackers: seat("attackers"), defenders: seat("defenders"), vary: this.vary };
    await this.begin(this.wanted, start, seats);
    dialog().close();
  }
}

// ---- Open and save

/** Games and positions as text; `take` gets what the server made of a text. A public server takes no rule files. */
export const openAndSave = (game, seats, take, isPublic) => {
  const problem = complaint();
  const { position } = game.node;
  const field = make("textarea", { rows: 5, id: "text", placeholder: `A ${isPublic ? "" : "rule file, a "}game, a position or a list of moves`, spellcheck: "false" });
  const file = make("input", { type: "file", hidden: true, onchange: async () => {
    field.value = (await file.files[0]?.text()) ?? "";
  } });
  const read = async () => {
    await take(field.value);
    dialog().close();
  };
  const write = async (form) => {
    const line = game.line();
    const named = (side) => seats.names?.[side] ?? seats[side];
    const names = { attackers: named("attackers"), defenders: named("defenders") };
    const values = line.slice(0, -1).map((node) => node.value);
    const { name, text } = await ask("/api/write", { ...game.standing(line.at(-1)), opening: game.opening(line), form, names, values });
    keep(name, text);
  };
  const save = (words, form) => button(words, () => write(form).catch(trouble(problem)));
  const shown = make("input", { value: position, readonly: true, "aria-label": "Position" });
  // Browsers lend the clipboard to few pages; on the others the text is chosen, so that a key can copy it.
  const choose = () => {
    shown.focus();
    shown.select();
  };
  const copy = ({ target }) => (navigator.clipboard?.writeText(position) ?? Promise.reject()).then(() => {
    target.textContent = "Copied";
  }, choose);
  show("Open and save",
    make("h3", {}, "The position"),
    make("div", { class: "row grow" }, shown, button("Copy", copy)),
    make("h3", {}, game.isMain ? "The game" : "The line that is shown"),
    !game.isMain && make("p", { class: "small" }, "A variation is shown. Go to the game's own moves to keep these."),
    make("div", { class: "row" }, save("Keep as JSON", "json"),
      game.sheet.isForOpenTafl && save("Keep for OpenTafl", "opentafl")),
    make("h3", {}, "Open"),
    make("label", { for: "text", class: "small" }, "Paste a text here, or drop a file anywhere on the page."),
    field,
    problem,
    make("div", { class: "row end" }, button("Choose a file", () => file.click()), file,
      button("Open", () => read().catch(trouble(problem)), { class: "primary" })));
};

/** Lets one choose among several games. */
export const chooseGame = (games, take) => {
  const one = (game, n) => {
    const words = `${n + 1}. ${game.attackers ?? "?"} – ${game.defenders ?? "?"}, ${game.moves.length} plies`;
    return make("li", {}, button(words, () => {
      dialog().close();
      take(game);
    }, { class: "quiet" }));
  };
  show("Which game?", make("ol", { class: "games" }, games.map(one)));
};

/** The help. On a public server nobody looks at positions. */
export const help = (isPublic) => {
  const rows = LIST.filter(([, words]) => !isPublic || !words.startsWith("analysis")).map(([key, words]) => make("tr", {}, make("th", {}, key), make("td", {}, words)));
  show("Help",
    make("p", {}, "Press a piece and then a square, or drag the piece with the mouse. Dots show where it may go; a ring shows what it would take. Where you choose what is taken, press the piece to take, or the square again to take nothing."),
    make("p", {}, "Step back and play something else: that makes a variation. The game is kept in this browser."),
    make("table", { class: "keys" }, make("tbody", {}, rows)),
    tick("One-letter keys", looks.letters, (on) => {
      looks.letters = on;
      keepLooks();
    }));
};
