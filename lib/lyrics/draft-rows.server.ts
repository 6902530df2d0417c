import type { Queryable } from "@/lib/db/database.server";
import type { LyricsDraft } from "@/lib/db/generated/client";
import { StudioError } from "@/lib/errors/studio-error";
import { getServiceAccess, type ServiceAccess } from "@/lib/connections/service-access.server";
import { settleAbandoned, type HeldCalls } from "@/lib/paid-calls/held-call.server";
import { type ErrorFacts, errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { isServiceErrorCode } from "@/lib/service/errors/catalogue";
import { ServiceError } from "@/lib/service/errors/service-error";
import { lyricsModeSchema, listedDraftStates, type LyricsDraftDto, type WrittenLyrics } from "./lyrics-dto";

/** How many drafts are kept per person. */
export const maxDraftsOfPerson = 20;

/** What a draft is called in prices and figures. The service knows one model, which it does not name. */
export const draftPayment = { kind: "lyrics-draft", model: "lyrics_generation" } as const;

/** Drafts as calls of the process that received the request. */
export const draftCalls: HeldCalls<LyricsDraft> = {
  name: "lyrics-draft",
  async lose(transaction, id, loss) {
    await transaction.lyricsDraft.updateMany({ where: { id, state: "running" }, data: loss });
    // The response may have been stored a moment before.
    return transaction.lyricsDraft.findUniqueOrThrow({ where: { id } });
  },
};

/** Deletes the oldest drafts of a person, except those being written. */
export async function forgetOldDrafts(transaction: Queryable, userId: string): Promise<void> {
  const kept = await transaction.lyricsDraft.findMany({
    where: { userId },
    orderBy: { id: "desc" },
    take: maxDraftsOfPerson,
    select: { id: true },
  });
  await transaction.lyricsDraft.deleteMany({
    where: { userId, id: { notIn: kept.map(({ id }) => id) }, state: { not: "running" } },
  });
}

/** The lyrics of a draft. Throws the error of a draft without lyrics. */
export function readAnswer(row: LyricsDraft): WrittenLyrics {
  const { lyrics, songTitle, styleTags } = row;
  if (lyrics !== null) return { title: songTitle, styleTags, lyrics };
  throw toError(errorFactsSchema.parse(row.error));
}

/** Rebuilds a stored error, for a request that repeats the idempotency key. */
function toError({ code, serviceCode, traceId }: ErrorFacts): Error {
  if (!isServiceErrorCode(code))
    return new StudioError(code === "result.none" ? code : "generation.interrupted");
  return new ServiceError(code, {
    kind: "malformed",
    sent: "maybe",
    endpoint: "lyricsGeneration",
    detail: "repeated for the same idempotency key",
    ...(serviceCode === undefined ? {} : { serviceCode }),
    ...(traceId === undefined ? {} : { traceId }),
  });
}

/** A row as the API returns it. Throws for an unknown state. */
export function toLyricsDraftDto(row: LyricsDraft): LyricsDraftDto {
  const state = listedDraftStates.find((each) => each === row.state);
  if (!state) throw new Error(`A draft of lyrics has the state ${row.state}`);
  return {
    id: row.id,
    state,
    request: { mode: lyricsModeSchema.parse(row.mode), prompt: row.prompt, title: row.title },
    answer: state === "ready" ? readAnswer(row) : null,
    sandbox: row.sandbox,
    error: row.error === null ? null : toErrorDto(errorFactsSchema.parse(row.error)),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** The person's drafts, newest first: written, being written, and those without a response, which may have been billed. */
export async function listLyricsDrafts(
  userId: string,
  { database, clock }: Pick<ServiceAccess<"writeLyrics">, "database" | "clock"> = getServiceAccess(),
): Promise<LyricsDraftDto[]> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.lyricsDraft.findMany({
      where: { userId, state: { not: "failed" } },
      orderBy: { id: "desc" },
    });
    const now = clock.now();
    const drafts: LyricsDraftDto[] = [];
    for (const row of rows) {
      drafts.push(toLyricsDraftDto(await settleAbandoned(transaction, draftCalls, { row, now })));
    }
    return drafts;
  });
}
