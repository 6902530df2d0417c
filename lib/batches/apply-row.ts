/**
 * An input with the values of a row, by dotted path. Objects on the way are copied, or created. Pure.
 */
export function applyRow(
  input: Readonly<Record<string, unknown>>,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.entries(row).reduce<Record<string, unknown>>(
    (made, [path, value]) => setAt(made, path.split("."), value),
    { ...input },
  );
}

function setAt(
  target: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): Record<string, unknown> {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return { ...target, [name]: value };
  const before = Object.hasOwn(target, name) ? target[name] : undefined;
  const inner = typeof before === "object" && before !== null && !Array.isArray(before) ? before : {};
  return { ...target, [name]: setAt(inner as Record<string, unknown>, rest, value) };
}
