// The notation: the main line in two columns, variations between its rows.

import { onward } from "./game.js";
import { button, make, part } from "./make.js";
import { Steady } from "./steady.js";
import { GRADES, certain, number, turn } from "./words.js";

let open = null;

const move = (game, node) => {
  const grade = node.graded?.grade;
  const sign = GRADES[grade]?.sign ?? "";
  const classes = ["move", grade, node === game.node && "now"].filter(Boolean).join(" ");
  const made = button(node.move.text, () => game.go(node), { class: classes });
  if (node === game.node) made.setAttribute("aria-current", "step");
  if (sign) made.append(make("b", { class: "sign", title: GRADES[grade].words }, sign));
  if (node.proof && !node.end) made.append(make("b", { class: "sure", title: certain(game, node.proof) }, "◆"));
  return made;
};

// What branches off after `node` from the line that goes on with `next`, if it does.
const branches = (game, node, next) => node.children.filter((child) => child !== next).map((child) => variation(game, child));

// A variation in one paragraph; variations of it stand in it where they branch off.
const variation = (game, first) => {
  const made = make("div", { class: "variation" });
  let numbered = false;
  let last = first;
  for (let node = first; node; node = onward(node)) {
    const { second, begins } = turn(game, node);
    if (!numbered || (begins && !second)) made.append(make("span", { class: "count" }, number(game, node)));
    made.append(move(game, node));
    const others = node === first ? [] : branches(game, node.parent, node);
    made.append(...others);
    numbered = others.length === 0;
    last = node;
  }
  made.append(...branches(game, last));
  return made;
};

// The place for another move of the last turn in a list, which one move fills so far, or several.
const sameTurn = (list) => {
  const last = list.lastElementChild;
  if (last.classList.contains("turn")) return last;
  const made = make("div", { class: "turn" });
  last.replaceWith(made);
  made.append(last);
  return made;
};

const rows = (game) => {
  const list = make("div", { class: "moves" });
  let broken = true; // whether the next move needs its number
  for (let node = onward(game.root); node; node = onward(node)) {
    const { count, second, begins } = turn(game, node);
    if (begins || broken) {
      if (!second || broken) list.append(make("span", { class: "count" }, `${count}.`));
      if (second && broken) list.append(make("span", { class: "gap" }, "…"));
      list.append(move(game, node));
    } else {
      sameTurn(list).append(move(game, node));
    }
    const others = branches(game, node.parent, node);
    list.append(...others);
    broken = others.length > 0;
  }
  list.append(...branches(game, game.line(game.root).at(-1)));
  return list;
};

// How one moves: pieces that are put have no square to come from, and fingers do not drag.
const how = (game) => {
  const { legal } = game.root;
  if (legal?.length && legal.every(({ from, to }) => from === to)) return "Press where your piece shall stand. Dots show where that may be.";
  const drags = matchMedia("(pointer: fine)").matches ? ", or drag the piece" : "";
  return `Press a piece and then a square${drags}. Dots show where it may go.`;
};

// Before the first move: what the game is about.
const welcome = (game) =>
  make("div", { class: "welcome" },
    make("p", {}, how(game)),
    make("ul", { class: "laws" }, game.sheet.laws.slice(0, 5).map((law) => make("li", {}, law))),
    game.sheet.laws.length > 5 && make("p", { class: "small" }, "The rest of the laws is under Rules. New lets you choose another game, side or level."));

const drawIn = (place, game) => {
  const list = rows(game);
  const tools = make("div", { class: "row tools-moves" });
  if (!game.isMain && !game.fixed) tools.append(button("Make this the main line", () => game.promote(game.node)));
  if (game.node.parent && !game.fixed) tools.append(button("Remove from here", () => game.remove(game.node), { class: "quiet" }));
  const empty = game.root.children.length ? null : welcome(game);
  const end = game.line().at(-1).end;
  const result = end ? make("p", { class: "result" }, end.words) : null;
  const scroll = place.querySelector(".moves-scroll")?.scrollTop ?? 0;
  const frame = make("div", { class: "moves-scroll", tabindex: 0, role: "group", "aria-label": "Moves of the game" }, empty, list, result);
  place.replaceChildren(frame, tools);
  frame.scrollTop = scroll;
  const now = list.querySelector(".now");
  if (now && now !== open) {
    // Scrolls the list alone; scrollIntoView would move the page.
    const top = now.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop + 20 || top > frame.scrollTop + frame.clientHeight - 50) frame.scrollTop = top - frame.clientHeight / 2;
  }
  open = now;
};

let steady = null;

/** Draws the notation of a game. */
export const drawMoves = (game) => {
  steady ??= new Steady(part("panel-moves"));
  steady.draw(() => drawIn(steady.place, game));
};
