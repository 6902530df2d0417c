import { VOICE_MODIFY_FORMATS } from "@/lib/service/contract/speech-options";
import { changeSetting } from "../_kit/change-setting";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";
import { chosenFormat, createSpokenTies } from "../_kit/spoken-text/spoken-ties";
import type { SpeechForm } from "./speech-input";

export type TieCause = "model" | "stream" | "format" | "timber_weights";

const tie = <Value>(tied: FieldTie<SpeechForm, Value, TieCause>) => tied;

/** How the form follows checkSpeechRequestRules. The format settles first, since others depend on it. */
const ties = {
  format: tie({
    causedBy: "stream",
    read: ({ audio_setting }) => audio_setting?.format,
    write: (form, format) => ({ ...form, audio_setting: changeSetting(form.audio_setting, { format }) }),
    fits: ({ stream }, format) => !(stream && format === "wav"),
  }),
  ...createSpokenTies<SpeechForm>(takesVoiceModify),
  voice_id: tie({
    causedBy: "timber_weights",
    read: ({ voice_setting }) => voice_setting?.voice_id,
    write: (form, voice_id) => ({ ...form, voice_setting: changeSetting(form.voice_setting, { voice_id }) }),
    fits: ({ timber_weights }) => timber_weights === undefined,
  }),
  subtitle_enable: tie({
    causedBy: "stream",
    read: ({ subtitle_enable }) => subtitle_enable || undefined,
    write: (form, subtitle_enable) => ({ ...form, subtitle_enable }),
    fits: ({ stream }) => !stream,
  }),
  aigc_watermark: tie({
    causedBy: "stream",
    read: ({ aigc_watermark }) => aigc_watermark || undefined,
    write: (form, aigc_watermark) => ({ ...form, aigc_watermark }),
    fits: ({ stream }) => !stream,
  }),
  output_format: tie({
    causedBy: "stream",
    read: ({ output_format }) => (output_format === "url" ? output_format : undefined),
    write: (form, output_format) => ({ ...form, output_format }),
    fits: ({ stream }) => !stream,
  }),
  stream_options: tie({
    causedBy: "stream",
    read: ({ stream_options }) => stream_options,
    write: (form, stream_options) => ({ ...form, stream_options }),
    fits: ({ stream }) => stream === true,
  }),
};

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

export function settleSpeech(form: SpeechForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

export function listParkedFields(form: SpeechForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** service.md "Synchronous speech synthesis request", voice_modify: mp3, wav, flac; in a stream mp3. */
export function takesVoiceModify(form: Pick<SpeechForm, "audio_setting" | "stream">): boolean {
  const format = chosenFormat(form);
  return form.stream ? format === "mp3" : VOICE_MODIFY_FORMATS.some((name) => name === format);
}
