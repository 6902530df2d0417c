/**
 * What react-hook-form holds at a field as sentences by path inside it: the problem of the field itself at "", those of
 * its parts at `speed`, `tone.2`.
 */
export function listNestedErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  collect(error, "", found);
  return found;
}

function collect(error: unknown, path: string, found: Record<string, string>): void {
  if (typeof error !== "object" || error === null) return;
  const { message } = error as { message?: unknown };
  if (typeof message === "string") {
    found[path] = message;
    return;
  }
  for (const [key, part] of Object.entries(error)) {
    // The control that holds the field, not a part of it.
    if (key === "ref") continue;
    collect(part, path === "" ? key : `${path}.${key}`, found);
  }
}
