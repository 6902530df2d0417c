import { z } from "zod";
import { rawAudioSchema, type RawAudio } from "@/lib/media/raw-audio";
import type { NarrationRequest } from "@/lib/service/contract/narration";
import { SPEECH_AUDIO_DEFAULTS } from "@/lib/service/contract/speech-options";

/** A text of an uploaded file. */
const textUnitSchema = z.object({
  /** The number under which its file went to the service, from 1. */
  number: z.int().min(1),
  /** Which text of a json file; absent for the one of a txt file. */
  field: z.string().optional(),
  /** What its results are called in the studio. */
  group: z.string(),
});
export type TextUnit = z.infer<typeof textUnitSchema>;

/** All that is needed to come by the results of a task, after any restart. */
export const narrationOperationSchema = z.object({
  taskId: z.string(),
  taskToken: z.string().nullable(),
  /** Where the result will be; null while neither the service nor the person has told. */
  fileId: z.string().nullable(),
  /** Where the service said that it will be; missing for what was asked for before this was kept. */
  serviceFileId: z.string().nullable().optional(),
  /** The file that the person named last, where it is no narration. */
  mistakenFileId: z.string().nullable().default(null),
  usageCharacters: z.number().nullable(),
  /** What sound without a header is; absent for formats that say it themselves. */
  rawAudio: rawAudioSchema.optional(),
  /** The texts of the uploaded file; none where the text came otherwise. */
  units: z.array(textUnitSchema).default([]),
  /** What the person called that file. */
  textFileName: z.string().optional(),
  /** Whether there may be several texts, so that their results need a name. */
  grouped: z.boolean().default(false),
  /** How often it was asked after; the gap grows with it. */
  polls: z.int().min(0).default(0),
  /** How often its file was not there though the task was done. */
  missedFetches: z.int().min(0).default(0),
});
export type NarrationOperation = z.infer<typeof narrationOperationSchema>;

/** Of sound without a header, what was asked for is what it is; undefined for formats that have one. */
export function readRawAudio({
  audio_setting,
}: Pick<NarrationRequest, "audio_setting">): RawAudio | undefined {
  const encoding = rawEncodings[audio_setting?.format ?? ""];
  if (!encoding) return undefined;
  return {
    encoding,
    sampleRateHz: audio_setting?.audio_sample_rate ?? SPEECH_AUDIO_DEFAULTS.sampleRate,
    channels: audio_setting?.channel ?? SPEECH_AUDIO_DEFAULTS.channel,
  };
}

const rawEncodings: Record<string, RawAudio["encoding"]> = { pcm: "s16le", pcmu_raw: "mulaw" };
