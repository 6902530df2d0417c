import { z } from "zod";
import type { RawAudio } from "@/lib/media/raw-audio";
import { rawAudioSchema } from "@/lib/media/raw-audio-schema";
import type { NarrationRequest } from "@/lib/service/contract/narration";
import { SPEECH_AUDIO_DEFAULTS } from "@/lib/service/contract/speech-options";

const textUnitSchema = z.object({
  /** The number of its file in the upload, from 1. */
  number: z.int().min(1),
  /** The key in a json file; absent for a txt file. */
  field: z.string().optional(),
  /** The name of its results in the studio. */
  group: z.string(),
});
export type TextUnit = z.infer<typeof textUnitSchema>;

/** What is needed to fetch the results of a task after a restart. */
export const narrationOperationSchema = z.object({
  taskId: z.string(),
  taskToken: z.string().nullable(),
  /** The id of the result file; null until the service or the person names it. */
  fileId: z.string().nullable(),
  /** The id that the service named; missing in older operations. */
  serviceFileId: z.string().nullable().optional(),
  /** A file that the person named and that is not a narration. */
  mistakenFileId: z.string().nullable().default(null),
  usageCharacters: z.number().nullable(),
  /** The format of sound without a header. */
  rawAudio: rawAudioSchema.optional(),
  /** The texts of the uploaded file; empty for other sources. */
  units: z.array(textUnitSchema).default([]),
  textFileName: z.string().optional(),
  /** Whether there may be several texts, whose results need names. */
  grouped: z.boolean().default(false),
  /** The number of polls; the interval grows with it. */
  polls: z.int().min(0).default(0),
  /** How often the file of the finished task was missing. */
  missedFetches: z.int().min(0).default(0),
});
export type NarrationOperation = z.infer<typeof narrationOperationSchema>;

/** The requested format if it has no header; undefined for others. */
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
