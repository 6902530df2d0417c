import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { getServiceAccess, type ServiceAccess } from "@/lib/connections/service-access.server";
import type { Prisma, Queryable } from "@/lib/db/database.server";
import type { LyricsDraft } from "@/lib/db/generated/client";
import type { Presence } from "@/lib/db/presence.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { findMade } from "@/lib/errors/error-catalogue";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeError } from "@/lib/errors/error-facts";
import { toStorableText } from "@/lib/service/contract/text";
import { isServiceError } from "@/lib/service/errors/service-error";
import { announceDraft, forgetOldDrafts, readAnswer, settleAbandonedDraft } from "./draft-rows.server";
import type { LyricsBody, WrittenLyrics } from "./lyrics-dto";
import { pauseLyrics, takeLyricsTurn } from "./take-lyrics-turn.server";

/** HTTP status of the refusals that pass by waiting: too many requests. */
const tooManyStatus = 429;
/** How often a second press looks whether the first has its answer. */
const lookIntervalMs = 250;

type LyricsFields = Omit<LyricsBody, "idempotencyKey">;

/**
 * Lets the service write or rework lyrics (unshown.md Music "lyrics writer"). It may be billed: one question under one
 * idempotency key asks the service once, also over a restart, and nothing is ever sent again by itself. A caller who
 * goes away stops nothing, since the service may count it anyway: what it writes is kept for the person, and given to
 * whoever asks again under the same key.
 *
 * @throws StudioError connection.*, rate.throttled (nothing was made), input.idempotency-conflict, result.none,
 * generation.interrupted
 * @throws ServiceError what the service or the way to it refused
 */
export async function writeLyrics(
  userId: string,
  { idempotencyKey = randomUUID(), ...request }: LyricsBody,
  services: ServiceAccess<"writeLyrics"> = getServiceAccess(),
): Promise<WrittenLyrics> {
  const connection = await services.getConnection(userId);
  const { row, presence } = await openDraft(services, { userId, idempotencyKey, request, connection });
  if (!presence) return readAnswer(await waitForEnd(services, row));
  try {
    return await perform(services, { row, request, connection });
  } finally {
    await presence.end();
  }
}

interface OpenOptions {
  userId: string;
  idempotencyKey: string;
  request: LyricsFields;
  connection: ResolvedConnection;
}

/** The draft of this key: a new one with the turn to ask and this process as the one that does, or the one there is. */
async function openDraft(
  { database, databaseUrl, clock }: ServiceAccess<"writeLyrics">,
  { userId, idempotencyKey, request, connection }: OpenOptions,
): Promise<{ row: LyricsDraft; presence: Presence | null }> {
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  let presence: Presence | null = null;
  try {
    const row = await database.$transaction(async (transaction) => {
      await lockKey(transaction, userId, idempotencyKey);
      const now = new Date(clock.now());
      const found = await transaction.lyricsDraft.findUnique({
        where: { userId_idempotencyKey: { userId, idempotencyKey } },
      });
      const known = found && (await settleAbandonedDraft(transaction, found, now));
      if (known && known.requestHash !== requestHash) throw new StudioError("input.idempotency-conflict");
      if (known && known.state !== "failed") return known;
      await takeLyricsTurn(transaction, connection);
      // Nothing was made of it: the same key may try anew.
      if (known) await transaction.lyricsDraft.delete({ where: { id: known.id } });
      const draft = await transaction.lyricsDraft.create({
        data: {
          userId,
          idempotencyKey,
          requestHash,
          sandbox: connection.sandbox,
          state: "running",
          mode: request.mode,
          prompt: request.prompt ?? "",
          title: request.title ?? null,
          createdAt: now,
        },
      });
      // Before anybody can see the row: a row without a lock is one whose process is gone.
      presence = await announceDraft(databaseUrl, draft.id);
      await forgetOldDrafts(transaction, userId);
      return draft;
    });
    return { row, presence };
  } catch (error) {
    await (presence as Presence | null)?.end();
    throw error;
  }
}

/** One at a time decides about a key, whichever process it is in. */
async function lockKey(transaction: Queryable, userId: string, idempotencyKey: string): Promise<void> {
  const name = `lyrics-drafts:${userId}:${idempotencyKey}`;
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** The draft once whoever asked for it has its answer, or is gone. */
async function waitForEnd(
  { database, clock }: ServiceAccess<"writeLyrics">,
  row: LyricsDraft,
): Promise<LyricsDraft> {
  let draft = row;
  while (draft.state === "running") {
    await sleep(lookIntervalMs);
    draft = await database.$transaction(async (transaction) =>
      settleAbandonedDraft(
        transaction,
        await transaction.lyricsDraft.findUniqueOrThrow({ where: { id: row.id } }),
        new Date(clock.now()),
      ),
    );
  }
  return draft;
}

/** Asks the service once, and writes down what came of it before anybody is told. */
async function perform(
  services: ServiceAccess<"writeLyrics">,
  { row, request, connection }: { row: LyricsDraft; request: LyricsFields; connection: ResolvedConnection },
): Promise<WrittenLyrics> {
  try {
    const answer = await askService(services, request, connection);
    const { title: songTitle, styleTags, lyrics } = answer;
    await writeDown(services, row, { state: "ready", songTitle, styleTags, lyrics });
    return answer;
  } catch (error) {
    const state = provesNothingMade(error) ? "failed" : "unknown";
    await writeDown(services, row, { state, error: describeError(error) });
    throw error;
  }
}

/** Never throws: the answer is there, whether or not it could be kept. */
async function writeDown(
  { database, clock }: ServiceAccess<"writeLyrics">,
  { id }: LyricsDraft,
  data: Prisma.LyricsDraftUncheckedUpdateInput,
): Promise<void> {
  try {
    await withDatabaseRetry(() =>
      database.lyricsDraft.update({ where: { id }, data: { ...data, finishedAt: new Date(clock.now()) } }),
    );
  } catch (error) {
    getLogger().error({ err: error, draftId: id }, "What came of a request for lyrics could not be kept");
  }
}

function provesNothingMade(error: unknown): boolean {
  if (isServiceError(error)) return error.nothingMade;
  return error instanceof StudioError && findMade(error.code) === "nothing";
}

async function askService(
  { database, createClient }: ServiceAccess<"writeLyrics">,
  request: LyricsFields,
  connection: ResolvedConnection,
): Promise<WrittenLyrics> {
  try {
    const { songTitle, styleTags, lyrics } = await createClient(connection).writeLyrics(request);
    const written = toStorableText(lyrics).replaceAll(/\r\n?/g, "\n").trim();
    if (written === "") throw new StudioError("result.none");
    return {
      title: toStorableText(songTitle ?? "") || null,
      styleTags: toStorableText(styleTags ?? "") || null,
      lyrics: written,
    };
  } catch (error) {
    if (!isServiceError(error) || error.entry.httpStatus !== tooManyStatus) throw error;
    throw await pauseLyrics(database, connection, error);
  }
}
