import { z } from "zod";

/** The most levels of a waveform; long audio has at least half as many. */
export const maxPeaks = 8_192;

/** The response of `GET /api/media/:assetId/peaks`. */
export const peaksDtoSchema = z.object({
  durationSeconds: z.number().describe("Of the decoded audio."),
  peaksPerSecond: z.number().describe("Resolution of the waveform. Zooming in further shows no more detail."),
  peaks: z
    .array(z.number().int().min(0).max(255))
    .describe(
      `Peak level of each equal section across all channels, 0 to 255. The last section may be shorter. ${maxPeaks / 2} to ${maxPeaks} sections, or fewer if a section would have less than 8 samples.`,
    ),
  loudestSample: z.number().describe("0 to 1, full scale. Below 0.0001 the audio is silent."),
  rms: z.number().describe("Root mean square of all samples, 0 to 1."),
});
export type PeaksDto = z.infer<typeof peaksDtoSchema>;
