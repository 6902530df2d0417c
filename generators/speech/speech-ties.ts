import { supportsLanguageBoost } from "@/lib/service/contract/language-boost";
import {
  SPEECH_AUDIO_DEFAULTS,
  supportsEmotion,
  VOICE_MODIFY_FORMATS,
} from "@/lib/service/contract/speech-options";
import type { SpeechForm } from "./speech-input";

/** The field that decides whether another one fits. */
export type TieCause = "model" | "stream" | "format" | "timber_weights";

/** What ties one field to others: which value it has, when it may have it, and what stands there while it may not. */
interface Tie<Value> {
  /** For the sentence that tells what was put aside. */
  causedBy: TieCause;
  read(form: SpeechForm): Value | undefined;
  /** `undefined` is the value that every rule allows. */
  write(form: SpeechForm, value: Value | undefined): SpeechForm;
  fits(form: SpeechForm, value: Value): boolean;
}

const tie = <Value>(tied: Tie<Value>) => tied;

/**
 * The rules between fields (checkSpeechRequestRules, which the schema checks with) as what a form does about them: a
 * value that does not fit is put aside instead of lost. In the order in which they decide each other: the format first.
 */
const ties = {
  format: tie({
    causedBy: "stream",
    read: ({ audio_setting }) => audio_setting?.format,
    write: (form, format) => changePart(form, "audio_setting", { format }),
    fits: ({ stream }, format) => !(stream && format === "wav"),
  }),
  bitrate: tie({
    causedBy: "format",
    read: ({ audio_setting }) => audio_setting?.bitrate,
    write: (form, bitrate) => changePart(form, "audio_setting", { bitrate }),
    fits: (form) => chosenFormat(form) === "mp3",
  }),
  voice_modify: tie({
    causedBy: "format",
    read: ({ voice_modify }) => voice_modify,
    write: (form, voice_modify) => ({ ...form, voice_modify }),
    fits: takesVoiceModify,
  }),
  emotion: tie({
    causedBy: "model",
    read: ({ voice_setting }) => voice_setting?.emotion,
    write: (form, emotion) => changePart(form, "voice_setting", { emotion }),
    fits: ({ model }, emotion) => supportsEmotion(model, emotion),
  }),
  language_boost: tie({
    causedBy: "model",
    read: ({ language_boost }) => language_boost ?? undefined,
    write: (form, language_boost) => ({ ...form, language_boost }),
    fits: ({ model }, language) => supportsLanguageBoost(model, language),
  }),
  // A mix of voices is the voice.
  voice_id: tie({
    causedBy: "timber_weights",
    read: ({ voice_setting }) => voice_setting?.voice_id,
    write: (form, voice_id) => changePart(form, "voice_setting", { voice_id }),
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
type ValueOf<Field extends TiedField> = NonNullable<ReturnType<(typeof ties)[Field]["read"]>>;

/** What does not fit what is chosen now; it comes back with a choice that it fits. */
export type ParkedFields = { [Field in TiedField]?: ValueOf<Field> };

/**
 * Settles the fields that exclude each other after one of them has changed: what no longer fits is put aside, and what
 * was put aside and fits again comes back, unless the person has chosen otherwise meanwhile.
 */
export function settleTies(
  form: SpeechForm,
  parked: ParkedFields,
): { form: SpeechForm; parked: ParkedFields } {
  let settled = form;
  const still: Record<string, unknown> = {};
  for (const [field, tied] of Object.entries(ties) as [TiedField, Tie<unknown>][]) {
    const chosen = tied.read(settled);
    const wished = chosen ?? parked[field];
    if (wished === undefined) continue;
    const fits = tied.fits(settled, wished);
    if (!fits) still[field] = wished;
    // What is neither taken away nor brought back stays the very same.
    if (fits !== (chosen !== undefined)) settled = tied.write(settled, fits ? wished : undefined);
  }
  return { form: settled, parked: still };
}

/** What was put aside because of one field, and has no other value meanwhile. */
export function listParked(form: SpeechForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return (Object.keys(parked) as TiedField[]).filter(
    (field) => ties[field].causedBy === causedBy && ties[field].read(form) === undefined,
  );
}

/** The format that the sound comes in. */
export function chosenFormat({ audio_setting }: Pick<SpeechForm, "audio_setting">): string {
  return audio_setting?.format ?? SPEECH_AUDIO_DEFAULTS.format;
}

/** service.md "Synchronous speech synthesis request", voice_modify: mp3, wav, flac; in a stream mp3. */
export function takesVoiceModify(form: Pick<SpeechForm, "audio_setting" | "stream">): boolean {
  const format = chosenFormat(form);
  return form.stream ? format === "mp3" : VOICE_MODIFY_FORMATS.some((name) => name === format);
}

/** One part of an object of settings; an object without parts is none. */
function changePart<Field extends "audio_setting" | "voice_setting">(
  form: SpeechForm,
  field: Field,
  change: Partial<NonNullable<SpeechForm[Field]>>,
): SpeechForm {
  const parts = Object.entries({ ...form[field], ...change }).filter(([, value]) => value !== undefined);
  return { ...form, [field]: parts.length > 0 ? Object.fromEntries(parts) : undefined };
}
