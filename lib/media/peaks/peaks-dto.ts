import { z } from "zod";

/** Most levels a sound has; a long one has at least half as many. */
export const maxPeaks = 8_192;

/** The answer of `GET /api/media/:assetId/peaks`. */
export const peaksDtoSchema = z.object({
  durationSeconds: z.number().describe("Of the decoded sound."),
  peaksPerSecond: z
    .number()
    .describe("How fine the waveform is; it shows nothing truer than that when it is enlarged."),
  peaks: z
    .array(z.number().int().min(0).max(255))
    .describe(
      `The loudest sample of any channel in each of equal parts of the sound (the last may be shorter), 0 to 255: ${maxPeaks / 2} to ${maxPeaks} of them, fewer where that would be fewer than 8 samples each.`,
    ),
  loudestSample: z.number().describe("0 to 1, full scale; under 0.0001 the sound is silence."),
  rms: z.number().describe("Root mean square of all samples, 0 to 1."),
});
export type PeaksDto = z.infer<typeof peaksDtoSchema>;
