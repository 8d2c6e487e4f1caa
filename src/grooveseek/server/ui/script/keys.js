// What the keyboard does, and the list of it.

import { byId, element, fill } from "./dom.js";
import { label } from "./labels.js";

const HELP = [
  [["/"], "key.search"],
  [["↑", "↓"], "key.choose"],
  [["Enter"], "key.open"],
  [["g"], "key.graph"],
  [["d"], "key.document"],
  [["n", "p"], "key.marks"],
  [["f"], "key.filters"],
  [["Esc"], "key.escape"],
  [["↑", "↓", "←", "→", "Enter", "r"], "key.walk"],
  [["?"], "key.help"],
];

// `does`: what each key does; a key that types does so outside of inputs alone.
export function listenToKeys(does) {
  const typed = { "/": does.search, g: does.graph, d: does.document, f: does.filters, n: () => does.mark(1), p: () => does.mark(-1), "?": does.help };
  addEventListener("keydown", (event) => {
    // While a word is being composed, keys belong to the input method.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
    const target = event.target;
    const inQuery = target === byId("query");
    const inField = target.closest("input, select, textarea");
    if (event.key === "Escape") does.escape();
    else if (inField && !inQuery) return;
    else if (!target.closest("#pane") && event.key === "ArrowDown") does.choose(1);
    else if (!target.closest("#pane") && event.key === "ArrowUp") does.choose(-1);
    else if (event.key === "Enter" && (inQuery || target === document.body)) does.open();
    else if (!inQuery && typed[event.key]) typed[event.key]();
    else return;
    event.preventDefault();
  });
}

export function fillHelp() {
  const rows = HELP.flatMap(([keys, key]) => [
    element("dt", {}, ...keys.map((name) => element("kbd", {}, name))),
    element("dd", {}, label(key)),
  ]);
  fill(byId("help-keys"), ...rows);
  byId("help-close").addEventListener("click", () => byId("help").close());
}
