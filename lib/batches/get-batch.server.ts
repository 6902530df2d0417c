import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type GenerationState, generationStates } from "@/lib/generations/record/states";
import type { BatchDto } from "./batch-dto";

const groupsSchema = z.array(
  z.object({
    generator: z.string(),
    state: z.enum(generationStates),
    count: z.number(),
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
  const groups = groupsSchema.parse(
    await database.$queryRaw<unknown[]>`
      SELECT min("generator") AS "generator", "state", count(*)::int AS "count", min("createdAt") AS "createdAt"
      FROM "Generation" WHERE "batchId" = ${id}::uuid AND "userId" = ${userId}::uuid AND "erasedAt" IS NULL
      GROUP BY "state"`,
  );
  const [first] = groups;
  if (!first) throw new StudioError("not-found");
  const counted = new Map(groups.map(({ state, count }) => [state, count]));
  const states = Object.fromEntries(generationStates.map((state) => [state, counted.get(state) ?? 0]));
  return {
    id,
    generator: first.generator,
    total: groups.reduce((sum, { count }) => sum + count, 0),
    states: states as Record<GenerationState, number>,
    createdAt: first.createdAt.toISOString(),
  };
}
