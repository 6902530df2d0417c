import { z } from "zod";
import type { VideoMeasures } from "./stored-asset";

/** What the frames of a video are, as rows keep it and REST tells it. */
export const videoMeasuresSchema = z.object({
  codec: z.string().describe("RFC 6381 codec string, for example `avc1.64001f`."),
  frameRate: z.number().describe("Average frames per second."),
  frameCount: z.number().int(),
  hasSound: z.boolean(),
}) satisfies z.ZodType<VideoMeasures>;
