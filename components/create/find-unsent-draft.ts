/** Fields that a person writes text in. */
const written = ["prompt", "lyrics", "text"] as const;

/**
 * A draft with text that was never sent; null if nothing would be lost without it.
 *
 * @param draft untrusted, from the browser's storage
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
