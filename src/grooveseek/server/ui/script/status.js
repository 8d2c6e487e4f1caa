// The band at the foot of the page: how the server is doing, asked every few seconds.

import { byId, element, fill } from "./dom.js";
import { label, language, plural } from "./labels.js";

const EVERY_MS = 5000;

// `changed(reachable, holds)` is called at first, and whenever the server comes back or holds something else.
export function watchStatus(changed) {
  let known = null;
  let timer = null;
  const ask = async () => {
    // Nobody looks at a hidden page; it is asked again when it is shown.
    if (document.hidden) return;
    const status = await askedStatus();
    fill(byId("status"), ...statusNodes(status));
    const reachable = status !== null;
    const holds = JSON.stringify([reachable, status?.kb, status?.indexing.active]);
    if (holds !== known) changed(reachable);
    known = holds;
    clearTimeout(timer);
    timer = setTimeout(ask, EVERY_MS);
  };
  fill(byId("status"), element("span", {}, label("status.asking")));
  document.addEventListener("visibilitychange", ask);
  ask();
}

async function askedStatus() {
  try {
    const response = await fetch("/api/admin/status", { signal: AbortSignal.timeout(EVERY_MS) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function statusNodes(status) {
  if (status === null) return [stateNode("unreachable")];
  const { daemon, indexing, watcher, kb } = status;
  const words = [
    `v${daemon.version}`,
    // Null is what cannot be told right now.
    kb.documents === null ? label("documents", { count: "?" }) : plural("documents", kb.documents),
    label("status.chunks", { count: kb.chunks === null ? "?" : kb.chunks.toLocaleString(language) }),
    kb.model ?? "?",
    watcher.active ? label("status.watching", { ms: watcher.debounce_ms }) : label("status.idle"),
    watcher.queue_length ? label("status.waiting", { count: watcher.queue_length.toLocaleString(language) }) : null,
    label("status.up", { time: duration(daemon.uptime_secs) }),
    label("status.pid", { pid: daemon.pid }),
  ];
  return [stateNode(indexing.active ? "indexing" : "running", indexing.progress), ...words.filter(Boolean).map((text) => element("span", {}, text))];
}

function stateNode(state, progress = null) {
  const counted = progress && element("progress", { value: progress.current, max: Math.max(1, progress.total) });
  const numbers = progress && `${progress.current} / ${progress.total}`;
  return element("span", { class: `state ${state}` }, element("i", { "aria-hidden": "true" }), label(`status.${state}`), counted, numbers);
}

function duration(seconds) {
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]].find(([, length]) => seconds >= length) ?? ["second", 1];
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
  return format.format(Math.floor(seconds / size));
}
