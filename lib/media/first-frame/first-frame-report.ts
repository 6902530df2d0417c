import { z } from "zod";
import type { StoredAsset } from "../stored-asset";
import { findFirstFrameProblems } from "./first-frame-problems";

/** The answer of `GET /api/v1/first-frames/:id`. */
export const firstFrameReportSchema = z.object({
  assetId: z.uuid(),
  fileName: z.string().nullable(),
  title: z
    .string()
    .optional()
    .describe("Of a result: what the generation that made it is called. Missing for an upload."),
  mimeType: z.string().describe("Told from the bytes, whatever the name says."),
  bytes: z.int(),
  width: z.int().nullable().describe("Pixels as shown; null where nothing could be decoded."),
  height: z.int().nullable(),
  problems: z
    .array(
      z.object({
        key: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .describe("What keeps a video from beginning with it; empty when nothing does."),
});
export type FirstFrameReport = z.output<typeof firstFrameReportSchema>;

/** A stored picture as a person is told of it. */
export function reportFirstFrame(asset: StoredAsset): FirstFrameReport {
  const { id, fileName = null, mimeType, bytes, width = null, height = null } = asset;
  const problems = findFirstFrameProblems(asset) as FirstFrameReport["problems"];
  return { assetId: id, fileName, mimeType, bytes, width, height, problems };
}
