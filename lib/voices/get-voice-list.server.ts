import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { type Database, getDatabase, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { listFavouriteVoices } from "./favourite-voices.server";
import { findServiceVoices, knownVoices, type ServiceVoices } from "./find-service-voices.server";
import { chooseSampleModel } from "./sample-sentences";
import type { VoiceListDto } from "./voice-dto";
import { findVoiceLanguage } from "./voice-language";
import { listVoiceSamples } from "./voice-samples.server";

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

/**
 * The voices to choose from, with favourites, recent voices and samples. Without a usable connection: the known voices and
 * the reason.
 *
 * @param options.refresh bypasses the cache
 */
export async function getVoiceList(
  userId: string,
  model: string,
  { refresh = false, database = getDatabase() }: { refresh?: boolean; database?: Database } = {},
): Promise<VoiceListDto> {
  const [{ connection, voices, source, fault }, favourites, recent] = await Promise.all([
    findVoices(userId, { refresh, database }),
    listFavouriteVoices(userId, database),
    listRecentVoices(userId, database),
  ]);
  const heard = new Map(
    [...voices, ...favourites.map((voiceId) => ({ voiceId })), ...recent.map((voiceId) => ({ voiceId }))]
      // The service's entry has more than the ID.
      .reverse()
      .map((voice) => [voice.voiceId, voice]),
  );
  const samples = connection
    ? await listVoiceSamples(database, { userId, connection, voices: [...heard.values()], model })
    : [];
  return {
    voices: voices.map((voice) => ({
      voiceId: voice.voiceId,
      name: voice.name,
      description: voice.description,
      language: findVoiceLanguage(voice),
    })),
    source,
    fault,
    favourites,
    recent,
    samples,
    sampleModel: chooseSampleModel(model),
  };
}

async function findVoices(
  userId: string,
  { refresh, database }: { refresh: boolean; database: Database },
): Promise<ServiceVoices & { connection: ResolvedConnection | null }> {
  try {
    const connection = await getConnection(userId, database);
    return { connection, ...(await findServiceVoices(connection, { refresh })) };
  } catch (error) {
    const isConnection = error instanceof StudioError && error.code.startsWith("connection.");
    if (!isConnection) throw error;
    return { connection: null, voices: [...knownVoices], source: "known", fault: { code: error.code } };
  }
}
