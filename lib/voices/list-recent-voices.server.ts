import { getDatabase, type Queryable } from "@/lib/db/database.server";

/** How far back is looked: the voices of late, whatever somebody used years ago. */
const generationsMax = 100;
const voicesMax = 8;

/** The voices that a person's own generations used last, each once, the newest first. */
export async function listRecentVoices(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<string[]> {
  const rows = await database.$queryRaw<{ voiceId: string }[]>`
    SELECT "voiceId" FROM (
      SELECT "id", "input" #>> '{voice_setting,voice_id}' AS "voiceId"
      FROM "Generation"
      WHERE "userId" = ${userId}::uuid AND "generator" IN ('speech', 'narration')
        AND "relation" IS DISTINCT FROM 'sample' AND "deletedAt" IS NULL
      ORDER BY "id" DESC
      LIMIT ${generationsMax}
    ) AS latest
    WHERE "voiceId" IS NOT NULL AND "voiceId" <> ''
    GROUP BY "voiceId"
    ORDER BY max("id"::text) DESC
    LIMIT ${voicesMax}`;
  return rows.map(({ voiceId }) => voiceId);
}
