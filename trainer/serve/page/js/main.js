// Puts the page together: one game, its board, who plays, and the panels.

import { Agents } from "./agents.js";
import { Analysis } from "./analysis.js";
import { Refused, ask, listen } from "./ask.js";
import { Board } from "./board.js";
import { NewGame, chooseGame, help, openAndSave } from "./dialogs.js";
import { Game } from "./game.js";
import { drawBar, drawGraph } from "./graph.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { arrow, arrows, betterMove, heat, lastMove } from "./layers.js";
import { button, part } from "./make.js";
import { drawMoves } from "./moves.js";
import { dress } from "./pieces.js";
import { Review } from "./review.js";
import { drawRules, sheetOf } from "./rules.js";
import { drawSeat, status } from "./seats.js";
import { sitsBelow, steps } from "./steps.js";
import { keepGame, keepLooks, kept, looks, restore } from "./store.js";
import { listenToTabs, showTab } from "./tabs.js";
import { PERSON, other, told } from "./words.js";

let game = null;
let first = null;
let hinted = null;
const board = new Board();
const agents = new Agents();
const review = new Review();
const analysis = new Analysis(() => paint(), () => agents.waitsForPerson);
// A move that is refused is taken back to the board, on which another can be made.
const hand = new Hand(board, () => agents.waitsForPerson, (text) => {
  agents.pause(false);
  game.play(text).catch((error) => {
    showNode();
    fail(error);
  });
});
const newGame = { dialog: null };

// ---- Drawing

/** Who sits below: whose men stand there, or else the person. */
const near = () => sitsBelow(board, agents.person);

/** What lies over the board, the bar and the graph: all that changes with figures. */
const paint = () => {
  const { node } = game;
  const found = analysis.on ? analysis.found(node) : null;
  board.fill("marks", lastMove(board, node.move));
  board.fill("heat", found && looks.heat ? heat(board, found, hand.from) : []);
  hand.extra = [
    ...(found && looks.arrows ? arrows(board, found, 4) : []),
    ...(hinted?.node === node ? [arrow(board, hinted.move, 0.6, "hint")] : []),
    ...(found ? [] : betterMove(board, node)),
  ];
  hand.paint();
  drawBar(game, near(), analysis.on);
  drawGraph(game);
};

const say = (words, isTrouble = false) => {
  // What is said already is not read out again.
  if (part("said").textContent !== words) part("said").textContent = words;
  part("said").classList.toggle("trouble", isTrouble);
};

const fail = (error) => say(error.message ?? error, true);

const drawSeats = () => {
  const below = near();
  drawSeat(part("near"), game, agents, below);
  drawSeat(part("far"), game, agents, other(below));
};

const drawState = () => {
  drawSeats();
  say(`${game.node.move ? `${told(game, game.node)} ` : ""}${status(game, agents)}`);
  part("said").classList.toggle("call", Boolean(game.node.call) && !game.node.end);
  part("said").classList.toggle("over", Boolean(game.node.end));
  const pause = document.querySelector("[data-do=pause]");
  pause.hidden = !agents.isAgent("attackers") && !agents.isAgent("defenders");
  pause.textContent = agents.paused ? "Go on" : "Pause";
  pause.setAttribute("aria-pressed", agents.paused);
};

const showPass = () => {
  const pass = document.querySelector("[data-do=pass]");
  pass.hidden = !hand.passing;
  pass.textContent = hand.passing?.text === "charge" ? "Charge" : "End turn";
};

const showNode = () => {
  board.show(game.node, game.came);
  hand.set([]);
  showPass();
  const { node } = game;
  game.legal(node).then((legal) => {
    if (game.node !== node) return;
    hand.set(legal);
    showPass();
  }).catch((error) => {
    if (game.node !== node) return;
    fail(error);
    part("said").append(" ", button("Try again", showNode));
  });
  agents.check();
  analysis.follow();
  drawMoves(game);
  drawState();
  paint();
  keep();
};

const keep = () => keepGame(game, agents.seats, first, review.outline(), board.flipped);

// ---- Games

const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const setGame = (next, seats, { reviewed = null, flipped = false } = {}) => {
  hint.stop?.();
  game = next;
  game.addEventListener("change", showNode);
  game.addEventListener("tree", () => {
    review.prune();
    agents.check();
    drawMoves(game);
    paint();
    keep();
  });
  game.addEventListener("value", () => paint());
  game.addEventListener("aside", () => {
    if (agents.isAgent("attackers") || agents.isAgent("defenders")) agents.pause(true);
  });
  agents.set(game, { seed: seed(), vary: true, ...seats });
  board.setGame(game);
  board.flip(flipped);
  dress(game);
  part("title").textContent = game.sheet.title;
  document.title = `${game.sheet.title} – imperial`;
  analysis.setGame(game);
  review.setGame(game, reviewed);
  drawRules(game);
  showNode();
};

const begin = async (wanted, start, seats) => {
  const next = await Game.begin(wanted, await sheetOf(wanted), start);
  setGame(next, seats);
  // One's own men stand below.
  if (near() !== agents.person) flip();
};

const usualSeats = (sheet) => ({ attackers: PERSON, defenders: sheet.players.usual });

/** Shows a game that was read from a text; both sides are people's, so that nothing moves by itself. */
const showGame = async ({ rules, start, moves, opening, values, attackers, defenders }) => {
  const sheet = await sheetOf(rules);
  const next = await Game.begin(rules, sheet, start ?? sheet.starts.attackers ?? sheet.starts.defenders);
  const last = await next.extend(next.root, moves);
  next.line(last).forEach((node, n) => {
    Object.assign(node, { value: values[n] ?? null, given: n > 0 && n <= opening });
  });
  next.node = moves.length ? last : next.root;
  setGame(next, { attackers: PERSON, defenders: PERSON, names: { attackers, defenders } }, { flipped: board.flipped });
};

