import { z } from "zod";
import type { RawAudio } from "./raw-audio";

/** Parses stored formats. Not in raw-audio.ts, because every page loads that file and none needs zod at load. */
export const rawAudioSchema = z.object({
  encoding: z.enum(["s16le", "mulaw"]),
  sampleRateHz: z.number().int().positive(),
  channels: z.number().int().min(1).max(2),
}) satisfies z.ZodType<RawAudio>;
