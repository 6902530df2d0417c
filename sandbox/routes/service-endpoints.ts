import { fileContent, fileDeletion, fileList, fileRetrieval, fileUpload } from "./files.ts";
import { imageGeneration } from "./image-generation.ts";
import { lyricsGeneration } from "./lyrics-generation.ts";
import { musicCoverPreprocess } from "./music-cover-preprocess.ts";
import { musicGeneration } from "./music-generation.ts";
import { narrationCreation, narrationQuery } from "./narration.ts";
import type { ServiceEndpoint } from "./service-endpoint.ts";
import { speechSynthesis } from "./speech-synthesis.ts";
import { videoCreation, videoQuery } from "./video.ts";
import { voiceList } from "./voices.ts";

/** Every endpoint the sandbox serves: the seven of service.md, then the optional ones of unshown.md. */
export const SERVICE_ENDPOINTS: readonly ServiceEndpoint[] = [
  musicGeneration,
  musicCoverPreprocess,
  videoCreation,
  imageGeneration,
  narrationCreation,
  speechSynthesis,
  fileContent,
  videoQuery,
  narrationQuery,
  fileRetrieval,
  fileUpload,
  fileList,
  fileDeletion,
  voiceList,
  lyricsGeneration,
];
