import { VOICE_MODIFY_FORMATS } from "@/lib/service/contract/speech-options";
import { tiesOf, type ParkedValues } from "../_kit/field-ties";
import { chosenFormat, spokenTies } from "../_kit/spoken-text/spoken-ties";
import type { SpeechForm } from "./speech-input";

const { field, part } = tiesOf<SpeechForm>();

/** How the form follows checkSpeechRequestRules. The format settles first, since others depend on it. */
export const speechTies = {
  format: part("audio_setting", "format", "stream", ({ stream }, format) => !(stream && format === "wav")),
  ...spokenTies,
  voice_modify: field("voice_modify", "format", takesVoiceModify),
  voice_id: part("voice_setting", "voice_id", "timber_weights", (form) => form.timber_weights === undefined),
  subtitle_enable: field("subtitle_enable", "stream", ({ stream }) => !stream),
  aigc_watermark: field("aigc_watermark", "stream", ({ stream }) => !stream),
  output_format: field("output_format", "stream", ({ stream }, value) => value !== "url" || !stream),
  stream_options: field("stream_options", "stream", ({ stream }) => stream === true),
};

export type ParkedFields = ParkedValues<typeof speechTies>;

/** service.md "Synchronous speech synthesis request", voice_modify: mp3, wav, flac; in a stream mp3. */
export function takesVoiceModify(form: Pick<SpeechForm, "audio_setting" | "stream">): boolean {
  const format = chosenFormat(form);
  return form.stream ? format === "mp3" : VOICE_MODIFY_FORMATS.some((name) => name === format);
}
