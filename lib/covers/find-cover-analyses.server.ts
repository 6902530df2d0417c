import type { ServiceAccess } from "@/lib/connections/service-access.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { CoverAnalysisDto } from "./cover-analysis-dto";
import { settleAbandoned } from "./settle-abandoned.server";
import { toCoverAnalysisDto } from "./to-cover-analysis-dto.server";

type Readers = Pick<ServiceAccess<"preprocessCover">, "database" | "clock">;

/** One analysis of the person. Throws `not-found`. */
export async function getCoverAnalysis(
  { database, clock }: Readers,
  { userId, id }: { userId: string; id: string },
): Promise<CoverAnalysisDto> {
  return database.$transaction(async (transaction) => {
    const row = await transaction.coverAnalysis.findFirst({ where: { id, userId } });
    if (!row) throw new StudioError("not-found");
    return toCoverAnalysisDto(await settleAbandoned(transaction, row, new Date(clock.now())));
  });
}

/** The newest analyses of the person, of one connection, one sound or one identifier where that is asked for. */
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
    const now = new Date(clock.now());
    const settled = [];
    for (const row of rows) settled.push(toCoverAnalysisDto(await settleAbandoned(transaction, row, now)));
    return settled;
  });
}

/** What is known of an identifier that a cover is to be made with; null where it comes from elsewhere. */
export async function findFeatureExpiry(
  { database }: Pick<Readers, "database">,
  { userId, scope, coverFeatureId }: { userId: string; scope: string; coverFeatureId: string },
): Promise<{ expiresAt: Date; isOfConnection: boolean } | null> {
  const rows = await database.coverAnalysis.findMany({
    where: { userId, coverFeatureId, expiresAt: { not: null } },
    // An identifier that was asked for again lives from then on.
    orderBy: { expiresAt: "desc" },
    select: { expiresAt: true, scope: true },
  });
  const row = rows.find((each) => each.scope === scope) ?? rows[0];
  return row?.expiresAt ? { expiresAt: row.expiresAt, isOfConnection: row.scope === scope } : null;
}
