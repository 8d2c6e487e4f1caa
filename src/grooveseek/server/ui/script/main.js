// The page as a whole: one place at a time, kept in the address, and everything shown that belongs to it.

import { byId } from "./dom.js";
import { argumentsOf, countOf, offerGroups, offerTags, readFilters, withTag, writeFilters } from "./filters.js";
import { showGraph } from "./graph.js";
import { wordsOf } from "./hit.js";
import { showHome, showHomeFailure } from "./home.js";
import { fillHelp, listenToKeys } from "./keys.js";
import { labelPage } from "./labels.js";
import { callTool } from "./mcp.js";
import { HOME, NO_FILTERS, hashOf, placeOf } from "./place.js";
import { showDocument, stepMark } from "./reading.js";
import { choose, chosenHit, clearResults, followFocus, moveChoice, returnToList, showAnswer, showFailure, showSearching } from "./results.js";
import { watchStatus } from "./status.js";

const PAUSE_MS = 150;
const PAGE_HITS = 10;
const MOST_HITS = 100;

let place = HOME;
let groups = [];
let limit = PAGE_HITS;
let timer = null;
let searching = null;
let opening = null;
let failed = false;

// --- going somewhere

// `memory` goes with the entry of the history: words to mark, the way walked so far.
function goTo(next, memory = {}, { replace = false } = {}) {
  const address = hashOf(next);
  if (replace) history.replaceState(history.state, "", address);
  else history.pushState(memory, "", address);
  arrive(next);
}

function arrive(next) {
  const before = place;
  place = next;
  document.title = place.query.trim() ? `${place.query.trim()} · GrooveSeek` : "GrooveSeek";
  if (byId("query").value !== place.query) byId("query").value = place.query;
  byId("clear").hidden = place.query === "";
  writeFilters(place.filters);
  if (differ(place.filters.category, before.filters.category)) offerGroups(groups);
  if (differ([place.query, place.filters], [before.query, before.filters])) searchSoon();
  if (differ(place.opened, before.opened)) showOpened();
}

const differ = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

// --- searching

function searchSoon() {
  limit = PAGE_HITS;
  clearTimeout(timer);
  searching?.abort();
  const blank = place.query.trim() === "";
  byId("home").hidden = !blank;
  if (blank) clearResults();
  else {
    showSearching();
    timer = setTimeout(search, PAUSE_MS);
  }
}

async function search({ chooseThen = null } = {}) {
  clearTimeout(timer);
  timer = null;
  searching?.abort();
  const mine = (searching = new AbortController());
  const began = performance.now();
  showSearching();
  try {
    const answer = await callTool("search", { query: place.query, limit, ...argumentsOf(place.filters) }, mine.signal);
    // An answer that was overtaken by a newer question is nobody's.
    if (mine !== searching) return;
    failed = false;
    offerTags(answer.results);
    showAnswer(answer, performance.now() - began, countOf(place.filters) > 0, { ...hitActions, more: more(answer) });
    if (chooseThen !== null) choose(chooseThen);
  } catch (failure) {
    if (mine !== searching || failure.name === "AbortError") return;
    failed = true;
    showFailure(failure);
  }
}

function more(answer) {
  if (answer.results.length < limit || limit >= MOST_HITS) return null;
  return () => {
    limit += PAGE_HITS;
    search({ chooseThen: answer.results.length });
  };
}

const hitActions = {
  open: (hit, view) => open(openedFor(hit, view), { words: wordsOf(hit), near: firstLine(hit.content) }),
  address: (hit) => hashOf({ ...place, opened: openedFor(hit, "document") }),
  onlyTopic: (topic) => goTo({ ...place, filters: { ...place.filters, topic } }),
  withTag: (tag) => goTo({ ...place, filters: withTag(place.filters, tag) }),
  clearFilters: () => goTo({ ...place, filters: NO_FILTERS }),
};

const openedFor = (hit, view) => ({ view, path: hit.path, lines: view === "document" ? (hit.lines ?? null) : null });
const firstLine = (text) => text.split("\n").find((line) => line.trim() !== "")?.trim() ?? null;

