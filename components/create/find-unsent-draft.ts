/** Where a person writes words of their own. */
const written = ["prompt", "lyrics", "text"] as const;

/**
 * A draft that holds words which were never sent; null for one that nothing would be lost with.
 *
 * @param draft untrusted: out of the browser's storage
 */
export function findUnsentDraft(
  draft: unknown,
  sentInputs: readonly Readonly<Record<string, unknown>>[],
): Record<string, unknown> | null {
  if (typeof draft !== "object" || draft === null) return null;
  const input = draft as Record<string, unknown>;
  const wordsOf = (each: Readonly<Record<string, unknown>>) =>
    written.map((name) => (typeof each[name] === "string" ? each[name].trim() : ""));
  const own = wordsOf(input);
  if (own.every((words) => words === "")) return null;
  const isSent = sentInputs.some((sent) => wordsOf(sent).every((words, index) => words === own[index]));
  return isSent ? null : input;
}
