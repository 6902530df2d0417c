import { getConnection } from "@/lib/connections/get-connection.server";
import { getDatabase, type Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { createServiceClient } from "@/lib/service/client.server";
import { isServiceError } from "@/lib/service/errors/service-error";
import { KeptAnswers, KeyConflict } from "./kept-answers";
import type { LyricsBody, WrittenLyrics } from "./lyrics-dto";
import { pauseLyrics, takeLyricsTurn } from "./take-lyrics-turn.server";

/** HTTP status of the refusals that pass by waiting: too many requests. */
const tooManyStatus = 429;

// Next bundles routes apart and reloads modules in development; the process must still have one.
const globalForLyrics = globalThis as { reverieLyrics?: KeptAnswers<WrittenLyrics> };

function getKeptAnswers(): KeptAnswers<WrittenLyrics> {
  globalForLyrics.reverieLyrics ??= new KeptAnswers({
    now: Date.now,
    mayTryAnew: (error) => error instanceof StudioError || (isServiceError(error) && error.nothingMade),
  });
  return globalForLyrics.reverieLyrics;
}

/**
 * Lets the service write or rework lyrics (unshown.md Music "lyrics writer"). It may be billed: one question under one
 * idempotency key asks the service once, and nothing is ever sent again by itself. A caller who goes away stops
 * nothing, since the service may count it anyway: the answer is kept for whoever asks again under the same key.
 *
 * @throws StudioError connection.*, rate.throttled (nothing was made), input.idempotency-conflict, result.none
 * @throws ServiceError what the service or the way to it refused
 */
export async function writeLyrics(
  userId: string,
  { idempotencyKey, ...request }: LyricsBody,
  database: Database = getDatabase(),
): Promise<WrittenLyrics> {
  const ask = () => askService(userId, request, database);
  if (idempotencyKey === undefined) return ask();
  try {
    const key = JSON.stringify([userId, idempotencyKey]);
    return await getKeptAnswers().get(key, JSON.stringify(request), ask);
  } catch (error) {
    if (error instanceof KeyConflict) throw new StudioError("input.idempotency-conflict", { cause: error });
    throw error;
  }
}

async function askService(
  userId: string,
  request: Omit<LyricsBody, "idempotencyKey">,
  database: Database,
): Promise<WrittenLyrics> {
  const connection = await getConnection(userId, database);
  await takeLyricsTurn(database, connection);
  const { profile, apiKey, baseUrl } = connection;
  const client = createServiceClient({ profile, apiKey, baseUrl, userAgent: "Reverie" });
  try {
    const { songTitle, styleTags, lyrics } = await client.writeLyrics(request);
    const written = lyrics.replaceAll(/\r\n?/g, "\n").trim();
    if (written === "") throw new StudioError("result.none");
    return { title: songTitle || null, styleTags: styleTags || null, lyrics: written };
  } catch (error) {
    if (!isServiceError(error) || error.entry.httpStatus !== tooManyStatus) throw error;
    throw await pauseLyrics(database, connection, error);
  }
}
