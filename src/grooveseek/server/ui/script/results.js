// The answer to a question: what it says of itself, its hits, and which of them is chosen.

import { byId, element, fill } from "./dom.js";
import { failureNode } from "./failure.js";
import { hitNode } from "./hit.js";
import { label, plural } from "./labels.js";

let hits = [];
let chosen = -1;

export const chosenHit = () => hits[Math.max(chosen, 0)] ?? null;

// `actions` as in `hitNode`, clearFilters(), and more() where more can be asked for, else null.
export function showAnswer(answer, milliseconds, filtered, actions) {
  hits = answer.results;
  const best = Math.max(...hits.map((hit) => hit.score));
  fill(byId("summary"), ...summaryNodes(answer, milliseconds));
  fill(
    byId("results"),
    ...hits.map((hit) => hitNode(hit, best, actions)),
    hits.length ? null : nothingNode(filtered && actions.clearFilters),
    actions.more ? element("button", { type: "button", class: "more", click: actions.more }, label("more")) : null,
  );
  mark(-1);
  settled();
}

export function showFailure(failure) {
  hits = [];
  fill(byId("summary"));
  fill(byId("results"), failureNode(failure));
  mark(-1);
  settled();
}

// What is there stays readable until the next answer comes.
export function showSearching() {
  byId("list").setAttribute("aria-busy", "true");
  if (!hits.length) fill(byId("summary"), element("span", { class: "quiet" }, label("searching")));
}

export function clearResults() {
  hits = [];
  fill(byId("summary"));
  fill(byId("results"));
  mark(-1);
  settled();
}

// Up from the first hit is the search box; from there letters are words again, not keys.
export function moveChoice(step) {
  if (chosen + step < 0) byId("query").focus();
  else choose(Math.min(hits.length - 1, chosen + step));
}

export function choose(position) {
  const node = hitNodes()[position];
  if (!node) return;
  node.querySelector("a").focus({ preventScroll: true });
  node.scrollIntoView({ block: "nearest" });
}

// Where the reader was in the list, or else the search box.
export function returnToList() {
  if (chosen < 0) byId("query").focus();
  else choose(chosen);
}

export function followFocus() {
  byId("results").addEventListener("focusin", (event) => mark(hitNodes().indexOf(event.target.closest(".hit"))));
  byId("query").addEventListener("focus", () => mark(-1));
}

const hitNodes = () => [...byId("results").querySelectorAll(".hit")];

function mark(position) {
  chosen = position;
  hitNodes().forEach((node, index) => (index === chosen ? node.setAttribute("aria-current", "true") : node.removeAttribute("aria-current")));
}

function settled() {
  byId("list").removeAttribute("aria-busy");
}

function summaryNodes({ results, low_confidence: low, notices = [] }, milliseconds) {
  return [
    element("span", { class: "total" }, plural("count", results.length)),
    element("span", { class: "quiet" }, label("milliseconds", { ms: Math.round(milliseconds) })),
    low ? element("p", { class: "low" }, element("b", {}, label("low")), " ", label("low.explained")) : null,
    ...notices.map(({ code, message }) => element("p", { class: "notice", "data-code": code }, message)),
  ];
}

function nothingNode(clearFilters) {
  return element(
    "div",
    { class: "nothing" },
    element("h2", {}, label("nothing")),
    element("p", {}, label(clearFilters ? "nothing.filtered" : "nothing.hint")),
    clearFilters ? element("button", { type: "button", click: clearFilters }, label("filters.clear")) : null,
  );
}
