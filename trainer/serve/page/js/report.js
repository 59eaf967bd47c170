// Games gone through, as a page of its own: the facts are in it.

import { Board } from "./board.js";
import { Game } from "./game.js";
import { drawBar, drawGraph } from "./graph.js";
import { listenToKeys } from "./keys.js";
import { betterMove, lastMove } from "./layers.js";
import { choice, make, part } from "./make.js";
import { drawMoves } from "./moves.js";
import { dress } from "./pieces.js";
import { figures, moments } from "./review.js";
import { drawRules } from "./rules.js";
import { drawSeat } from "./seats.js";
import { sitsBelow, steps } from "./steps.js";
import { GRADES, called, capital, graded, other, told, ungraded } from "./words.js";

const { games, sheets } = JSON.parse(part("facts").textContent);
const board = new Board();
let shown = null; // the review that is shown
let game = null;

/** The game of a review, with all that was found. */
const gameOf = (review) => {
  const made = Game.of(review.rules, sheets[review.sheet], review.start, review.frames);
  made.fixed = true;
  const line = made.line();
  line.forEach((node, n) => {
    const { value, proof, line: better } = review.judged[n];
    Object.assign(node, { value, proof, better, graded: review.graded[n], legal: [] });
  });
  for (const { after, frames } of review.better) {
    made.graft(line[after], frames);
    line[after].legal = [frames[0].move];
  }
  return made;
};

/** The move that led here, how good it was, and how the game stands. */
const status = (node) => {
  const grade = GRADES[node.graded?.grade];
  const judged = grade?.sign ? ` ${capital(grade.words)}: it lost ${Math.round(node.graded.loss)} points.` : "";
  const better = judged && node.parent.better[0] ? ` Better was ${node.parent.better[0]}.` : "";
  return node.end ? `${told(game, node)} ${node.end.words}` : `${told(game, node)}${judged}${better} ${called(game, node)}`.trim();
};

const show = () => {
  const { node } = game;
  const near = sitsBelow(board, "defenders");
  board.show(node, game.came);
  board.fill("marks", lastMove(board, node.move));
  board.fill("signs", betterMove(board, node));
  const seats = { seats: { attackers: shown.attackers ?? "", defenders: shown.defenders ?? "" }, state: null };
  drawSeat(part("near"), game, seats, near);
  drawSeat(part("far"), game, seats, other(near));
  drawBar(game, near, true);
  drawGraph(game);
  drawMoves(game);
  part("said").textContent = status(node);
  part("said").classList.toggle("over", Boolean(node.end));
};

const open = (review) => {
  shown = review;
  game = gameOf(review);
  game.addEventListener("change", show);
  game.addEventListener("tree", show);
  dress(game);
  part("title").textContent = game.sheet.title;
  board.setGame(game);
  part("panel-review").replaceChildren(
    figures(game, review.summary),
    moments(game, review.summary, game.line()),
    make("p", { class: "small" }, `Every position was looked at by ${review.judge}. Each move is graded ${graded(game)}${ungraded(review.opening)}`));
  drawRules(game);
  show();
};

const actions = {
  ...steps(() => game),
  flip: () => {
    board.flip(!board.flipped);
    show();
  },
};

for (const tool of document.querySelectorAll("[data-do]")) tool.addEventListener("click", () => actions[tool.dataset.do]());
listenToKeys(board, { press() {}, forget() {} }, actions);
if (games.length > 1) {
  const name = ({ attackers, defenders, sheet }, n) =>
    `${n + 1}. ${sheets[sheet].title}${attackers || defenders ? `: ${attackers || "?"} – ${defenders || "?"}` : ""}`;
  part("games").append(choice("Game", games.map((one, n) => [String(n), name(one, n)]), "0", (n) => open(games[n])));
}
open(games[0]);
