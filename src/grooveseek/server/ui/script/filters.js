// The filters above the results: between what a person types and what the tool takes.

import { byId, element, fill } from "./dom.js";
import { label } from "./labels.js";
import { NO_FILTERS } from "./place.js";

const NAMES = Object.keys(NO_FILTERS);
const listed = (text) => text.split(/[,、，\n]/).map((part) => part.trim()).filter((part) => part !== "");

export function readFilters() {
  return Object.fromEntries(NAMES.map((name) => [name, byId(name).type === "checkbox" ? (byId(name).checked ? "1" : "") : byId(name).value]));
}

export function writeFilters(filters) {
  for (const name of NAMES) {
    const input = byId(name);
    if (input.type === "checkbox") input.checked = filters[name] !== "";
    else {
      // A choice that came with the address may be older than the groups that are known.
      if (input.tagName === "SELECT") offer(input, filters[name]);
      input.value = filters[name];
    }
  }
  const set = countOf(filters);
  byId("filters-count").textContent = String(set);
  byId("filters-count").hidden = byId("filters-clear").hidden = set === 0;
}

export const countOf = (filters) => NAMES.filter((name) => filters[name] !== "").length;

export function argumentsOf(filters) {
  const globs = listed(filters.path).map(globOf);
  const given = {
    category: filters.category,
    topic: filters.topic,
    tags_all: listed(filters.tags),
    path_globs: globs,
    date_from: filters.from,
    date_to: filters.to,
    include_low_quality: filters.stubs !== "",
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => (Array.isArray(value) ? value.length : value)));
}

// A word stands for every path that holds it; whoever writes wildcards means them exactly.
function globOf(text) {
  const [, not, pattern] = /^(!?)(.*)$/.exec(text);
  return not + (/[*?[{]/.test(pattern) ? pattern : `*${pattern}*`);
}

export function withTag(filters, tag) {
  const tags = listed(filters.tags);
  return { ...filters, tags: (tags.includes(tag) ? tags : [...tags, tag]).join(", ") };
}

export function offerGroups(groups) {
  const chosen = readFilters();
  const names = (key, of = groups) => [...new Set(of.map((group) => group[key]).filter((name) => name !== null))].sort();
  const inCategory = groups.filter(({ category }) => !chosen.category || category === chosen.category);
  options(byId("category"), names("category"), chosen.category);
  options(byId("topic"), names("topic", inCategory), chosen.topic);
}

export function offerTags(hits) {
  const known = new Set([...byId("tags-seen").options].map((option) => option.value));
  hits.flatMap((hit) => hit.tags).forEach((tag) => known.add(tag));
  fill(byId("tags-seen"), ...[...known].sort().map((tag) => element("option", { value: tag })));
}

function options(select, names, chosen) {
  fill(select, element("option", { value: "" }, label("any")), ...names.map((name) => element("option", { value: name }, name)));
  offer(select, chosen);
  select.value = chosen;
}

function offer(select, name) {
  if (![...select.options].some((option) => option.value === name)) select.append(element("option", { value: name }, name || label("any")));
}
