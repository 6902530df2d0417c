import type { GenerationState } from "@/lib/generations/record/states";

/** States of what ended otherwise than wished. */
export const troubledStates: readonly GenerationState[] = ["failed", "unknown"];
