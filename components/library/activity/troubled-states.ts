import type { GenerationState } from "@/lib/generations/record/states";

/** States of generations that ended without success. */
export const troubledStates: readonly GenerationState[] = ["failed", "unknown"];
