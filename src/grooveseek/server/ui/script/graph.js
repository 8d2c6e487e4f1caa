// What is related to a document: drawn as a tree of steps, and a way to walk on from any of them.

import { byId, drawn, element, fill } from "./dom.js";
import { failureNode } from "./failure.js";
import { nameOf } from "./hit.js";
import { label } from "./labels.js";
import { callTool } from "./mcp.js";
import { layOut } from "./tree.js";

const BOX = { height: 46, gap: 8, between: 44, least: 150, most: 260 };
const MARGIN = 12;
const HUES = 8;
const settings = { depth: 2, fan_out: 3, min_similarity: 0.3 };
const named = (node) => node.title ?? nameOf(node.path);
const percent = (score) => `${Math.round(score * 100)} %`;

// `actions`: walk(path), read(node), back(position in `trail`). `trail` holds the paths walked before this one.
export async function showGraph({ path }, { trail = [] }, actions, signal) {
  const body = byId("pane-body");
  fill(body, element("p", { class: "quiet" }, label("walking")));
  const again = () => showGraph({ path }, { trail }, actions, signal);
  try {
    const answer = await callTool("get_connection_graph", { start: path, seed_strategy: "centroid", dedup_by_path: true, ...settings }, signal);
    const about = element("div", { class: "about-node", "aria-live": "polite" });
    const stage = element("div", { class: "stage" });
    fill(body, trailNode(trail, path, actions), settingsNode(again), stage, answer.nodes.length > 1 ? null : element("p", { class: "notice" }, label("graph.alone")), ...answer.truncation.map(({ detail }) => element("p", { class: "notice" }, detail)), about);
    const show = (node) => fill(about, ...aboutNodes(node, actions));
    drawInto(stage, answer, { trail, show, actions });
    if (answer.nodes.length) show(answer.nodes[0]);
  } catch (failure) {
    if (failure.name !== "AbortError") fill(body, failureNode(failure));
  }
}

function trailNode(trail, path, actions) {
  const steps = trail.map((step, position) => element("li", {}, element("button", { type: "button", class: "link", title: step, click: () => actions.back(position) }, nameOf(step))));
  return element("nav", { "aria-label": label("trail") }, element("ol", { class: "trail" }, ...steps, element("li", { "aria-current": "page", title: path }, nameOf(path))));
}

function settingsNode(again) {
  const change = (name) => (event) => {
    settings[name] = Number(event.target.value);
    again();
  };
  const select = (name, values) =>
    element("select", { name, change: change(name) }, ...values.map((value) => element("option", { value, selected: settings[name] === value }, String(value))));
  const range = element("input", { name: "min_similarity", type: "range", min: 0, max: 1, step: 0.05, value: settings.min_similarity, change: change("min_similarity") });
  return element(
    "p",
    { class: "settings" },
    element("label", {}, label("depth"), select("depth", [1, 2, 3])),
    element("label", {}, label("breadth"), select("fan_out", [3, 5, 8, 12])),
    element("label", {}, label("similarity"), range, element("output", {}, percent(settings.min_similarity))),
    element("span", { class: "quiet" }, label("graph.hint")),
  );
}

function aboutNodes(node, actions) {
  return [
    element("h3", {}, named(node), element("span", { class: "quiet" }, node.depth ? label("similar", { share: percent(node.score) }) : label("graph.start"))),
    element("p", { class: "where" }, element("span", { class: "path" }, node.path)),
    element("p", { class: "excerpt" }, node.snippet),
    element(
      "p",
      { class: "actions" },
      element("button", { type: "button", click: () => actions.read(node) }, label("read")),
      node.depth ? element("button", { type: "button", click: () => actions.walk(node.path) }, label("walk")) : null,
    ),
  ];
}

