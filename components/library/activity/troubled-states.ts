import type { GenerationState } from "@/lib/generations/work/states";

/** States of what ended otherwise than wished. */
export const troubledStates: readonly GenerationState[] = ["failed", "unknown"];
