/** The states of a generation, in order. */
export const generationStates = [
  "queued",
  "starting",
  "running",
  "storing",
  "succeeded",
  "failed",
  "cancelled",
  "unknown",
] as const;

export type GenerationState = (typeof generationStates)[number];

/** The states of an end without success. */
export const fruitlessStates = ["failed", "unknown", "cancelled"] as const;

export const terminalStates = ["succeeded", "failed", "cancelled", "unknown"] as const;

export function isFruitless(state: GenerationState): boolean {
  return (fruitlessStates as readonly string[]).includes(state);
}

export function isTerminal(state: GenerationState): boolean {
  return (terminalStates as readonly string[]).includes(state);
}
