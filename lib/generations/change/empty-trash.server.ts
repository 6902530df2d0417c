import { recordAudit, type AuditAuthor } from "@/lib/audit/record-audit.server";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import {
  type EmptiedTrash,
  maxEmptied,
  maxNamedSources,
  type TrashContents,
} from "@/lib/items/delete-items-dto";
import { checkAssets } from "@/lib/media/removal/remove-unused-files.server";
import type { GenerationServices } from "../record/services.server";
import { readTrashClock } from "./trash-clock.server";
import { deleteBatch, removeFiles } from "./delete-items.server";
import { eraseGenerations } from "./erase-generations.server";

type TrashServices = Pick<GenerationServices, "database" | "clock">;

interface EmptyTrashOptions {
  userId: string;
  /** Null for the studio itself. */
  author: AuditAuthor | null;
  /** Only what was moved to the trash before; everything by default. */
  before?: Date;
  /** As for `deleteItems`. */
  includeUsed?: boolean;
}

/**
 * Deletes for good what is in a person's trash, at most `maxEmptied` at once: items, and generations without items, such as
 * failed ones. What has not ended, or is the sample of a voice, is left.
 */
export async function emptyTrash(services: TrashServices, options: EmptyTrashOptions): Promise<EmptiedTrash> {
  const { database } = services;
  const { userId, author, includeUsed = false } = options;
  let deleted = 0;
  while (deleted < maxEmptied) {
    const ids = await findItems(database, options, maxEmptied - deleted);
    if (ids.length === 0) break;
    const { deleted: count, digests } = await database.$transaction((transaction) =>
      deleteBatch(transaction, { userId, author, ids, includeUsed, at: new Date(services.clock.now()) }),
    );
    await removeFiles({ database }, digests);
    if (count === 0) break;
    deleted += count;
  }
  if (deleted < maxEmptied) deleted += await eraseEmpty(services, options, maxEmptied - deleted);
  const [counts] = await database.$queryRaw<[{ inUse: number; remaining: number }]>`
    SELECT (SELECT count(*)::integer ${trashedItems(options)} AND ${!includeUsed} AND ${isUsed}) AS "inUse",
      (SELECT count(*)::integer ${trashedItems(options)} AND (${includeUsed} OR NOT ${isUsed}))
        + (SELECT count(*)::integer ${emptyGenerations(options)}) AS "remaining"`;
  return { deleted, ...counts };
}

/** What emptying a person's trash would delete, and what would be left because other generations use it. */
export async function describeTrash(database: Queryable, userId: string): Promise<TrashContents> {
  const [clock, used, [row]] = await Promise.all([
    readTrashClock(database, Date.now()),
    database.$queryRaw<TrashContents["used"]>`
      SELECT item."generationId", left(coalesce(item."title", item."takeName"), 120) AS "name"
      ${trashedItems({ userId })} AND ${isUsed}
      ORDER BY item."createdAt" DESC, item."id" DESC LIMIT ${maxNamedSources}`,
    database.$queryRaw<[{ items: number; bytes: bigint; inUse: number; others: number }]>`
    SELECT trash.*, (SELECT count(*)::integer ${emptyGenerations({ userId })}) AS "others"
    FROM (
      SELECT count(*)::integer AS "items", coalesce(sum(item."bytes"), 0)::bigint AS "bytes",
        (count(*) FILTER (WHERE ${isUsed}))::integer AS "inUse"
      ${trashedItems({ userId })}
    ) trash`,
  ]);
  const { days, notBefore } = clock;
  return { ...row, bytes: Number(row.bytes), used, days, notBefore: notBefore?.toISOString() ?? null };
}

/**
 * Deletes for good what has been in the trash of anyone since before the date. What other generations use goes, too; its
 * file stays as long as they need it.
 */
export async function emptyOldTrash(services: TrashServices, before: Date): Promise<number> {
  const people = await services.database.$queryRaw<{ userId: string }[]>`
    SELECT "userId" FROM "Item" WHERE "deletedAt" < ${before}
    UNION SELECT "userId" FROM "Generation" WHERE "deletedAt" < ${before} AND "erasedAt" IS NULL`;
  let total = 0;
  for (const { userId } of people) {
    for (let deleted = maxEmptied; deleted >= maxEmptied;) {
      ({ deleted } = await emptyTrash(services, { userId, author: null, before, includeUsed: true }));
      total += deleted;
    }
  }
  return total;
}

const hasEnded = Prisma.sql`take."state" IN ('succeeded', 'failed', 'cancelled', 'unknown')`;
const isUsed = Prisma.sql`EXISTS (SELECT FROM "GenerationAsset" used WHERE used."assetId" = item."assetId")`;

type TrashPart = Pick<EmptyTrashOptions, "userId" | "before">;

const trashedItems = ({ userId, before }: TrashPart) => Prisma.sql`
  FROM "Item" item JOIN "Generation" take ON take."id" = item."generationId"
  WHERE item."userId" = ${userId}::uuid AND item."deletedAt" IS NOT NULL AND ${hasEnded}
    AND (${before ?? null}::timestamptz IS NULL OR item."deletedAt" < ${before ?? null}::timestamptz)`;

const emptyGenerations = ({ userId, before }: TrashPart) => Prisma.sql`
  FROM "Generation" take
  WHERE take."userId" = ${userId}::uuid AND take."deletedAt" IS NOT NULL AND take."erasedAt" IS NULL AND ${hasEnded}
    AND take."relation" IS DISTINCT FROM 'sample'
    AND (${before ?? null}::timestamptz IS NULL OR take."deletedAt" < ${before ?? null}::timestamptz)
    AND NOT EXISTS (SELECT FROM "Item" item WHERE item."generationId" = take."id")`;

async function findItems(database: Queryable, options: EmptyTrashOptions, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT item."id" ${trashedItems(options)} AND (${options.includeUsed ?? false} OR NOT ${isUsed})
    ORDER BY item."createdAt" DESC, item."id" DESC LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Erases generations without items. */
async function eraseEmpty(
  { database, clock }: TrashServices,
  options: EmptyTrashOptions,
  limit: number,
): Promise<number> {
  const { count, digests } = await database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT take."id" ${emptyGenerations(options)} ORDER BY take."id" LIMIT ${limit} FOR NO KEY UPDATE OF take`;
    const ids = rows.map(({ id }) => id);
    const assetIds = await eraseGenerations(transaction, ids, new Date(clock.now()));
    const { author } = options;
    if (ids.length > 0) {
      const facts = { generations: ids.length, ...(author ? {} : { automatic: true }) };
      await recordAudit(transaction, { kind: "items-deleted", author, facts });
    }
    return { count: ids.length, digests: await checkAssets(transaction, assetIds) };
  });
  await removeFiles({ database }, digests);
  return count;
}
