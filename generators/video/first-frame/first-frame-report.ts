import { z } from "zod";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { findFirstFrameProblems } from "./first-frame-problems";

/** The response of `GET /api/v1/first-frames/:id`. */
export const firstFrameReportSchema = z.object({
  assetId: z.uuid(),
  fileName: z.string().nullable(),
  title: z.string().optional().describe("For a result: the title of its generation. Missing for uploads."),
  mimeType: z.string().describe("Detected from the content, not from the name."),
  bytes: z.int(),
  width: z.int().nullable().describe("Displayed size in pixels. Null if it can't be decoded."),
  height: z.int().nullable(),
  problems: z
    .array(
      z.object({
        key: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .describe("Why it can't be a first frame. Empty if it can."),
});
export type FirstFrameReport = z.output<typeof firstFrameReportSchema>;

export function reportFirstFrame(asset: StoredAsset): FirstFrameReport {
  const { id, fileName = null, mimeType, bytes, width = null, height = null } = asset;
  const problems = findFirstFrameProblems(asset) as FirstFrameReport["problems"];
  return { assetId: id, fileName, mimeType, bytes, width, height, problems };
}

/** How a picture with too extreme an aspect is fitted: cropped, or padded with borders. */
export const fitManners = ["crop", "pad"] as const;
export type FitManner = (typeof fitManners)[number];
