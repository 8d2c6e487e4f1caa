// Where the nodes of a graph are drawn: a column per step, leaves stacked, a parent in the middle of what it leads to.

// `nodes` as `get_connection_graph` gives them. Positions count columns and rows; a node whose parent is unknown is a root.
export function layOut(nodes) {
  const known = new Set(nodes.map((node) => node.node_id));
  const below = Map.groupBy(nodes, (node) => (known.has(node.parent_id) ? node.parent_id : null));
  const places = new Map();
  let rows = 0;
  const put = (node, column) => {
    const children = below.get(node.node_id) ?? [];
    const [first, ...others] = children.map((child) => put(child, column + 1));
    const row = first === undefined ? rows++ : (first + (others.at(-1) ?? first)) / 2;
    places.set(node.node_id, { column, row });
    return row;
  };
  for (const root of below.get(null) ?? []) put(root, 0);
  return { places, rows, columns: 1 + Math.max(0, ...[...places.values()].map(({ column }) => column)) };
}
