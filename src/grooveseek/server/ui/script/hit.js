// One result as a card.

import { element } from "./dom.js";
import { label } from "./labels.js";
import { excerptOf, markedNodes, stringSpans } from "./text.js";

const TAGS_SHOWN = 8;

// `best` is the highest score of the answer. `actions`: open(hit, view), onlyTopic(topic), withTag(tag), address(hit).
export function hitNode(hit, best, actions) {
  const open = (view) => (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    actions.open(hit, view);
  };
  return element(
    "article",
    { class: "hit" },
    element(
      "h3",
      {},
      element(
        "span",
        {},
        element("a", { href: actions.address(hit), click: open("document") }, hit.title ?? nameOf(hit.path)),
        hit.heading && hit.heading !== hit.title ? element("span", { class: "heading" }, hit.heading) : null,
      ),
      scoreNode(hit.score, best),
    ),
    element("p", { class: "where" }, element("span", { class: "path" }, hit.path), ...evidence(hit).map((text) => element("span", {}, text))),
    excerptNode(hit),
    element(
      "p",
      { class: "chips" },
      hit.topic ? chip("topic", hit.topic, label("topic.only", { name: hit.topic }), () => actions.onlyTopic(hit.topic)) : null,
      ...hit.tags.slice(0, TAGS_SHOWN).map((tag) => chip("tag", tag, label("tag.add", { name: tag }), () => actions.withTag(tag))),
      element("button", { type: "button", class: "link walk", click: open("graph") }, label("connections")),
    ),
  );
}

export const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

export function linesLabel({ start, end }) {
  return label(start === end ? "line" : "lines", { start, end });
}

// A long reply leaves highlights out where they are the match spans again.
function marksOf(hit) {
  return hit.highlights ?? hit.match_spans ?? [];
}

// The distinct words that are marked in a hit: they are marked in its document too.
export function wordsOf(hit) {
  const spans = stringSpans(hit.content, marksOf(hit));
  return [...new Set(spans.map(({ start, end }) => hit.content.slice(start, end)))];
}

function evidence(hit) {
  return [
    hit.lines && linesLabel(hit.lines),
    hit.date,
    hit.symbol_kind,
    hit.expanded_from && hit.expanded_from.from_index !== hit.expanded_from.to_index && label("widened.adjacent"),
    hit.expanded_from?.kind === "whole_document" && label("widened.whole_document"),
    hit.truncated && label("cut"),
  ].filter(Boolean);
}

function scoreNode(score, best) {
  const share = best > 0 ? Math.max(0, Math.min(1, score / best)) : 0;
  const bar = element("i", { "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  return element("span", { class: "score", title: label("score.explained"), "aria-label": `${label("score")} ${score}` }, bar, score.toFixed(4));
}

function excerptNode(hit) {
  const { text, marks, before, after } = excerptOf(hit.content, stringSpans(hit.content, marksOf(hit)));
  return element("p", { class: "excerpt" }, before ? "… " : null, ...markedNodes(text, marks).map(condensed), after ? " …" : null);
}

// Blank lines say little in a short excerpt.
function condensed(node) {
  return typeof node === "string" ? node.replace(/\s*\n\s*\n\s*/g, "\n") : node;
}

function chip(kind, text, title, click) {
  return element("button", { type: "button", class: `chip ${kind}`, title, click }, text);
}
