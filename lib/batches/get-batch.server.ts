import { z } from "zod";
import { Prisma, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type GenerationState, generationStates } from "@/lib/generations/record/states";
import type { BatchDto } from "./batch-dto";

const groupsSchema = z.array(
  z.object({
    id: z.uuid(),
    generator: z.string(),
    state: z.enum(generationStates),
    count: z.number(),
    held: z.number(),
    createdAt: z.date(),
  }),
);

/**
 * A batch of a person, by the states of its generations.
 *
 * @throws StudioError not-found, also if all of them have been deleted for good
 */
export async function getBatch(
  database: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<BatchDto> {
  const [batch] = await countBatches(database, userId, Prisma.sql`(${id}::uuid)`);
  if (!batch) throw new StudioError("not-found");
  return batch;
}

/** The batches of a person of which something waits in the queue, newest first. */
export function listWaitingBatches(database: Queryable, userId: string): Promise<BatchDto[]> {
  return countBatches(
    database,
    userId,
    Prisma.sql`(
      SELECT "batchId" FROM "Generation"
      WHERE "userId" = ${userId}::uuid AND "state" = 'queued' AND "batchId" IS NOT NULL
    )`,
  );
}

async function countBatches(database: Queryable, userId: string, ids: Prisma.Sql): Promise<BatchDto[]> {
  const groups = groupsSchema.parse(
    await database.$queryRaw<unknown[]>`
      SELECT "batchId" AS "id", min("generator") AS "generator", "state", count(*)::int AS "count",
        (count(*) FILTER (WHERE "held" AND "state" = 'queued'))::int AS "held",
        min("createdAt") AS "createdAt"
      FROM "Generation" WHERE "batchId" IN ${ids} AND "userId" = ${userId}::uuid AND "erasedAt" IS NULL
      GROUP BY "batchId", "state" ORDER BY "batchId" DESC`,
  );
  return [...Map.groupBy(groups, ({ id }) => id)].map(([id, states]) => toBatch(id, states));
}

function toBatch(id: string, groups: z.output<typeof groupsSchema>): BatchDto {
  const { generator, createdAt } = groups[0]!;
  const counted = new Map(groups.map(({ state, count }) => [state, count]));
  const states = Object.fromEntries(generationStates.map((state) => [state, counted.get(state) ?? 0]));
  return {
    id,
    generator,
    total: groups.reduce((sum, { count }) => sum + count, 0),
    held: groups.reduce((sum, { held }) => sum + held, 0),
    states: states as Record<GenerationState, number>,
    createdAt: createdAt.toISOString(),
  };
}
