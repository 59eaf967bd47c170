"use strict";
// Steps through the games of the page. It knows no rules: each ply says which squares change.
(() => {
  const root = document.getElementById("viewer");
  const shows = JSON.parse(document.getElementById("viewer-data").textContent);
  const part = (name) => root.querySelector(`[data-part="${name}"]`);
  const board = part("board");
  const slider = part("slider");
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const PAUSE = 900; // milliseconds between plies while playing

  let show = shows[0];
  let game = show.games[0];
  let frames = []; // frames[n] holds the letters on all squares after n plies
  let ply = 0;
  let timer = null;
  let layers = {};
  let place = null; // from a square's number to the place of its top left corner

  // ---- The game as positions

  const framesOf = (game) => {
    const frames = [[...game.start]];
    for (const [, , , changes] of game.plies) {
      const next = [...frames[frames.length - 1]];
      for (const [, square, letter] of changes.matchAll(/(\d+)(\D)/gu)) next[square] = letter;
      frames.push(next);
    }
    return frames;
  };

  const name = (square) =>
    String.fromCharCode(97 + (square % show.width)) + (Math.floor(square / show.width) + 1);

  // Squares that a ply empties beside the one that the piece leaves, and captures by replacement.
  const captured = (n) => {
    const [, from, to] = game.plies[n];
    const [before, after] = [frames[n], frames[n + 1]];
    const gone = (square) =>
      before[square] !== "." && square !== from && after[square] !== before[square];
    return before.map((_, square) => square).filter((square) => gone(square) && (square !== to || from !== to));
  };

  const mover = (n) => {
    const [, from, to] = game.plies[n];
    const letter = frames[n][from] !== "." ? frames[n][from] : frames[n + 1][to];
    return show.pieces[letter];
  };

  const describe = (n) => {
    if (n === 0) return `Start. ${game.plies.length} plies follow.`;
    const [text] = game.plies[n - 1];
    const [symbol, piece, side] = mover(n - 1) ?? ["", "piece", "piece"];
    const taken = captured(n - 1).map(name);
    const drawn = n <= game.opening ? ", drawn at random" : "";
    const end = n === game.plies.length ? ` ${game.ending}` : "";
    const capture = taken.length ? `; captured on ${taken.join(", ")}` : "";
    const who = symbol.startsWith("royal") ? piece : side;
    return `Ply ${n} of ${game.plies.length}, ${who}: ${text}${capture}${drawn}.${end}`;
  };

  // ---- Drawing

  const element = (kind, attributes, parent) => {
    const made = document.createElementNS(parent.namespaceURI, kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  const setBoard = () => {
    const template = document.getElementById(show.board);
    const { side, left, top } = template.dataset;
    place = (square) => [
      Number(left) + side * (square % show.width),
      Number(top) + side * (show.height - 1 - Math.floor(square / show.width)),
    ];
    place.side = Number(side);
    board.replaceChildren(template.content.cloneNode(true));
    const svg = board.querySelector("svg");
    svg.setAttribute("role", "presentation");
    svg.removeAttribute("aria-labelledby");
    for (const layer of ["marks", "pieces", "signs"]) {
      layers[layer] = element("g", { class: `viewer-${layer}` }, svg);
    }
  };

  const centre = (square) => place(square).map((at) => at + place.side / 2);

  const drawMove = (n) => {
    const [, from, to] = game.plies[n];
    const side = place.side;
    for (const square of new Set([from, to])) {
      const [x, y] = place(square);
      element("rect", { class: "trace", x, y, width: side, height: side }, layers.marks);
    }
    if (from !== to) {
      const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
      const length = Math.hypot(x2 - x1, y2 - y1);
      const trim = (length - side * 0.42) / length;
      const [x, y] = [x1 + (x2 - x1) * trim, y1 + (y2 - y1) * trim];
      element("line", { class: "arrow", x1, y1, x2: x, y2: y, "marker-end": "url(#arrow-head)" }, layers.signs);
    }
    for (const square of captured(n)) {
      const [x, y] = centre(square);
      const reach = side * 0.24;
      const d = `M ${x - reach} ${y - reach} l ${2 * reach} ${2 * reach} m 0 ${-2 * reach} l ${-2 * reach} ${2 * reach}`;
      element("path", { class: "taken", d }, layers.signs);
    }
  };

  const drawPieces = (n, slides) => {
    const side = place.side;
    frames[n].forEach((letter, square) => {
      if (letter === ".") return;
      const [x, y] = place(square);
      const [symbol] = show.pieces[letter];
      const use = element("use", { href: `#${symbol}`, x, y, width: side, height: side }, layers.pieces);
      const last = n > 0 ? game.plies[n - 1] : null;
      if (slides && last && last[2] === square && !calm.matches) {
        const [fromX, fromY] = place(last[1]);
        const from = `translate(${fromX - x}px, ${fromY - y}px)`;
        use.animate([{ transform: from }, { transform: "none" }], { duration: 180, easing: "ease-out" });
      }
    });
  };

  // The curve of expectations; the end of the game is its result.
  const drawValues = () => {
    const figure = part("values");
    const svg = figure.querySelector("svg");
    const values = game.plies.map((entry) => entry[4]);
    figure.hidden = values.every((value) => value === null);
    const all = [...values, 100 * game.result];
    const points = all
      .map((value, n) => [n, value])
      .filter(([, value]) => value !== null)
      .map(([n, value]) => `${n},${30 - 0.28 * value}`);
    svg.setAttribute("viewBox", `0 0 ${all.length - 1} 60`);
    svg.replaceChildren();
    const first = points[0].split(",")[0];
    element("path", { class: "value-area", d: `M ${first},30 L ${points.join(" ")} L ${all.length - 1},30 Z` }, svg);
    element("line", { class: "value-even", x1: 0, y1: 30, x2: all.length - 1, y2: 30 }, svg);
    element("polyline", { class: "value-line", points: points.join(" ") }, svg);
    layers.cursor = element("line", { class: "value-now", y1: 0, y2: 60 }, svg);
  };

  const fillMoves = () => {
    const items = game.plies.map(([text], n) => {
      const item = document.createElement("li");
      item.textContent = text;
      item.dataset.ply = n + 1;
      return item;
    });
    part("moves").replaceChildren(...items);
  };

  const markMove = () => {
    const list = part("moves");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.children[ply - 1];
    item?.setAttribute("aria-current", "step");
    // Scrolls the list alone; scrollIntoView would move the page.
    list.scrollTop = item ? item.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  };

  // ---- What the reader does

  const go = (n, slides = false) => {
    ply = Math.min(Math.max(n, 0), game.plies.length);
    for (const layer of ["marks", "pieces", "signs"]) layers[layer].replaceChildren();
    if (ply > 0) drawMove(ply - 1);
    drawPieces(ply, slides);
    const said = describe(ply);
    part("said").textContent = said;
    slider.value = ply;
    slider.setAttribute("aria-valuetext", said);
    layers.cursor.setAttribute("x1", ply);
    layers.cursor.setAttribute("x2", ply);
    markMove();
    if (ply === game.plies.length) pause();
  };

  const pause = () => {
    clearInterval(timer);
    timer = null;
    root.querySelector('[data-step="play"]').textContent = "Play";
  };

  const play = () => {
    if (ply === game.plies.length) go(0);
    root.querySelector('[data-step="play"]').textContent = "Pause";
    timer = setInterval(() => go(ply + 1, true), PAUSE);
  };

  const steps = {
    first: () => go(0),
    back: () => go(ply - 1),
    next: () => go(ply + 1, true),
    last: () => go(game.plies.length),
    play: () => (timer ? pause() : play()),
  };
  const step = (which) => {
    if (which !== "play") pause();
    steps[which]();
  };

  const chooseGame = (index) => {
    pause();
    game = show.games[index];
    frames = framesOf(game);
    part("facts").textContent = `${show.rules}, ${show.agent}, game ${game.number}. ${game.ending}`;
    slider.max = game.plies.length;
    fillMoves();
    drawValues();
    go(0);
  };

  const chooseShow = (index) => {
    show = shows[index];
    setBoard();
    const options = show.games.map(({ title }, n) => new Option(title, n));
    part("game").replaceChildren(...options);
    chooseGame(0);
  };

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play" };
  root.addEventListener("keydown", (event) => {
    const which = keys[event.key];
    // Lists, slider and buttons have their own meaning of these keys.
    const busy = ["SELECT", "INPUT"].includes(event.target.tagName);
    const pressed = event.key === " " && event.target.tagName === "BUTTON";
    const held = event.ctrlKey || event.altKey || event.metaKey;
    if (!which || busy || pressed || held) return;
    event.preventDefault();
    step(which);
  });
  root.addEventListener("click", (event) => {
    const which = event.target.closest("[data-step]")?.dataset.step;
    if (which) step(which);
  });
  board.addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    step(event.clientX < box.left + box.width / 3 ? "back" : "next");
  });
  part("moves").addEventListener("click", (event) => {
    const to = event.target.dataset.ply;
    if (to) {
      pause();
      go(Number(to));
    }
  });
  part("values").addEventListener("click", (event) => {
    const box = part("values").querySelector("svg").getBoundingClientRect();
    pause();
    go(Math.round(((event.clientX - box.left) / box.width) * game.plies.length));
  });
  slider.addEventListener("input", () => {
    pause();
    go(Number(slider.value));
  });
  part("show").addEventListener("change", (event) => chooseShow(event.target.value));
  part("game").addEventListener("change", (event) => chooseGame(event.target.value));

  for (const hidden of root.querySelectorAll(".needs-script")) hidden.hidden = false;
  root.classList.add("live");
  chooseShow(0);
})();
