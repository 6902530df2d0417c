import { IMAGE_MODELS } from "@/lib/service/contract/image-options";
import { MUSIC_MODELS } from "@/lib/service/contract/music-options";
import { NARRATION_MODELS, SPEECH_MODELS } from "@/lib/service/contract/speech-options";
import { VIDEO_MODELS } from "@/lib/service/contract/video-modes";

/** Every model of service.md, each once. */
export const allModels: readonly string[] = [
  ...new Set([...MUSIC_MODELS, ...IMAGE_MODELS, ...VIDEO_MODELS, ...SPEECH_MODELS, ...NARRATION_MODELS]),
];
