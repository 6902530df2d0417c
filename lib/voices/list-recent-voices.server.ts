import { getDatabase, type Queryable } from "@/lib/db/database.server";

/** How many generations with a voice are searched. */
const generationsMax = 2_000;
const withVoiceMax = 100;
const voicesMax = 8;

/** The voices of a person's latest generations, each once, newest first. */
export async function listRecentVoices(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<string[]> {
  const rows = await database.$queryRaw<{ voiceId: string }[]>`
    WITH latest AS (
      SELECT "id", "input" #>> '{voice_setting,voice_id}' AS "voiceId"
      FROM "Generation"
      WHERE "userId" = ${userId}::uuid AND "relation" IS DISTINCT FROM 'sample' AND "deletedAt" IS NULL
      ORDER BY "id" DESC
      LIMIT ${generationsMax}
    ), spoken AS (
      SELECT * FROM latest WHERE "voiceId" <> '' ORDER BY "id" DESC LIMIT ${withVoiceMax}
    )
    SELECT "voiceId" FROM spoken
    GROUP BY "voiceId"
    ORDER BY max("id"::text) DESC
    LIMIT ${voicesMax}`;
  return rows.map(({ voiceId }) => voiceId);
}
