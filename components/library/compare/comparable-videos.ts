import type { GenerationFilter } from "@/components/queries/generation-lists";

/** What can be compared with a video: one of those that were made. */
export const comparableVideos: GenerationFilter = { generator: "video", states: ["succeeded"] };
