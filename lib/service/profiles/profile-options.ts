/** The first seven endpoints are those of service.md, the others those of unshown.md. */
const REQUIRED_ENDPOINTS = [
  "musicGeneration",
  "coverPreprocess",
  "videoGeneration",
  "imageGeneration",
  "narrationCreate",
  "speech",
  "fileContent",
] as const;
export const OPTIONAL_ENDPOINTS = [
  "videoQuery",
  "narrationQuery",
  "fileRetrieve",
  "fileUpload",
  "fileList",
  "fileDelete",
  "voiceList",
  "lyricsGeneration",
] as const;
export const ENDPOINTS = [...REQUIRED_ENDPOINTS, ...OPTIONAL_ENDPOINTS] as const;
export type EndpointName = (typeof ENDPOINTS)[number];
export type OptionalEndpointName = (typeof OPTIONAL_ENDPOINTS)[number];

/** How an ID is written in a request: a string in service.md, an integer in public examples. */
export const IDENTIFIER_TYPES = ["string", "integer"] as const;

/**
 * Separates the values of a list in a text field; values can't contain it. Escaped, because one letter outside of Latin-1
 * doubles the memory of the program that contains it, and esbuild escapes those of strings only.
 */
export const LIST_SEPARATOR = /[,\uFF0C\u3001]/;
