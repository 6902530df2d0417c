import type { Medium } from "@/lib/generations/definition-port";

/** The media whose results are heard. */
export const soundMedia: ReadonlySet<Medium> = new Set(["music", "cover", "speech", "narration"] as const);
