// Where marks stand in a text, and which part of a long text to show.

import { element } from "./dom.js";

const EXCERPT_CHARACTERS = 320;
const LEAD_CHARACTERS = 60;
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const utf8Length = (point) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

// `spans` are UTF-8 byte offsets, sorted and disjoint, as the server gives them; the result counts UTF-16 units.
export function stringSpans(text, spans) {
  const wanted = spans.flatMap(({ start, end }) => [start, end]);
  const found = [];
  let bytes = 0;
  let units = 0;
  for (const character of text) {
    while (found.length < wanted.length && wanted[found.length] <= bytes) found.push(units);
    if (found.length === wanted.length) break;
    bytes += utf8Length(character.codePointAt(0));
    units += character.length;
  }
  while (found.length < wanted.length) found.push(units);
  return spans.map((_, index) => ({ start: found[2 * index], end: found[2 * index + 1] }));
}

// The beginning of `text`, or, where the first mark lies beyond it, the part from shortly before that mark.
export function excerptOf(text, marks) {
  const first = marks[0];
  const from = first && first.end > EXCERPT_CHARACTERS ? leadIn(text, first.start) : 0;
  const to = border(text, from + EXCERPT_CHARACTERS);
  const inside = marks.filter(({ start, end }) => start >= from && end <= to);
  return {
    text: text.slice(from, to),
    marks: inside.map(({ start, end }) => ({ start: start - from, end: end - from })),
    before: from > 0,
    after: to < text.length,
  };
}

// Nodes for `text`, its marks as <mark>.
export function markedNodes(text, marks) {
  const nodes = [];
  let position = 0;
  for (const { start, end } of marks) {
    if (start > position) nodes.push(text.slice(position, start));
    nodes.push(element("mark", {}, text.slice(start, end)));
    position = end;
  }
  if (position < text.length) nodes.push(text.slice(position));
  return nodes;
}

// Spans of any of `words` in `text`, upper and lower case alike.
export function spansOfWords(text, words) {
  if (!words.length) return [];
  const escaped = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const found = text.matchAll(new RegExp(escaped.join("|"), "giu"));
  return [...found].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function leadIn(text, start) {
  const earliest = Math.max(0, start - LEAD_CHARACTERS);
  const breaks = [...text.slice(earliest, start).matchAll(/[\n。．.!?！？]\s*/g)].at(-1);
  return breaks ? earliest + breaks.index + breaks[0].length : border(text, earliest);
}

// The nearest place at or before `index` that splits no character a reader sees as one.
function border(text, index) {
  return index >= text.length ? text.length : GRAPHEMES.segment(text).containing(index).index;
}
