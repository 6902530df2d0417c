import { changeSetting } from "@/components/speech/change-setting";
import { listParked, settleTies, type FieldTie, type ParkedValues } from "../_kit/field-ties";
import type { CoverForm } from "./cover-input";

export type TieCause = "stream" | "format";

const tie = <Value>(tied: FieldTie<CoverForm, Value, TieCause>) => tied;

/**
 * The rules between the fields of the sound that is made (checkMusicRules, which the schema checks with) as what a form
 * does about them: a value that does not fit is put aside instead of lost.
 */
const ties = {
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

export type TiedField = keyof typeof ties;
export type ParkedFields = ParkedValues<typeof ties>;

/** Puts aside what does not fit, and brings back what fits again. */
export function settleCover(form: CoverForm, parked: ParkedFields) {
  return settleTies(ties, form, parked);
}

/** What was put aside because of one field. */
export function listParkedFields(form: CoverForm, parked: ParkedFields, causedBy: TieCause): TiedField[] {
  return listParked(ties, form, { parked, causedBy });
}

/** The format that the sound comes in; unshown.md Music, "stream": MP3 where none is asked for. */
export function chosenFormat({ audio_setting }: Pick<CoverForm, "audio_setting">): string {
  return audio_setting?.format ?? "mp3";
}
