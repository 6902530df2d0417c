import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { ServiceAccess } from "@/lib/connections/service-access.server";
import { jsonNull, type Prisma } from "@/lib/db/database.server";
import type { CoverAnalysis } from "@/lib/db/generated/client";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeError } from "@/lib/generations/describe-error";
import { readReferenceSound } from "@/lib/media/read-reference-sound.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { COVER_FEATURE_LIFETIME_MS } from "@/lib/service/contract/cover-preprocess";
import { toStorableText } from "@/lib/service/contract/text";
import { isServiceError } from "@/lib/service/errors/service-error";

/** Sends one analysis, once, and writes down what came of it. Never throws. */
export async function performAnalysis(
  services: ServiceAccess<"preprocessCover">,
  { row, asset, connection }: { row: CoverAnalysis; asset: StoredAsset; connection: ResolvedConnection },
): Promise<void> {
  const outcome = await call(services, { row, asset, connection });
  try {
    await withDatabaseRetry(() =>
      services.database.coverAnalysis.update({
        where: { id: row.id },
        data: { ...outcome, finishedAt: new Date(services.clock.now()) },
      }),
    );
  } catch (error) {
    getLogger().error(
      { err: error, analysisId: row.id },
      "The answer to an analysis could not be written down",
    );
  }
}

async function call(
  services: ServiceAccess<"preprocessCover">,
  { row, asset, connection }: { row: CoverAnalysis; asset: StoredAsset; connection: ResolvedConnection },
): Promise<Prisma.CoverAnalysisUncheckedUpdateInput> {
  // The 24 hours count from when it was asked for: rather too early than in the middle of a cover.
  const askedAt = services.clock.now();
  try {
    const sound = await readReferenceSound(asset);
    const result = await services
      .createClient(connection)
      .preprocessCover(
        { model: "music-cover", audio_base64: sound },
        { headers: { "x-request-id": row.id } },
      );
    return {
      state: "ready",
      error: jsonNull,
      coverFeatureId: result.coverFeatureId,
      // A form knows line feeds alone, and counts every character.
      lyrics: toStorable(result.formattedLyrics)?.replaceAll(/\r\n?/g, "\n") ?? null,
      structureResult: toStorable(result.structureResult),
      traceId: result.traceId,
      expiresAt: new Date(askedAt + COVER_FEATURE_LIFETIME_MS),
    };
  } catch (error) {
    const known = isServiceError(error) || error instanceof StudioError;
    if (!known)
      getLogger().error({ err: error, analysisId: row.id }, "An analysis failed in an unforeseen way");
    return { state: provesNothingMade(error) ? "failed" : "unknown", error: describeError(error) };
  }
}

/** Before the request left, or by a proven no of the service; anything else may have been made and counted. */
function provesNothingMade(error: unknown): boolean {
  return isServiceError(error) ? error.outcome === "refused" : error instanceof StudioError;
}

function toStorable(text: string | null): string | null {
  return text === null ? null : toStorableText(text);
}
