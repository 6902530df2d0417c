import { type Database, Prisma, type Queryable } from "@/lib/db/database.server";
import { terminalStates } from "@/lib/generations/record/states";
import { shortenGeneration } from "@/lib/generations/read/shorten-generation";
import { generationInclude, toGenerationDto } from "@/lib/generations/read/to-generation-dto.server";
import { changeList } from "@/lib/live/change-list.server";
import { isWanted } from "./notice-preferences";
import { getNoticePreferences } from "./notice-preferences.server";
import { type Digest, type DigestQuery, digestSchema, type Look, maxNewEnds } from "./digest-dto";

/** What nobody has dismissed by then is in the library and in Activity anyway. */
const keptDays = 30;

const endStateSchema = digestSchema.shape.counts.element.shape.state;

/** Ends that a digest shows: not of what is in the trash, was dismissed, or runs again. */
const shownEnds = (userId: string, { unseen }: Pick<DigestQuery, "unseen"> = {}) => Prisma.sql`
  FROM "UnseenEnd" ending JOIN "Generation" take ON take."id" = ending."generationId"
  WHERE ending."userId" = ${userId}::uuid AND take."userId" = ending."userId"
    AND take."state" IN (${Prisma.join([...terminalStates])})
    AND take."deletedAt" IS NULL AND take."erasedAt" IS NULL AND take."dismissedAt" IS NULL
    ${unseen ? Prisma.sql`AND ending."lookedAt" IS NULL` : Prisma.empty}`;

/** What ended while the person was away, until they dismiss it. */
export async function getDigest(database: Queryable, userId: string, query: DigestQuery): Promise<Digest> {
  const counts = await database.$queryRaw<
    { generator: string; state: string; count: number; unseen: number; since: Date }[]
  >`
    SELECT take."generator", take."state", count(*)::int AS "count", min(ending."at") AS "since",
      (count(*) FILTER (WHERE ending."lookedAt" IS NULL))::int AS "unseen"
    ${shownEnds(userId, query)}
    GROUP BY 1, 2 ORDER BY 1, array_position(ARRAY['succeeded', 'failed', 'unknown'], take."state")`;
  const unseen = sum(counts.map((entry) => entry.unseen));
  const [ends, generations] = [
    unseen === 0 ? [] : await findUnseen(database, userId),
    counts.length === 0 || query.limit === 0 ? [] : await findLast(database, userId, query),
  ];
  const preferences = ends.length === 0 ? null : await getNoticePreferences(database, userId);
  const since = counts.map((entry) => entry.since).toSorted((a, b) => a.getTime() - b.getTime())[0];
  return {
    since: since?.toISOString() ?? null,
    total: sum(counts.map(({ count }) => count)),
    counts: counts.map(({ generator, state, count }) => ({
      generator,
      state: endStateSchema.parse(state),
      count,
    })),
    generations,
    unseen,
    unseenIds: ends.map(({ id }) => id),
    notifyIds: ends.filter((end) => preferences && isWanted(preferences, end)).map(({ id }) => id),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

interface UnseenEnd {
  id: string;
  state: string;
  seconds: number;
}

function findUnseen(database: Queryable, userId: string): Promise<UnseenEnd[]> {
  return database.$queryRaw<UnseenEnd[]>`
    SELECT take."id", take."state", extract(epoch FROM ending."at" - take."createdAt")::float8 AS "seconds" ${shownEnds(userId, { unseen: "true" })}
    ORDER BY ending."at" DESC, take."id" DESC LIMIT ${maxNewEnds}`;
}

async function findLast(
  database: Queryable,
  userId: string,
  query: DigestQuery,
): Promise<Digest["generations"]> {
  const ids = await database.$queryRaw<{ id: string }[]>`
    SELECT take."id" ${shownEnds(userId, query)}
    ORDER BY ending."at" DESC, take."id" DESC LIMIT ${query.limit}`;
  const rows = await database.generation.findMany({
    where: { userId, id: { in: ids.map(({ id }) => id) } },
    include: generationInclude,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [shortenGeneration(toGenerationDto(row))] : [];
  });
}

/**
 * The person looks at the studio: what they watched was never news, or nothing is unseen any more. Their tabs are told if
 * that changed anything.
 */
export async function lookAtEnds(database: Database, userId: string, { watchedIds }: Look): Promise<void> {
  const where = {
    userId,
    lookedAt: null,
    ...(watchedIds === undefined ? {} : { generationId: { in: watchedIds } }),
  };
  if ((await database.unseenEnd.count({ where })) === 0) return;
  await changeList(database, { userId, list: "digest" }, (transaction) =>
    watchedIds === undefined
      ? transaction.unseenEnd.updateMany({ where, data: { lookedAt: new Date() } })
      : transaction.unseenEnd.deleteMany({ where }),
  );
}

/** Empties the digest, of what ended until a time or of everything. */
export async function dismissDigest(
  database: Database,
  userId: string,
  { until }: { until?: string | undefined },
): Promise<void> {
  await changeList(database, { userId, list: "digest" }, (transaction) =>
    transaction.unseenEnd.deleteMany({
      where: { userId, ...(until === undefined ? {} : { at: { lte: new Date(until) } }) },
    }),
  );
}

/** Deletes what nobody dismissed for a month. */
export async function deleteOldEnds(database: Queryable, nowMs: number): Promise<void> {
  await database.unseenEnd.deleteMany({
    where: { at: { lt: new Date(nowMs - keptDays * 24 * 60 * 60 * 1000) } },
  });
}
