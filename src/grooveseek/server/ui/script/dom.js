// Elements made by hand. Text goes in as text nodes and attributes, so nothing a note says is ever markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

// `attributes`: a function listens to the event of that name; null, undefined and false leave the attribute out.
// `children`: nodes and strings; null leaves a child out.
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function fill(parent, ...children) {
  parent.replaceChildren(...children.filter((child) => child !== null));
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}
