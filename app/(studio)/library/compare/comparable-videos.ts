import type { GenerationFilter } from "@/components/data/generation-lists";

/** What can be compared with a video: one of those that were made. */
export const comparableVideos: GenerationFilter = { generator: "video", states: ["succeeded"] };
