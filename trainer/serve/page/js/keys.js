// The keyboard: on the board arrows choose a square, elsewhere they step through the game.

const WAYS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const KEYS = {
  ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", ArrowUp: "before", ArrowDown: "after",
  u: "undo", h: "hint", f: "flip", p: "pause", a: "analysis", n: "new", o: "open", e: "pass", "?": "help",
};

/** Keys that scroll the list of moves, where that has the keyboard. */
const SCROLLING = ["ArrowUp", "ArrowDown", "Home", "End"];

/** What the keys do, for the help. */
export const LIST = [
  ["← →", "one ply back, one ply on"],
  ["↑ ↓", "to the other variations here"],
  ["Home, End", "to the start, to the end of the line"],
  ["U", "take back"],
  ["E", "end a turn of several moves"],
  ["H", "a hint"],
  ["A", "analysis on and off"],
  ["F", "the board from the other side"],
  ["P", "let the agents wait"],
  ["N, O", "a new game; open and save"],
  ["Tab to the board", "then arrows choose a square, Enter takes and puts a piece, Escape lets go"],
];

const onBoard = (event, board, hand) => {
  const square = Number(event.target.dataset.square);
  const way = WAYS[event.key];
  if (way) board.focus(board.beside(square, ...way));
  else if (event.key === "Enter" || event.key === " ") hand.press(square);
  else if (event.key === "Escape") hand.forget();
  else return false;
  return true;
};

/** Listens; `actions` has a function for each thing that can be done. `letters` says whether letters do anything. */
export const listenToKeys = (board, hand, actions, letters = () => true) => {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("dialog")) return;
    if (event.target.closest?.(".hit") && onBoard(event, board, hand)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Escape") {
      hand.forget();
      return;
    }
    const typing = event.target.matches?.("input, select, textarea, [role=tab]");
    const scrolls = event.target.matches?.(".moves-scroll") && SCROLLING.includes(event.key);
    const isLetter = event.key.length === 1;
    const action = KEYS[isLetter ? event.key.toLowerCase() : event.key];
    if (typing || scrolls || !action || (isLetter && !letters())) return;
    event.preventDefault();
    actions[action]?.();
  });
};
