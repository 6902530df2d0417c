import { z } from "zod";
import { errorDtoSchema } from "@/lib/errors/error-dto";
import { waitingSchema } from "@/lib/generations/record/waiting";
import { SEGMENT_LABELS } from "@/lib/service/contract/cover-preprocess";
import { structureNotes } from "./read-structure";

/** The states of an analysis. `queued`: nothing was sent yet. `unknown`: sent, without a response. */
export const coverAnalysisStates = ["queued", "running", "ready", "failed", "unknown"] as const;

/** An analysis as the API returns it. */
export const coverAnalysisDtoSchema = z.object({
  id: z.uuid(),
  state: z
    .enum(coverAnalysisStates)
    .describe(
      "`queued`: waiting for the rate limit, nothing sent yet. `unknown`: the request was sent, but no response arrived. It's only repeated with `anew`.",
    ),
  waiting: waitingSchema
    .pick({ reason: true, untilAt: true })
    .nullable()
    .describe("Why it is queued, and until when if known."),
  assetId: z.uuid().describe("The analysed audio."),
  coverFeatureId: z.string().nullable().describe("Send it as cover_feature_id to create a cover."),
  lyrics: z.string().nullable().describe("Recognised lyrics with section tags."),
  segments: z
    .array(
      z.object({
        startSeconds: z.number(),
        endSeconds: z.number(),
        label: z.enum(SEGMENT_LABELS).nullable().describe("Null for an undocumented label."),
      }),
    )
    .describe("Sections in order, without overlaps."),
  numSegments: z
    .number()
    .nullable()
    .describe(
      "Number of sections the service reports. `notes` has `count-differs` if it sent another number.",
    ),
  analysisInfo: z.unknown().describe("The service's analysis_info, unchanged; null if it sent none."),
  notes: z
    .array(z.enum(structureNotes))
    .describe("Problems in the service's section data that were left out or corrected."),
  durationSeconds: z.number().nullable(),
  sandbox: z.boolean(),
  error: errorDtoSchema.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe("When the identifier expires: 24 hours after the request."),
});
export type CoverAnalysisDto = z.output<typeof coverAnalysisDtoSchema>;

/** The response of `GET /api/v1/cover-analyses`. */
export const coverAnalysisListSchema = z.object({ analyses: z.array(coverAnalysisDtoSchema) });
export type CoverAnalysisList = z.output<typeof coverAnalysisListSchema>;
