import {
  MUSIC_BITRATES,
  MUSIC_FORMATS,
  MUSIC_OUTPUT_FORMATS,
  MUSIC_SAMPLE_RATES,
} from "@/lib/service/contract/music-options";
import type { MusicRequest } from "@/lib/service/contract/music";
import { readBoolean, readObject, readOneOf, type FieldReaders } from "../field-readers";
import { tiesOf } from "../field-ties";

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

const { field, part } = tiesOf<ComposedSoundFields>();

/** The ties between these fields: how a form follows the rules of checkMusicRules. */
export const composedSoundTies = {
  // service.md lists bitrates without formats; only mp3 is compressed.
  bitrate: part("audio_setting", "bitrate", "format", (form) => chosenFormat(form) === "mp3"),
  aigc_watermark: field("aigc_watermark", "stream", ({ stream }) => !stream),
  output_format: field("output_format", "stream", ({ stream }, value) => value !== "url" || !stream),
};

/** The format of the sound: MP3 by default (unshown.md Music, "stream"). */
export function chosenFormat({ audio_setting }: Pick<ComposedSoundFields, "audio_setting">): string {
  return audio_setting?.format ?? "mp3";
}
