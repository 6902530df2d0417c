import type { Queryable } from "@/lib/db/database.server";
import { filmChannel } from "@/lib/live/live-hub.server";

/**
 * Tells everybody who sees a film that it changed, once the transaction is committed: its person and those of its project, or of
 * the project that it left.
 *
 * @param film.version that of its document now; null once it is deleted for good
 */
export async function tellFilm(
  transaction: Pick<Queryable, "$executeRaw">,
  film: { id: string; version: number | null; ownerId: string; projectIds: readonly (string | null)[] },
): Promise<void> {
  await transaction.$executeRaw`
    SELECT pg_notify(${filmChannel}::text, json_build_object(
      'userId', person."userId", 'id', ${film.id}::uuid, 'version', ${film.version}::int
    )::text)
    FROM (
      SELECT ${film.ownerId}::uuid AS "userId"
      UNION SELECT "userId" FROM "Project" WHERE "id" = ANY (${film.projectIds}::uuid[])
      UNION SELECT "userId" FROM "ProjectMember" WHERE "projectId" = ANY (${film.projectIds}::uuid[])
    ) person`;
}