// --- what is opened beside the results

const open = (opened, memory = {}) => goTo({ ...place, opened }, memory);

function showOpened() {
  opening?.abort();
  opening = new AbortController();
  const { opened } = place;
  byId("pane").hidden = !opened;
  byId("main").classList.toggle("split", Boolean(opened));
  if (!opened) return;
  for (const view of ["document", "graph"]) byId(`tab-${view}`).setAttribute("aria-selected", String(opened.view === view));
  const memory = history.state ?? {};
  if (opened.view === "document") {
    showDocument(opened, memory, opening.signal);
    byId("pane-body").focus({ preventScroll: true });
  } else showGraph(opened, memory, graphActions(memory.trail ?? []), opening.signal);
}

const graphActions = (trail) => ({
  walk: (path) => open({ view: "graph", path, lines: null }, { trail: [...trail, place.opened.path] }),
  read: (node) => open({ view: "document", path: node.path, lines: null }, { trail, near: firstLine(node.snippet.replace(/…$/, "")) }),
  back: (position) => open({ view: "graph", path: trail[position], lines: null }, { trail: trail.slice(0, position) }),
});

// Show the opened document, or else the chosen result, in another way.
function turnTo(view) {
  if (place.opened) {
    if (place.opened.view !== view) open({ ...place.opened, view, lines: null }, history.state ?? {});
  } else if (chosenHit()) hitActions.open(chosenHit(), view);
}

function close() {
  goTo({ ...place, opened: null });
  returnToList();
}

// --- what a person does

function typed() {
  goTo({ ...place, query: byId("query").value, filters: readFilters() }, {}, { replace: true });
}

function toggleFilters() {
  const shown = (byId("filters").hidden = !byId("filters").hidden) === false;
  byId("filters-button").setAttribute("aria-expanded", String(shown));
  if (shown) byId("category").focus();
}

function escape() {
  if (place.opened) close();
  else clear();
}

function clear() {
  if (place.query) goTo({ ...place, query: "" });
  byId("query").focus();
}

function openChosen() {
  // Whoever presses Enter before the pause is over wants the answer now.
  if (timer) search();
  else if (chosenHit()) hitActions.open(chosenHit(), "document");
}

async function loadGroups() {
  try {
    groups = await callTool("list_topics", {});
    offerGroups(groups);
    showHome(groups, ({ query, ...filters }) => {
      goTo({ ...place, query, filters: { ...NO_FILTERS, ...filters } });
      byId("query").focus();
    });
  } catch (failure) {
    showHomeFailure(failure);
  }
}

function listen() {
  followFocus();
  byId("query").addEventListener("input", (event) => event.isComposing || typed());
  byId("query").addEventListener("compositionend", typed);
  for (const name of ["input", "change"]) byId("filters").addEventListener(name, (event) => event.isComposing || typed());
  byId("filters").addEventListener("compositionend", typed);
  byId("clear").addEventListener("click", clear);
  byId("filters-clear").addEventListener("click", hitActions.clearFilters);
  byId("filters-button").addEventListener("click", toggleFilters);
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("pane-close").addEventListener("click", close);
  byId("tab-document").addEventListener("click", () => turnTo("document"));
  byId("tab-graph").addEventListener("click", () => turnTo("graph"));
  byId("home-link").addEventListener("click", (event) => {
    event.preventDefault();
    goTo(HOME);
  });
  addEventListener("popstate", () => arrive(placeOf(location.hash)));
  listenToKeys({
    search: () => {
      byId("query").focus();
      byId("query").select();
    },
    choose: moveChoice,
    open: openChosen,
    graph: () => turnTo("graph"),
    document: () => turnTo("document"),
    mark: stepMark,
    filters: toggleFilters,
    escape,
    help: () => byId("help").showModal(),
  });
}

labelPage();
fillHelp();
listen();
arrive(placeOf(location.hash));
watchStatus((reachable) => {
  if (!reachable) return;
  loadGroups();
  if (failed) search();
});
