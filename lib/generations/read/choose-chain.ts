/** How many siblings of each step are listed. */
const othersMax = 8;

/** A descendant: its parent, and its distance from the root. */
interface TreeRow {
  id: string;
  parentId: string;
  depth: number;
}

/**
 * The longest path down a tree, and for each of its steps the siblings that were not chosen. Of equally long paths it
 * takes the newer one. Pure.
 *
 * @param rows ordered by depth, the newest first within a depth
 */
export function chooseChain(
  rootId: string,
  rows: readonly TreeRow[],
): { path: string[]; othersById: Map<string, string[]> } {
  const children = new Map<string, string[]>();
  for (const { id, parentId } of rows) children.set(parentId, [...(children.get(parentId) ?? []), id]);
  const reach = new Map<string, number>();
  // The deepest first, so that the reach of all children is known before their parent's.
  for (const { id } of rows.toSorted((left, right) => right.depth - left.depth)) {
    reach.set(id, 1 + Math.max(0, ...(children.get(id) ?? []).map((child) => reach.get(child) ?? 0)));
  }
  const path: string[] = [];
  const othersById = new Map<string, string[]>();
  let at = rootId;
  for (;;) {
    const next = children.get(at) ?? [];
    const furthest = Math.max(0, ...next.map((child) => reach.get(child) ?? 0));
    const chosen = next.find((child) => reach.get(child) === furthest);
    if (chosen === undefined) return { path, othersById };
    path.push(chosen);
    othersById.set(chosen, next.filter((child) => child !== chosen).slice(0, othersMax));
    at = chosen;
  }
}
