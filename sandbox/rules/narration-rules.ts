import type { Fields } from "./fields.ts";
import {
  checkVoices,
  parseLanguageBoost,
  parsePronunciations,
  parseSpeechAudioSetting,
  parseVoiceModify,
  parseVoiceSetting,
  type SpeechAudioSetting,
  type VoiceModify,
  type VoiceSetting,
} from "./speech-rules.ts";
import { checkSpokenText, checkToneTags } from "./text-rules.ts";
import type { TextFileIdType } from "../settings.ts";

const MODELS = [
  "speech-2.8-hd",
  "speech-2.8-turbo",
  "speech-2.6-hd",
  "speech-2.6-turbo",
  "speech-02-hd",
  "speech-02-turbo",
  "speech-01-hd",
  "speech-01-turbo",
] as const;
const MAXIMUM_TEXT_CHARS = 50_000;

export interface NarrationRequest {
  model: (typeof MODELS)[number];
  /** Null when the text comes from a file. */
  text: string | null;
  textFileId: string | null;
  voice: VoiceSetting;
  pronunciations: [string, string][];
  languageBoost: string | null;
  modify: VoiceModify;
  audio: SpeechAudioSetting;
  hasWatermark: boolean;
}

/** Checks an asynchronous speech request (service.md). The uploaded file itself is checked by the endpoint. */
export function parseNarrationRequest(fields: Fields, idType: TextFileIdType): NarrationRequest {
  const model = fields.required("model", fields.oneOf("model", MODELS));
  const text = fields.string("text", { min: 1, max: MAXIMUM_TEXT_CHARS }) ?? null;
  const textFileId = parseTextFileId(fields, idType) ?? null;
  if ((text === null) === (textFileId === null)) {
    fields.fail("text", "exactly one of text and text_file_id must be given");
  }
  if (text !== null) {
    checkSpokenText("text", text);
    checkToneTags("text", text, model);
  }
  const audio = parseSpeechAudioSetting(fields, "audio_sample_rate", [
    "mp3",
    "pcm",
    "flac",
    "wav",
    "pcmu_raw",
    "pcmu_wav",
    "opus",
  ]);
  const voice = parseVoiceSetting(fields, model, { takesNormalization: true });
  const pronunciations = parsePronunciations(fields);
  const languageBoost = parseLanguageBoost(fields, model);
  const modify = parseVoiceModify(fields, audio.format, ["mp3", "wav", "flac"]);
  checkVoices([voice.voiceId]);
  const hasWatermark = fields.boolean("aigc_watermark") ?? false;
  const settings = { voice, pronunciations, languageBoost, modify, audio, hasWatermark };
  return { model, text, textFileId, ...settings };
}

/** The string of service.md, or the JSON integer of unshown.md where the settings say so; the other one is refused. */
function parseTextFileId(fields: Fields, type: TextFileIdType): string | undefined {
  if (type === "string") return fields.string("text_file_id", { min: 1 });
  return fields.int64("text_file_id")?.toString();
}
