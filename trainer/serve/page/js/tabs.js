// The tabs beside the board.

import { part } from "./make.js";

const TABS = ["moves", "analysis", "review", "rules"];
let shown = null;

/** Shows a panel. */
export const showTab = (name) => {
  for (const tab of TABS) {
    const chosen = tab === name;
    part(`tab-${tab}`).setAttribute("aria-selected", chosen);
    part(`tab-${tab}`).tabIndex = chosen ? 0 : -1;
    part(`panel-${tab}`).hidden = !chosen;
  }
  shown?.(name);
};

/** Listens; `then` hears which panel is shown. */
export const listenToTabs = (then) => {
  for (const tab of TABS) part(`tab-${tab}`).addEventListener("click", () => showTab(tab));
  document.querySelector(".tabs").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tabs = TABS.filter((tab) => !part(`tab-${tab}`).hidden);
    const now = tabs.findIndex((tab) => !part(`panel-${tab}`).hidden);
    const to = tabs[(now + step + tabs.length) % tabs.length];
    showTab(to);
    part(`tab-${to}`).focus();
  });
  showTab(TABS[0]);
  shown = then;
};
