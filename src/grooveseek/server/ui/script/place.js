// Where the reader is: a question with its filters, and what is opened beside it. The address bar keeps it.

export const NO_FILTERS = { category: "", topic: "", tags: "", path: "", from: "", to: "", stubs: "" };
export const HOME = { query: "", filters: NO_FILTERS, opened: null };

// `opened` is null or { view: "document" | "graph", path, lines: { start, end } | null }.
export function placeOf(hash) {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const filters = Object.fromEntries(Object.keys(NO_FILTERS).map((name) => [name, found.get(name) ?? ""]));
  const view = ["document", "graph"].find((name) => found.get(name));
  const lines = /^(\d+)-(\d+)$/.exec(found.get("lines") ?? "");
  return {
    query: found.get("query") ?? "",
    filters,
    opened: view
      ? { view, path: found.get(view), lines: lines && { start: Number(lines[1]), end: Number(lines[2]) } }
      : null,
  };
}

export function hashOf({ query, filters, opened }) {
  const kept = new URLSearchParams(Object.entries({ query, ...filters }).filter(([, value]) => value !== ""));
  if (opened) {
    kept.set(opened.view, opened.path);
    if (opened.lines) kept.set("lines", `${opened.lines.start}-${opened.lines.end}`);
  }
  return `#${kept}`;
}
