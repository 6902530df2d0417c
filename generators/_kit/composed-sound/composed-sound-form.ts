import {
  MUSIC_BITRATES,
  MUSIC_FORMATS,
  MUSIC_OUTPUT_FORMATS,
  MUSIC_SAMPLE_RATES,
} from "@/lib/service/contract/music-options";
import type { MusicRequest } from "@/lib/service/contract/music";
import { changeSetting } from "@/generators/_kit/change-setting";
import { readBoolean, readObject, readOneOf, type FieldReader } from "../field-readers";
import type { FieldTie } from "../field-ties";

/** What songs and covers are asked for alike: how the sound is made and sent (service.md "Music generation request"). */
export type ComposedSoundFields = {
  [Name in "stream" | "output_format" | "audio_setting" | "aigc_watermark"]?: MusicRequest[Name] | undefined;
};

/** The names of the fields that most people leave alone. */
export const composedSoundDrawerFields = ["audio_setting", "output_format", "aigc_watermark"] as const;

type ComposedSoundReaders = {
  [Name in keyof Required<ComposedSoundFields>]: FieldReader<ComposedSoundFields[Name]>;
};

/** Read these fields out of something untrusted. */
export const composedSoundReaders: ComposedSoundReaders = {
  stream: readBoolean,
  output_format: readOneOf(MUSIC_OUTPUT_FORMATS),
  audio_setting: readObject({
    sample_rate: readOneOf(MUSIC_SAMPLE_RATES),
    bitrate: readOneOf(MUSIC_BITRATES),
    format: readOneOf(MUSIC_FORMATS),
  }),
  aigc_watermark: readBoolean,
};

/**
 * The rules between these fields (checkMusicRules, which the schemas check with) as what a form does about them: a value
 * that does not fit is put aside instead of lost.
 */
export function makeComposedSoundTies<Form extends ComposedSoundFields>() {
  const tie = <Value>(tied: FieldTie<Form, Value, "stream" | "format">) => tied;
  return {
    // service.md gives bitrates without saying for which formats; a sound that is not compressed has none to choose.
    bitrate: tie({
      causedBy: "format",
      read: ({ audio_setting }) => audio_setting?.bitrate,
      write: (form, bitrate) => ({ ...form, audio_setting: changeSetting(form.audio_setting, { bitrate }) }),
      fits: (form) => chosenFormat(form) === "mp3",
    }),
    aigc_watermark: tie({
      causedBy: "stream",
      read: ({ aigc_watermark }) => aigc_watermark || undefined,
      write: (form, aigc_watermark) => ({ ...form, aigc_watermark }),
      fits: ({ stream }) => stream !== true,
    }),
    output_format: tie({
      causedBy: "stream",
      read: ({ output_format }) => (output_format === "url" ? output_format : undefined),
      write: (form, output_format) => ({ ...form, output_format }),
      fits: ({ stream }) => stream !== true,
    }),
  };
}

/** The format that the sound comes in; unshown.md Music, "stream": MP3 where none is asked for. */
export function chosenFormat({ audio_setting }: Pick<ComposedSoundFields, "audio_setting">): string {
  return audio_setting?.format ?? "mp3";
}
