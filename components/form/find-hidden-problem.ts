import type { FieldErrors, FieldValues } from "react-hook-form";

/** The controls a form has had, by the first name of their path; `mount` is false for those that were taken away. */
export type KnownControls = Readonly<Record<string, { mount?: boolean } | undefined>>;

/**
 * Whether the control of a field was on the form and is not any more. A field that never had one of its own is told by
 * what sets it.
 *
 * @param path dotted
 */
export function isTakenAway(controls: KnownControls, path: string): boolean {
  return controls[path.split(".")[0]!]?.mount === false;
}

/**
 * The sentence of the first problem that stands at no control a person can see: at one that was taken away, or at a
 * field that the form does not have. Null when every problem is in sight.
 */
export function findHiddenProblem(
  errors: FieldErrors,
  controls: KnownControls,
  values: FieldValues,
): string | null {
  for (const [name, error] of Object.entries(errors))
    if (isTakenAway(controls, name) || !(name in values)) return findSentence(error);
  return null;
}

function findSentence(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const part of Object.values(error)) {
    const sentence = findSentence(part);
    if (sentence !== null) return sentence;
  }
  return null;
}
