// The laws of the game in sentences, and rule sets by name.

import { ask } from "./ask.js";
import { button, make, part } from "./make.js";
import { small } from "./pieces.js";
import { capital } from "./words.js";

const sheets = new Map();

/** What the server says of a rule set; asked for once. */
export const sheetOf = async (wanted) => {
  const key = JSON.stringify(wanted);
  if (!sheets.has(key)) sheets.set(key, await ask("/api/rules", { rules: wanted }));
  return sheets.get(key);
};

/** Gives a text to keep as a file. */
export const keep = (name, text) => {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
};

/** Draws the laws of a game. */
export const drawRules = (game) => {
  const { sheet } = game;
  const kinds = sheet.pieces.filter(({ appears }) => appears).map((piece) =>
    make("li", {}, small(piece, ""), `${capital(piece.name)}${piece.royal ? " (the game is about this piece)" : ""}`));
  const { throne, corners, goals, camps } = sheet.special;
  const marks = [
    throne !== null && "A knot marks the throne.",
    goals.length > 0 && "A crescent marks the squares where the king escapes.",
    corners.some((square) => !goals.includes(square)) && "A knot marks the corners.",
    camps.length > 0 && "Shaded squares are camps.",
    ...["attackers", "defenders"].map((which) => sheet.goals[which].length > 0 && `Rings mark the goal of ${sheet.sides[which].the}.`),
  ].filter(Boolean);
  part("panel-rules").replaceChildren(
    make("h2", {}, sheet.title),
    make("p", { class: "small" }, sheet.source ?? ""),
    make("ul", { class: "laws" }, sheet.laws.map((law) => make("li", {}, law))),
    make("ul", { class: "kinds" }, kinds),
    marks.length ? make("p", { class: "small" }, marks.join(" ")) : "",
    make("div", { class: "row" }, button("Keep the rule file", () => keep(`${sheet.name}.toml`, sheet.text))));
};
