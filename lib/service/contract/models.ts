import { IMAGE_MODELS } from "./image-options.ts";
import { MUSIC_MODELS } from "./music-options.ts";
import { NARRATION_MODELS, SPEECH_MODELS } from "./speech-options.ts";
import { VIDEO_MODELS } from "./video-modes.ts";

/** Every model of service.md, once. */
export const ALL_MODELS: readonly string[] = [
  ...new Set([...MUSIC_MODELS, ...IMAGE_MODELS, ...VIDEO_MODELS, ...SPEECH_MODELS, ...NARRATION_MODELS]),
];
