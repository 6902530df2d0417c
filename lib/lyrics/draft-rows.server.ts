import type { Queryable } from "@/lib/db/database.server";
import type { LyricsDraft } from "@/lib/db/generated/client";
import { announcePresence, isPresent, type Presence } from "@/lib/db/presence.server";
import { StudioError } from "@/lib/errors/studio-error";
import { describeError, type ErrorFacts, errorFactsSchema, toErrorDto } from "@/lib/errors/error-facts";
import { isServiceErrorCode } from "@/lib/service/errors/catalogue";
import { ServiceError } from "@/lib/service/errors/service-error";
import { lyricsModeSchema, toldDraftStates, type LyricsDraftDto, type WrittenLyrics } from "./lyrics-dto";

/** Drafts of one person that are kept; the oldest go first. */
export const maxDraftsOfPerson = 20;

const presenceOf = (draftId: string) => `lyrics-draft:${draftId}`;

/** Says that this process waits for what the service writes. */
export function announceDraft(databaseUrl: string, draftId: string): Promise<Presence> {
  return announcePresence(databaseUrl, presenceOf(draftId));
}

/** A draft that nobody waits for any more, since its process is gone, becomes `unknown`; others stay as they are. */
export async function settleAbandonedDraft(
  transaction: Queryable,
  row: LyricsDraft,
  now: Date,
): Promise<LyricsDraft> {
  if (row.state !== "running" || (await isPresent(transaction, presenceOf(row.id)))) return row;
  const error = describeError(new StudioError("generation.interrupted"));
  await transaction.lyricsDraft.updateMany({
    where: { id: row.id, state: "running" },
    data: { state: "unknown", error, finishedAt: now },
  });
  // What was written may have been put down in the very moment before.
  return transaction.lyricsDraft.findUniqueOrThrow({ where: { id: row.id } });
}

/** Removes the oldest beyond those that are kept; one that is still being written stays. */
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

/** What was written. Throws where the draft holds nothing, with what came in its place. */
export function readAnswer(row: LyricsDraft): WrittenLyrics {
  const { lyrics, songTitle, styleTags } = row;
  if (lyrics !== null) return { title: songTitle, styleTags, lyrics };
  throw toError(errorFactsSchema.parse(row.error));
}

/** The error whose facts were kept, to be told once more. */
function toError({ code, serviceCode, traceId }: ErrorFacts): Error {
  if (!isServiceErrorCode(code))
    return new StudioError(code === "result.none" ? code : "generation.interrupted");
  return new ServiceError(code, {
    kind: "malformed",
    sent: "maybe",
    endpoint: "lyricsGeneration",
    detail: "told again for the same idempotency key",
    ...(serviceCode === undefined ? {} : { serviceCode }),
    ...(traceId === undefined ? {} : { traceId }),
  });
}

/** Throws where the row is not one this code wrote. */
export function toLyricsDraftDto(row: LyricsDraft): LyricsDraftDto {
  const state = toldDraftStates.find((each) => each === row.state);
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
