/** How many of those that began from the same generation are told. */
const othersMax = 8;

/** One of a tree: what it came from, and how far it is from the root. */
export interface TreeRow {
  id: string;
  parentId: string;
  depth: number;
}

/** The way through a tree that leads furthest, and beside each of its steps what began from the same one. Pure. */
export function chooseLine(
  rootId: string,
  rows: readonly TreeRow[],
): { line: string[]; othersById: Map<string, string[]> } {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of rows) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  const reach = new Map<string, number>();
  // The deepest first: what hangs below a row is known before the row itself.
  for (const { id } of rows.toSorted((left, right) => right.depth - left.depth)) {
    reach.set(id, 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => reach.get(child) ?? 0)));
  }
  const line: string[] = [];
  const othersById = new Map<string, string[]>();
  let at = rootId;
  for (;;) {
    const next = children.get(at) ?? [];
    const furthest = Math.max(0, ...next.map((child) => reach.get(child) ?? 0));
    // Newest first, as they were read.
    const chosen = next.find((child) => reach.get(child) === furthest);
    if (chosen === undefined) return { line, othersById };
    line.push(chosen);
    othersById.set(chosen, next.filter((child) => child !== chosen).slice(0, othersMax));
    at = chosen;
  }
}
