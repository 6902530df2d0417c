import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { hasAccess } from "@/lib/auth/members.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { getServiceAccess, type ServiceAccess } from "@/lib/connections/service-access.server";
import { closeCall, openCall, type CallEnd } from "@/lib/costs/paid-calls.server";
import type { Prisma, Queryable } from "@/lib/db/database.server";
import type { LyricsDraft } from "@/lib/db/generated/client";
import type { Presence } from "@/lib/db/presence.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { describeError } from "@/lib/errors/error-facts";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { recordCall, settleAbandoned } from "@/lib/paid-calls/held-call.server";
import { isNothingMade } from "@/lib/paid-calls/judge-fault";
import { sendOnce } from "@/lib/paid-calls/send-once.server";
import { pauseTurns, takeTurn, throttled, type Turns } from "@/lib/paid-calls/turns.server";
import { toStorableText } from "@/lib/service/contract/text";
import { isServiceError } from "@/lib/service/errors/service-error";
import { findRateLimit } from "@/lib/service/profiles/read-profile";
import { draftCalls, draftPayment, forgetOldDrafts, readAnswer } from "./draft-rows.server";
import type { LyricsBody, WrittenLyrics } from "./lyrics-dto";

/** HTTP status of rejections as one request too many. */
const tooManyStatus = 429;
/** How long the requests of a key pause after such a rejection, if the service doesn't say. */
const pauseAfterRefusalMs = 5_000;
/** How often a repeated request looks for the response of the first. */
const lookIntervalMs = 250;

type Services = ServiceAccess<"writeLyrics">;
type LyricsFields = Omit<LyricsBody, "idempotencyKey">;

/**
 * Lets the service write or edit lyrics (unshown.md Music "lyrics writer"). It may be billed, so one idempotency key makes
 * one call, also after a restart, and nothing is sent again automatically. The response is stored even if the caller
 * disconnects, and returned to whoever repeats the key.
 *
 * @throws StudioError auth.access-removed, connection.*, rate.throttled (nothing was made), budget.reached,
 * input.idempotency-conflict, result.none,
 * generation.interrupted
 * @throws ServiceError from the service or the network
 */
export async function writeLyrics(
  userId: string,
  { idempotencyKey = randomUUID(), ...request }: LyricsBody,
  services: Services = getServiceAccess(),
): Promise<WrittenLyrics> {
  const connection = await services.getConnection(userId);
  const { row, presence } = await openDraft(services, { userId, idempotencyKey, request, connection });
  if (!presence) return readAnswer(await waitForEnd(services, row));
  try {
    return await send(services, { row, request, connection });
  } finally {
    await presence.end();
  }
}

/** The draft of this key. A new one is `running` from the start, and this process makes its call. */
function openDraft(
  services: Services,
  options: {
    userId: string;
    idempotencyKey: string;
    request: LyricsFields;
    connection: ResolvedConnection;
  },
): Promise<{ row: LyricsDraft; presence: Presence | null }> {
  const { userId, idempotencyKey, request, connection } = options;
  const requestHash = createHash("sha256").update(JSON.stringify(request)).digest("hex");
  const now = services.clock.now();
  return recordCall(services, draftCalls, {
    key: `${userId}:${idempotencyKey}`,
    async find(transaction) {
      const row = await transaction.lyricsDraft.findUnique({
        where: { userId_idempotencyKey: { userId, idempotencyKey } },
      });
      const known = row && (await settleAbandoned(transaction, draftCalls, { row, now }));
      if (known && known.requestHash !== requestHash) throw new StudioError("input.idempotency-conflict");
      // Nothing was made by a failed one: the same key may try again.
      return known?.state === "failed" ? null : known;
    },
    async create(transaction, id) {
      // The call follows at once. Another process may know a session for some seconds longer than it lasts.
      if (!(await hasAccess(userId, transaction))) throw new StudioError("auth.access-removed");
      await takeLyricsTurn(transaction, connection);
      await transaction.lyricsDraft.deleteMany({ where: { userId, idempotencyKey } });
      const draft = await transaction.lyricsDraft.create({
        data: {
          id,
          userId,
          idempotencyKey,
          requestHash,
          sandbox: connection.sandbox,
          state: "running",
          mode: request.mode,
          prompt: request.prompt ?? "",
          title: request.title ?? null,
          createdAt: new Date(now),
        },
      });
      await forgetOldDrafts(transaction, userId);
      const { sandbox } = connection;
      await openCall(transaction, id, { ...draftPayment, userId, sandbox, expected: {} }, now);
      return draft;
    },
  });
}

