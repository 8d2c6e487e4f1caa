// A document, line by line, at the lines that were found.

import { byId, element, fill } from "./dom.js";
import { failureNode } from "./failure.js";
import { linesLabel, nameOf } from "./hit.js";
import { label } from "./labels.js";
import { kindsOf, linesOf } from "./lines.js";
import { callTool } from "./mcp.js";
import { markedNodes, spansOfWords } from "./text.js";

const WINDOW_LINES = 2000;
const LINES_BEFORE = 200;

// `opened` as in a place; `words` are marked, and `near` is a line of the passage meant where its lines are unknown.
export async function showDocument({ path, lines }, { words = [], near = null }, signal) {
  const body = byId("pane-body");
  fill(body, element("p", { class: "quiet" }, label("reading")));
  const start = lines ? Math.max(1, lines.start - LINES_BEFORE) : 1;
  try {
    const answer = await asked(path, start, signal);
    const view = { path, words, lines: lines ?? found(answer, near), text: element("div", { class: `lines ${formOf(path)}` }) };
    view.text.append(...lineNodes(answer, view));
    fill(body, headNode(answer, view.lines), furtherNode(view, answer, -1, signal), view.text, furtherNode(view, answer, 1, signal), answer.truncated ? element("p", { class: "notice" }, label("truncated")) : null);
    const target = view.text.querySelector(".found mark") ?? view.text.querySelector(".found");
    if (target) target.scrollIntoView({ block: "center" });
    else body.scrollTop = 0;
  } catch (failure) {
    if (failure.name !== "AbortError") fill(body, failureNode(failure));
  }
}

// To the next marked word of the document shown (1), or the one before (-1).
export function stepMark(step) {
  const marks = [...byId("pane-body").querySelectorAll(".lines mark")];
  if (!marks.length) return;
  const current = marks.findIndex((mark) => mark.classList.contains("current"));
  const next = current < 0 ? marks.findIndex((mark) => mark.closest(".found")) : current + step;
  marks[current]?.classList.remove("current");
  const mark = marks.at(next % marks.length);
  mark.classList.add("current");
  mark.scrollIntoView({ block: "center" });
}

function asked(path, start, signal) {
  return callTool("get_document", { path, start_line: start, end_line: start + WINDOW_LINES - 1 }, signal);
}

function found(answer, near) {
  const index = near ? linesOf(answer.content).findIndex((line) => line.includes(near)) : -1;
  return index < 0 ? null : { start: answer.lines.start + index, end: answer.lines.start + index };
}

const formOf = (path) => (kindsOf([""], path)[0] === "code" ? "source" : "prose");

function headNode(answer, lines) {
  const facts = [lines && linesLabel(lines), answer.date, answer.topic, ...answer.tags].filter(Boolean);
  return element(
    "header",
    { class: "about" },
    element("h2", {}, answer.title ?? nameOf(answer.path)),
    element("p", { class: "where" }, element("span", { class: "path" }, answer.path), copyButton(answer.path)),
    element("p", { class: "quiet facts" }, ...facts.map((fact) => element("span", {}, fact))),
  );
}

function copyButton(path) {
  const copy = async (event) => {
    await navigator.clipboard.writeText(path);
    event.target.textContent = label("copied");
  };
  // Browsers hand out the clipboard on secure and local addresses alone.
  return navigator.clipboard ? element("button", { type: "button", class: "link", click: copy }, label("copy")) : null;
}

function lineNodes(answer, { path, words, lines }) {
  const texts = linesOf(answer.content);
  const kinds = kindsOf(texts, path, answer.lines.start);
  return texts.map((text, index) => {
    const number = answer.lines.start + index;
    const inside = lines !== null && number >= lines.start && number <= lines.end;
    const nodes = markedNodes(text, spansOfWords(text, words));
    return element("div", { class: `line is-${kinds[index]}${inside ? " found" : ""}`, "data-number": number }, element("span", {}, ...nodes));
  });
}

// The way to what is beyond the lines shown: before them (-1) or behind them (1).
function furtherNode(view, { lines }, direction, signal) {
  const missing = direction < 0 ? lines.start > 1 : lines.end < lines.total;
  if (!missing) return null;
  const row = element("p", { class: "further" }, element("button", { type: "button", click: more }, label(direction < 0 ? "earlier" : "later")));
  async function more() {
    const start = direction < 0 ? Math.max(1, lines.start - WINDOW_LINES) : lines.end + 1;
    try {
      const answer = await asked(view.path, start, signal);
      // Lines before may overlap with those shown.
      const nodes = lineNodes(answer, view).slice(0, direction < 0 ? lines.start - start : undefined);
      if (direction < 0) view.text.prepend(...nodes);
      else view.text.append(...nodes);
      const next = furtherNode(view, answer, direction, signal);
      if (next) row.replaceWith(next);
      else row.remove();
    } catch (failure) {
      if (failure.name !== "AbortError") row.replaceWith(failureNode(failure));
    }
  }
  return row;
}
