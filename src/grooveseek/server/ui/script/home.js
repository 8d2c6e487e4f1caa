// What there is, for whoever has no question yet.

import { byId, element, fill } from "./dom.js";
import { failureNode } from "./failure.js";
import { label, labelled, plural } from "./labels.js";

const TITLES_SHOWN = 4;

// `choose({ category, topic, query })` narrows the search to a group.
export function showHome(groups, choose) {
  fill(byId("home"), element("h2", {}, label("home.title")), hint(), groups.length ? grid(groups, choose) : element("p", {}, label("home.empty")));
}

export function showHomeFailure(failure) {
  fill(byId("home"), failureNode(failure));
}

function grid(groups, choose) {
  return element("div", { class: "groups" }, ...groups.map((group) => card(group, choose)));
}

function card(group, choose) {
  const filters = { category: group.category ?? "", topic: group.topic ?? "" };
  const titles = group.titles.slice(0, TITLES_SHOWN);
  const hidden = group.titles.length - titles.length;
  return element(
    "section",
    { class: "group" },
    element("button", { type: "button", class: "name", click: () => choose({ ...filters, query: "" }) }, nameOf(group)),
    element("span", { class: "quiet" }, plural("documents", group.file_count)),
    element("ul", {}, ...titles.map((title) => titleNode(title, () => choose({ ...filters, query: title })))),
    hidden ? element("span", { class: "quiet" }, label("more.titles", { count: hidden })) : null,
  );
}

function titleNode(title, click) {
  return element("li", {}, element("button", { type: "button", class: "link", click }, title));
}

function nameOf({ category, topic }) {
  return [category, topic].filter((name) => name !== null).join(" / ") || label("root");
}

function hint() {
  const key = (text) => element("kbd", {}, text);
  return element("p", { class: "quiet" }, ...labelled("home.hint", { slash: key("/"), question: key("?") }));
}