function findTurns({ profile, scope }: ResolvedConnection): Turns {
  const endpoint = "lyricsGeneration";
  return { bucket: `${scope}:${endpoint}`, limit: findRateLimit(profile, { endpoint }) ?? null };
}

/** Takes the next turn, or throws `rate.throttled`: a person waits for the response, so it doesn't queue. */
async function takeLyricsTurn(database: Queryable, connection: ResolvedConnection): Promise<void> {
  const turn = await takeTurn(database, findTurns(connection), { patienceMs: 0 });
  if (!turn.isTaken) throw throttled(turn.waitMs);
}

/** Waits until the process that makes the call has its response, or is gone. */
async function waitForEnd({ database, clock }: Services, row: LyricsDraft): Promise<LyricsDraft> {
  let draft = row;
  while (draft.state === "running") {
    await sleep(lookIntervalMs);
    draft = await database.$transaction(async (transaction) => {
      const found = await transaction.lyricsDraft.findUniqueOrThrow({ where: { id: row.id } });
      return settleAbandoned(transaction, draftCalls, { row: found, now: clock.now() });
    });
  }
  return draft;
}

/** Makes the paid call of a draft. The response is stored before it is returned. */
async function send(
  services: Services,
  { row, request, connection }: { row: LyricsDraft; request: LyricsFields; connection: ResolvedConnection },
): Promise<WrittenLyrics> {
  const sent = await sendOnce({
    async send() {
      const { songTitle, styleTags, lyrics } = await services.createClient(connection).writeLyrics(request);
      const written = toStorableText(lyrics).replaceAll(/\r\n?/g, "\n").trim();
      if (written === "") throw new StudioError("result.none");
      return {
        title: toStorableText(songTitle ?? "") || null,
        styleTags: toStorableText(styleTags ?? "") || null,
        lyrics: written,
      };
    },
    keep: ({ title: songTitle, styleTags, lyrics }) =>
      writeDown(services, row, { state: "ready", songTitle, styleTags, lyrics }),
    async settle({ error }) {
      const pauseMs = findPause(error);
      if (pauseMs !== null) await pauseTurns(services.database, findTurns(connection).bucket, pauseMs);
      const state = isNothingMade(error) ? "failed" : "unknown";
      await writeDown(services, row, { state, error: describeError(error) });
    },
  });
  if (sent.kind === "answered") return sent.answer;
  const pauseMs = findPause(sent.error);
  throw pauseMs === null ? sent.error : throttled(pauseMs, sent.error);
}

/** How long all requests of the key pause after this error; null for an error that says nothing about them. */
function findPause(error: unknown): number | null {
  if (!isServiceError(error) || error.entry.httpStatus !== tooManyStatus) return null;
  return Math.max(pauseAfterRefusalMs, error.retryAfterMs ?? 0);
}

/** The service reports nothing of what a draft used. */
const callEnds = {
  ready: { state: "answered", milliseconds: null },
  failed: { state: "refused" },
  unknown: { state: "unknown" },
} as const satisfies Record<string, CallEnd>;

/** Never throws: the caller gets the response even if it can't be stored. */
async function writeDown(
  { database, clock }: Services,
  { id }: LyricsDraft,
  data: Omit<Prisma.LyricsDraftUncheckedUpdateInput, "state"> & { state: keyof typeof callEnds },
): Promise<void> {
  try {
    await withDatabaseRetry(() =>
      database.$transaction(async (transaction) => {
        const finishedAt = new Date(clock.now());
        await transaction.lyricsDraft.update({ where: { id }, data: { ...data, finishedAt } });
        await closeCall(transaction, id, callEnds[data.state]);
      }),
    );
  } catch (error) {
    getLogger().error({ err: error, draftId: id }, "The response of a lyrics request could not be stored");
  }
}
