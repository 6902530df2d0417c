import type { CoverAnalysis } from "@/lib/db/generated/client";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { nullableWaitingSchema } from "@/lib/generations/record/stored-facts";
import { coverAnalysisStates, type CoverAnalysisDto } from "./cover-analysis-dto";
import { readStructure } from "./read-structure";
import type { ServiceAccess } from "@/lib/connections/service-access.server";
import { StudioError } from "@/lib/errors/studio-error";
import { settleAbandoned } from "@/lib/paid-calls/held-call.server";
import { analysisCalls } from "./analysis-calls.server";

type Readers = Pick<ServiceAccess<"preprocessCover">, "database" | "clock">;

/** One analysis of the person. Throws `not-found`. */
export async function getCoverAnalysis(
  { database, clock }: Readers,
  { userId, id }: { userId: string; id: string },
): Promise<CoverAnalysisDto> {
  return database.$transaction(async (transaction) => {
    const row = await transaction.coverAnalysis.findFirst({ where: { id, userId } });
    if (!row) throw new StudioError("not-found");
    return toCoverAnalysisDto(await settleAbandoned(transaction, analysisCalls, { row, now: clock.now() }));
  });
}

/** The newest analyses of the person, optionally of one connection, one sound or one identifier. */
export async function listCoverAnalyses(
  { database, clock }: Readers,
  {
    userId,
    scope,
    assetId,
    coverFeatureId,
    limit,
  }: { userId: string; scope?: string; assetId?: string; coverFeatureId?: string; limit: number },
): Promise<CoverAnalysisDto[]> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.coverAnalysis.findMany({
      where: {
        userId,
        ...(scope === undefined ? {} : { scope }),
        ...(assetId === undefined ? {} : { assetId }),
        ...(coverFeatureId === undefined ? {} : { coverFeatureId }),
      },
      orderBy: { createdAt: "desc" },
      take: limit,
    });
    const now = clock.now();
    const settled = [];
    for (const row of rows) {
      settled.push(toCoverAnalysisDto(await settleAbandoned(transaction, analysisCalls, { row, now })));
    }
    return settled;
  });
}

/** When the identifier of a cover expires; null for an identifier that no analysis of the person returned. */
export async function findFeatureExpiry(
  { database }: Pick<Readers, "database">,
  { userId, scope, coverFeatureId }: { userId: string; scope: string; coverFeatureId: string },
): Promise<{ expiresAt: Date; isOfConnection: boolean } | null> {
  const rows = await database.coverAnalysis.findMany({
    where: { userId, coverFeatureId, expiresAt: { not: null } },
    // The service may return the same identifier again, valid from then on.
    orderBy: { expiresAt: "desc" },
    select: { expiresAt: true, scope: true },
  });
  const row = rows.find((each) => each.scope === scope) ?? rows[0];
  return row?.expiresAt ? { expiresAt: row.expiresAt, isOfConnection: row.scope === scope } : null;
}

/** A row as the API returns it. Throws for an unknown state. */
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