const take = async (text) => {
  const found = await ask("/api/read", { text, rules: game.wanted });
  if (found.kind === "rules") {
    const sheet = await sheetOf(found.rules);
    await begin(found.rules, sheet.starts.attackers ?? sheet.starts.defenders, usualSeats(sheet));
    newGame.dialog.own = { wanted: found.rules, title: sheet.title };
  } else if (found.games.length === 1) await showGame(found.games[0]);
  else setTimeout(() => chooseGame(found.games, (one) => showGame(one).catch(fail)));
};

// ---- What can be done

const takeBack = () => {
  const path = game.path();
  // To the last position where a person was to move.
  const person = (node) => !agents.isAgent(node.toMove) || agents.watched;
  const to = path.slice(0, -1).reverse().find(person);
  if (!to) return;
  // In the middle of a game, and where others branch off, nothing is lost: the next move makes a variation.
  const back = path.slice(path.indexOf(to) + 1);
  if (game.node.children.length || back.some(({ children }) => children.length > 1)) game.go(to);
  else game.remove(back[0]);
};

const hint = () => {
  const asked = game;
  const { node } = asked;
  if (node.end) return;
  say("Looking for a move…");
  const agent = asked.sheet.players.analyst;
  const stop = listen("/api/move", { ...asked.standing(node), agent }, async (name, data) => {
    if (name === "error") fail(data.error);
    if (name !== "move") return;
    const legal = await asked.legal(node);
    // Another game may have been opened meanwhile.
    if (game !== asked) return;
    hinted = { node, move: legal.find(({ text }) => text === data.move) };
    node.value ??= data.value;
    node.proof ??= data.proof;
    if (game.node !== node) return;
    say(`The search would play ${data.move}.`);
    paint();
  });
  hint.stop?.();
  hint.stop = stop;
};

const flip = () => {
  board.flip(!board.flipped);
  showNode();
};

const THEMES = ["", "light", "dark"];
const setTheme = (theme) => {
  looks.theme = theme;
  keepLooks();
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
};

const actions = {
  ...steps(() => game),
  undo: takeBack,
  pass: () => hand.passing && hand.finish(hand.passing),
  hint,
  flip,
  pause: () => {
    agents.pause(!agents.paused);
    drawState();
    keep();
  },
  analysis: () => {
    analysis.turn(!analysis.on);
    if (analysis.on) showTab("analysis");
  },
  new: () => newGame.dialog.open(game, agents.seats).catch(fail),
  open: () => openAndSave(game, agents.seats, take, newGame.dialog.isPublic),
  help: () => help(false),
  theme: () => setTheme(THEMES[(THEMES.indexOf(looks.theme ?? "") + 1) % THEMES.length]),
};

// ---- Buttons, files

const listenToPage = () => {
  listenToTabs((name) => name === "review" && review.show());
  for (const tool of document.querySelectorAll("[data-do]")) tool.addEventListener("click", () => actions[tool.dataset.do]());
  for (const id of ["new", "open", "help", "theme"]) part(id).addEventListener("click", () => actions[id]());
  const drop = part("drop");
  addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drop.hidden = true;
  });
  addEventListener("drop", async (event) => {
    event.preventDefault();
    drop.hidden = true;
    // What is wrong is said on the page, and a dialog would show the game before.
    part("dialog").close();
    const text = (await event.dataTransfer.files[0]?.text()) ?? event.dataTransfer.getData("text");
    take(text).catch(fail);
  });
  agents.addEventListener("state", () => game && drawState());
  agents.addEventListener("trouble", (event) => {
    drawState();
    fail(event.detail);
    part("said").append(" ", button("Try again", () => actions.pause()));
  });
  hand.changed = () => game && looks.heat && paint();
  // Whatever a press has asked for in vain is said.
  addEventListener("unhandledrejection", (event) => fail(event.reason));
};

/** On a public server nobody looks at positions. */
const onlyPlay = () => {
  for (const tab of ["analysis", "review"]) part(`tab-${tab}`).hidden = true;
  actions.analysis = null;
  actions.help = () => help(true);
  part("drop").firstElementChild.textContent = "Drop a game or a position";
};

const open = async () => {
  setTheme(looks.theme ?? "");
  const list = await ask("/api/list");
  first = list.first;
  if (list.public) onlyPlay();
  newGame.dialog = new NewGame(list.rules, begin, list.public);
  listenToPage();
  listenToKeys(board, hand, actions, () => looks.letters);
  const saved = kept(first);
  if (saved) {
    try {
      const { game: restored, isWhole } = await restore(saved, sheetOf);
      // Older pages kept how the board is turned with the looks.
      setGame(restored, saved.seats, { reviewed: isWhole ? saved.reviewed : null, flipped: saved.flipped ?? looks.flipped === true });
      if (!isWhole) fail("Some moves of the game that was kept cannot be played by these rules any more. They were left out.");
      return;
    } catch (error) {
      // What was kept is no game of these rules any more: a new one begins. Otherwise it may be restored another time.
      if (error instanceof Refused && !error.lasts) throw error;
    }
  }
  const sheet = await sheetOf(first);
  await begin(first, sheet.starts.attackers ?? sheet.starts.defenders, usualSeats(sheet));
};

open().catch(fail);
