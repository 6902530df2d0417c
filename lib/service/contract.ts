/** Request schemas (strict), answer schemas (tolerant) and the constants of the service. Safe in a browser. */
export { Base64Source } from "./contract/base64-source.ts";
export * from "./contract/cover-preprocess.ts";
export * from "./contract/files.ts";
export * from "./contract/image.ts";
export * from "./contract/image-options.ts";
export { withoutIdle, type IdleField } from "./contract/idle-fields.ts";
export { describeIssue, describeIssues, type IssueValue, type RequestProblem } from "./contract/issue.ts";
export * from "./contract/language-boost.ts";
export * from "./contract/lyrics-tags.ts";
export * from "./contract/lyrics-writer.ts";
export { isHttpUrl, measureBase64, readDataUrl } from "./contract/media-reference.ts";
export * from "./contract/music.ts";
export * from "./contract/music-options.ts";
export {
  checkMusicRules,
  findIdleMusicFields,
  isCoverModel,
  type MusicRuleInput,
} from "./contract/music-rules.ts";
export * from "./contract/narration.ts";
export * from "./contract/narration-options.ts";
export { noteCatalogue, writeNote, type NoteKey } from "./contract/note-catalogue.ts";
export {
  findImageValueProblems,
  findSpeechValueProblems,
  type ImageValueInput,
  type SpeechValueInput,
} from "./contract/open-values.ts";
export { findPauseMarkerProblems, PAUSE_SECONDS, type PauseMarkerProblem } from "./contract/pause-marker.ts";
export { problemCatalogue, type ProblemKey } from "./contract/problem-catalogue.ts";
export * from "./contract/speech.ts";
export * from "./contract/speech-options.ts";
export {
  checkSpeechRequestRules,
  checkSpeechRules,
  effectiveSpeechFormat,
  findIdleNarrationFields,
  findIdleSpeechFields,
} from "./contract/speech-rules.ts";
export * from "./contract/speech-settings.ts";
export { countCodePoints } from "./contract/text.ts";
export * from "./contract/tone-tags.ts";
export * from "./contract/video.ts";
export * from "./contract/video-callback.ts";
export * from "./contract/video-modes.ts";
export * from "./contract/voices.ts";