function drawInto(stage, { nodes, start_path: path }, { trail, show, actions }) {
  const { places, rows, columns } = layOut(nodes);
  const fair = (stage.clientWidth - 2 * MARGIN + BOX.between) / columns - BOX.between;
  const width = Math.floor(Math.max(BOX.least, Math.min(BOX.most, fair)));
  const at = (node) => {
    const { column, row } = places.get(node.node_id);
    return { x: MARGIN + column * (width + BOX.between), y: MARGIN + row * (BOX.height + BOX.gap) };
  };
  const size = { width: columns * (width + BOX.between) - BOX.between + 2 * MARGIN, height: Math.max(1, rows) * (BOX.height + BOX.gap) - BOX.gap + 2 * MARGIN };
  const edges = nodes.filter((node) => places.has(node.parent_id)).map((node) => edgeNode(at(nodes[node.parent_id]), at(node), width, node.score));
  const hues = new Map();
  const boxes = nodes.map((node) => {
    const hue = hues.get(node.topic) ?? hues.set(node.topic, hues.size % HUES).get(node.topic);
    const classes = ["node", node.depth ? "" : "start", trail.includes(node.path) ? "visited" : ""].filter(Boolean).join(" ");
    return boxNode(node, { ...at(node), width, hue, classes }, { show, act: () => (node.depth ? actions.walk(node.path) : actions.read(node)) });
  });
  const title = label("graph.title", { name: path });
  const svg = drawn("svg", { class: "graph", role: "group", "aria-label": title, viewBox: `0 0 ${size.width} ${size.height}`, width: size.width, height: size.height, keydown: (event) => walkKeys(event, nodes, { show, actions }) }, ...edges, ...boxes);
  fill(stage, svg);
  boxes.forEach((box) => box.querySelectorAll("text").forEach((text) => fit(text, width - (text.dataset.beside ? 66 : 28))));
  const [start] = boxes;
  start?.focus({ preventScroll: true });
  start?.scrollIntoView({ block: "center" });
}

function edgeNode(from, to, width, score) {
  const [x, y, endX, endY] = [from.x + width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2];
  const middle = (x + endX) / 2;
  return drawn("path", { class: "edge", d: `M${x} ${y}C${middle} ${y} ${middle} ${endY} ${endX} ${endY}`, "stroke-width": (0.75 + 2.5 * score ** 4).toFixed(2) });
}

function boxNode(node, { x, y, width, hue, classes }, { show, act }) {
  const spoken = [named(node), node.path, node.depth ? label("similar", { share: percent(node.score) }) : label("graph.start")].join(", ");
  return drawn(
    "g",
    { class: classes, transform: `translate(${x} ${y})`, tabindex: node.node_id ? -1 : 0, role: "button", "aria-label": spoken, "data-id": node.node_id, "data-path": node.path, click: act, focus: () => show(node), mouseenter: () => show(node) },
    drawn("rect", { width, height: BOX.height, rx: 8 }),
    drawn("rect", { class: `hue hue-${hue}`, width: 4, height: BOX.height - 16, x: 8, y: 8, rx: 2 }),
    drawn("text", { x: 18, y: 19, "data-beside": node.depth ? "yes" : null }, named(node)),
    drawn("text", { class: "path", x: 18, y: 36 }, node.path),
    node.depth ? drawn("text", { class: "share", x: width - 8, y: 19, "text-anchor": "end" }, percent(node.score)) : null,
  );
}

// Shorten what is too long for its box; of a path the end says most.
function fit(text, width) {
  const whole = text.textContent;
  const characters = [...whole];
  const fromEnd = text.classList.contains("path");
  let kept = characters.length;
  while (kept > 1 && text.getComputedTextLength() > width) {
    kept = Math.min(kept - 1, Math.floor((kept * width) / text.getComputedTextLength()));
    text.textContent = fromEnd ? `…${characters.slice(-kept).join("")}` : `${characters.slice(0, kept).join("")}…`;
  }
}

function walkKeys(event, nodes, { actions }) {
  const box = event.target.closest("[data-id]");
  if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
  const node = nodes[Number(box.dataset.id)];
  const column = nodes.filter(({ depth }) => depth === node.depth);
  const beside = (step) => column[column.indexOf(node) + step];
  const next = {
    ArrowLeft: () => nodes[node.parent_id],
    ArrowRight: () => nodes.find(({ parent_id: parent }) => parent === node.node_id),
    ArrowUp: () => beside(-1),
    ArrowDown: () => beside(1),
  }[event.key];
  if (next) {
    const target = next();
    if (target) event.currentTarget.querySelector(`[data-id="${target.node_id}"]`).focus();
  } else if (event.key === "Enter") {
    box.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  } else if (event.key === "r") {
    actions.read(node);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
