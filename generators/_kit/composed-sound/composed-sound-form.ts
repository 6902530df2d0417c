import {
  MUSIC_BITRATES,
  MUSIC_FORMATS,
  MUSIC_OUTPUT_FORMATS,
  MUSIC_SAMPLE_RATES,
} from "@/lib/service/contract/music-options";
import type { MusicRequest } from "@/lib/service/contract/music";
import { changeSetting } from "@/generators/_kit/change-setting";
import { readBoolean, readObject, readOneOf, type FieldReaders } from "../field-readers";
import type { FieldTie } from "../field-ties";

/** The fields of songs and covers that decide how the sound is made and sent (service.md "Music generation request"). */
export type ComposedSoundFields = {
  [Name in "stream" | "output_format" | "audio_setting" | "aigc_watermark"]?: MusicRequest[Name] | undefined;
};

export const composedSoundReaders: FieldReaders<ComposedSoundFields> = {
  stream: readBoolean,
  output_format: readOneOf(MUSIC_OUTPUT_FORMATS),
  audio_setting: readObject({
    sample_rate: readOneOf(MUSIC_SAMPLE_RATES),
    bitrate: readOneOf(MUSIC_BITRATES),
    format: readOneOf(MUSIC_FORMATS),
  }),
  aigc_watermark: readBoolean,
};

/** The ties between these fields: how a form follows the rules of checkMusicRules. */
export function makeComposedSoundTies<Form extends ComposedSoundFields>() {
  const tie = <Value>(tied: FieldTie<Form, Value, "stream" | "format">) => tied;
  return {
    // service.md lists bitrates without formats; only mp3 is compressed.
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

/** The format of the sound: MP3 by default (unshown.md Music, "stream"). */
export function chosenFormat({ audio_setting }: Pick<ComposedSoundFields, "audio_setting">): string {
  return audio_setting?.format ?? "mp3";
}
