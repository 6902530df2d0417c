import { z } from "zod";
import { generationErrorDtoSchema } from "@/lib/generations/generation-dto";
import { SEGMENT_LABELS } from "@/lib/service/contract/cover-preprocess";
import { structureNotes } from "./read-structure";

/** How far an analysis has come. `unknown`: the request left, and its answer never came. */
export const coverAnalysisStates = ["running", "ready", "failed", "unknown"] as const;

/** What the service found in a sound, as REST and browser see it. */
export const coverAnalysisDtoSchema = z.object({
  id: z.uuid(),
  state: z
    .enum(coverAnalysisStates)
    .describe(
      "`unknown`: the request left and its answer never came; it is not sent again unless `anew` asks for it.",
    ),
  assetId: z.uuid().describe("The sound that was analysed."),
  coverFeatureId: z.string().nullable().describe("What a cover refers to, as cover_feature_id."),
  lyrics: z.string().nullable().describe("What is sung in it, with section tags, by speech recognition."),
  segments: z
    .array(
      z.object({
        startSeconds: z.number(),
        endSeconds: z.number(),
        label: z.enum(SEGMENT_LABELS).nullable().describe("Null for a part that the document does not name."),
      }),
    )
    .describe("Parts of the sound in order, without overlaps."),
  notes: z
    .array(z.enum(structureNotes))
    .describe("What was wrong with the parts as the service told them, and was left out or mended."),
  durationSeconds: z.number().nullable(),
  sandbox: z.boolean(),
  error: generationErrorDtoSchema.nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .describe("Until when the identifier can be used: 24 hours after it was asked for."),
});
export type CoverAnalysisDto = z.output<typeof coverAnalysisDtoSchema>;

/** The answer of `GET /api/v1/cover-analyses`. */
export const coverAnalysisListSchema = z.object({ analyses: z.array(coverAnalysisDtoSchema) });
export type CoverAnalysisList = z.output<typeof coverAnalysisListSchema>;
