import type { CoverAnalysis } from "@/lib/db/generated/client";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { nullableWaitingSchema } from "@/lib/generations/record/stored-facts";
import { coverAnalysisStates, type CoverAnalysisDto } from "./cover-analysis-dto";
import { readStructure } from "./read-structure";

/** A row with the length of its sound as it was decoded. Throws where the row is not one this code wrote. */
export function toCoverAnalysisDto(row: CoverAnalysis): CoverAnalysisDto {
  const state = coverAnalysisStates.find((each) => each === row.state);
  if (!state) throw new Error(`An analysis has the unknown state ${row.state}`);
  const { segments, notes, numSegments } =
    state === "ready"
      ? readStructure(row.structureResult, row.durationSeconds)
      : { segments: [], notes: [], numSegments: null };
  return {
    id: row.id,
    state,
    waiting: state === "queued" ? nullableWaitingSchema.parse(row.waiting) : null,
    assetId: row.assetId,
    coverFeatureId: row.coverFeatureId,
    lyrics: row.lyrics,
    segments,
    numSegments,
    notes,
    analysisInfo: row.analysisInfo,
    durationSeconds: row.durationSeconds,
    sandbox: row.sandbox,
    error: row.error === null ? null : toErrorDto(errorFactsSchema.parse(row.error)),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
