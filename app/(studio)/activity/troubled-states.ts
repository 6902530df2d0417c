import type { GenerationState } from "@/lib/generations/states";

/** States of what ended otherwise than wished. */
export const troubledStates: readonly GenerationState[] = ["failed", "unknown"];
