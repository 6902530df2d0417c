import type { Queryable } from "@/lib/db/database.server";
import { filmExportChannel } from "@/lib/live/live-hub.server";

/** What an idle worker is to know of, and what the one that has the export. */
export type ExportNews = "asked" | "ended";

/**
 * Tells workers and everybody who sees an export that it changed, once the transaction is committed: its person, that of its film,
 * and those of the film's project.
 */
export async function tellExport(
  transaction: Pick<Queryable, "$executeRaw">,
  exportId: string,
  news: ExportNews | null = null,
): Promise<void> {
  await transaction.$executeRaw`
    WITH told AS (
      SELECT export."userId", film."userId" AS "ownerId", film."projectId"
      FROM "FilmExport" export JOIN "Film" film ON film."id" = export."filmId" WHERE export."id" = ${exportId}::uuid
    )
    SELECT pg_notify(${filmExportChannel}::text, json_strip_nulls(json_build_object(
      'userId', person."userId", 'id', ${exportId}::uuid, 'news', ${news}::text
    ))::text)
    FROM (
      SELECT "userId" FROM told
      UNION SELECT "ownerId" FROM told
      UNION SELECT "userId" FROM "Project" WHERE "id" IN (SELECT "projectId" FROM told)
      UNION SELECT "userId" FROM "ProjectMember" WHERE "projectId" IN (SELECT "projectId" FROM told)
    ) person`;
}
