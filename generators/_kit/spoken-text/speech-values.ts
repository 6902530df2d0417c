import type { z } from "zod";
import type { LanguageBoost } from "@/lib/service/contract/language-boost";
import type { NarrationFormat } from "@/lib/service/contract/speech-options";
import type {
  narrationVoiceSettingField,
  pronunciationDictField,
  timberWeightsField,
  voiceModifyField,
} from "@/lib/service/contract/speech-settings";

/** What the fields of this folder hold: the service's own shapes, before parsing. */
/** voice_setting of either request; `english_normalization` is of asynchronous speech only (unshown.md). */
export type VoiceSetting = z.input<typeof narrationVoiceSettingField>;
export type PronunciationDict = z.input<typeof pronunciationDictField>;
export type TimberWeights = z.input<typeof timberWeightsField>;
export type VoiceModify = z.input<typeof voiceModifyField>;
export type LanguageBoostValue = LanguageBoost | null | undefined;

/** The name of the sample rate differs between the requests (unshown.md "audio_setting"). */
export type SampleRateField = "sample_rate" | "audio_sample_rate";

export interface AudioSetting<Format extends string = NarrationFormat> {
  sample_rate?: number | undefined;
  audio_sample_rate?: number | undefined;
  bitrate?: number | undefined;
  format?: Format | undefined;
  channel?: number | undefined;
}
