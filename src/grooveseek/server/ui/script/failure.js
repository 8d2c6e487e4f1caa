// What a reader is told when an answer did not come.

import { element } from "./dom.js";
import { label, labelled } from "./labels.js";
import { Forbidden, ToolError, Unreachable } from "./mcp.js";

export function failureNode(failure) {
  if (failure instanceof Forbidden) return forbiddenNode(failure.message);
  if (failure instanceof Unreachable) return notice(label("unreachable"), label("unreachable.hint"));
  if (failure instanceof ToolError) return notice(label("failed"), failure.message);
  throw failure;
}

function forbiddenNode(answer) {
  const { host, origin } = location;
  const config = `[transport.http]\nallowed_hosts = ["${host}", …]\nallowed_origins = ["${origin}", …]`;
  const code = (text) => element("code", {}, text);
  return element(
    "div",
    { class: "failure forbidden", role: "alert" },
    element("h2", {}, label("forbidden")),
    element("p", {}, ...labelled("forbidden.opened", { host: code(host), origin: code(origin) })),
    element("blockquote", {}, answer),
    element("p", {}, label("forbidden.remedy")),
    element("pre", {}, config),
    element("p", {}, label("forbidden.replaces")),
  );
}

function notice(title, text) {
  return element("div", { class: "failure", role: "alert" }, element("h2", {}, title), element("p", {}, text));
}
