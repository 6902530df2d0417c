import type { z } from "zod";
import { idleIf, type IdleField } from "./idle-fields.ts";
import { reportProblem } from "./issue.ts";
import { MUSIC_LIMITS } from "./music-options.ts";
import { countCodePoints } from "./text.ts";

/** Fields used by the cross-field rules. */
interface MusicRuleInput {
  model: string;
  prompt?: string | undefined;
  lyrics?: string | undefined;
  stream?: boolean | undefined;
  output_format?: string | undefined;
  aigc_watermark?: boolean | undefined;
  lyrics_optimizer?: boolean | undefined;
  is_instrumental?: boolean | undefined;
  audio_url?: unknown;
  audio_base64?: unknown;
  cover_feature_id?: unknown;
}

/** Cross-field rules of service.md "Music generation request" and "Rules for cover models". */
export function checkMusicRules(request: MusicRuleInput, context: z.RefinementCtx): void {
  if (request.stream === true && request.output_format === "url") {
    reportProblem(context, ["output_format"], "music.output-format.stream");
  }
  if (isCoverModel(request.model)) checkCoverRules(request, context);
  else checkSongRules(request, context);
}

/**
 * service.md "Music generation request": a watermark only applies without stream, and lyrics are generated only
 * where they are empty.
 */
export function findIdleMusicFields(request: MusicRuleInput): IdleField[] {
  const { stream, aigc_watermark: watermark, lyrics_optimizer: optimizer, lyrics } = request;
  return [
    ...idleIf(stream === true && watermark === true, "aigc_watermark", "stream-has-no-watermark"),
    ...idleIf(optimizer === true && Boolean(lyrics), "lyrics_optimizer", "lyrics-are-given"),
  ];
}

/** Removes empty lyrics, which lyrics_optimizer may fill: sent lyrics need at least one character. */
export function withoutEmptyLyrics<Request extends { lyrics?: string | undefined }>(
  request: Request,
): Request {
  if (request.lyrics !== "") return request;
  const { lyrics: _empty, ...rest } = request;
  return rest as Request;
}

/** Whether a model creates covers. */
function isCoverModel(model: string): boolean {
  return model === "music-cover" || model === "music-cover-free";
}

/**
 * Rules of the 3.0 and 2.6 models. service.md requires lyrics "otherwise", but lyrics_optimizer writes them; it
 * needs a prompt, so one of both is required.
 */
function checkSongRules(request: MusicRuleInput, context: z.RefinementCtx): void {
  const {
    model,
    prompt = "",
    lyrics = "",
    is_instrumental: isInstrumental,
    lyrics_optimizer: optimizer,
  } = request;
  if (isInstrumental === true && prompt === "")
    reportProblem(context, ["prompt"], "music.prompt.instrumental");
  if (isInstrumental === true && request.lyrics === "" && optimizer !== true)
    reportProblem(context, ["lyrics"], "music.lyrics.empty");
  if (isInstrumental !== true && lyrics === "") {
    if (optimizer !== true) reportProblem(context, ["lyrics"], "music.lyrics.missing");
    else if (prompt === "") reportProblem(context, ["prompt"], "music.prompt.optimizer");
  }
  for (const name of ["audio_url", "audio_base64", "cover_feature_id"] as const) {
    if (request[name] !== undefined)
      reportProblem(context, [name], "music.cover-only", { field: name, model });
  }
}

function checkCoverRules(request: MusicRuleInput, context: z.RefinementCtx): void {
  const { model, prompt, lyrics } = request;
  const { coverPromptMinLength, coverPromptMaxLength, coverLyricsMinLength, coverLyricsMaxLength } =
    MUSIC_LIMITS;
  const promptLength = countCodePoints(prompt ?? "");
  if (promptLength < coverPromptMinLength || promptLength > coverPromptMaxLength) {
    const values = { min: coverPromptMinLength, max: coverPromptMaxLength };
    reportProblem(context, ["prompt"], "music.prompt.cover-length", values);
  }
  const lyricsLength = countCodePoints(lyrics ?? "");
  if (lyrics !== undefined && (lyricsLength < coverLyricsMinLength || lyricsLength > coverLyricsMaxLength)) {
    const values = { min: coverLyricsMinLength, max: coverLyricsMaxLength };
    reportProblem(context, ["lyrics"], "music.lyrics.cover-length", values);
  }
  for (const name of ["lyrics_optimizer", "is_instrumental"] as const) {
    if (request[name] === true) reportProblem(context, [name], "music.song-only", { field: name, model });
  }
  checkReference(request, context);
}

function checkReference(request: MusicRuleInput, context: z.RefinementCtx): void {
  const hasUrl = request.audio_url !== undefined;
  const hasBase64 = request.audio_base64 !== undefined;
  if (request.cover_feature_id !== undefined) {
    if (hasUrl || hasBase64) reportProblem(context, ["cover_feature_id"], "music.reference.feature-only");
    if (request.lyrics === undefined) reportProblem(context, ["lyrics"], "music.lyrics.with-feature");
  } else if (hasUrl && hasBase64) {
    reportProblem(context, ["audio_base64"], "music.reference.one");
  } else if (!hasUrl && !hasBase64) {
    reportProblem(context, ["audio_url"], "music.reference.missing");
  }
}
