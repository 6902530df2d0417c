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

export const terminalStates = ["succeeded", "failed", "cancelled", "unknown"] as const;

export function isTerminal(state: GenerationState): boolean {
  return (terminalStates as readonly string[]).includes(state);
}
