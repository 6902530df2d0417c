import { z } from "zod";
import type { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { maxChainSteps, type Chain } from "./chain-dto";
import { chooseChain } from "./choose-chain";
import type { GenerationDto } from "./generation-dto";
import type { GenerationServices } from "../record/services.server";
import { generationInclude, toGenerationDto } from "./to-generation-dto.server";

/** How many descendants are searched for the chain. */
const descendantsMax = 400;

const idRowsSchema = z.array(z.object({ id: z.uuid() }));
const treeRowsSchema = z.array(z.object({ id: z.uuid(), parentId: z.uuid(), depth: z.number().int() }));

/**
 * The chain of a generation: each step started from a frame of the one before (relation `frame`). Backwards it leads to
 * the first image, also through other takes of the same first frame; forwards it follows the longest path. At most
 * `maxChainSteps` in each direction. A step in the trash ends the chain forwards.
 *
 * @throws StudioError not-found, also for somebody else's
 */
export async function getChain(
  { database }: Pick<GenerationServices, "database">,
  { userId, id }: { userId: string; id: string },
): Promise<Chain> {
  const upwards = idRowsSchema.parse(
    await database.$queryRaw`
      WITH RECURSIVE up AS (
        SELECT "id", "parentId", "relation", "input" -> 'first_frame_image' AS frame, 0 AS depth, true AS step
        FROM "Generation"
        WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid AND "erasedAt" IS NULL
        UNION ALL
        SELECT parent."id", parent."parentId", parent."relation", parent."input" -> 'first_frame_image',
          up.depth + 1, up."relation" = 'frame'
        FROM up JOIN "Generation" parent ON parent."id" = up."parentId" AND parent."userId" = ${userId}::uuid
        WHERE up.depth < ${maxChainSteps} AND (
          up."relation" = 'frame'
          OR (
            up."relation" IN ('again', 'vary', 'edit', 'retry')
            AND parent."input" -> 'first_frame_image' = up.frame
          )
        )
      )
      SELECT "id" FROM up WHERE step ORDER BY depth DESC`,
  );
  if (upwards.length === 0) throw new StudioError("not-found");
  const downwards = treeRowsSchema.parse(
    await database.$queryRaw`
      WITH RECURSIVE down AS (
        SELECT "id", "parentId", 1 AS depth
        FROM "Generation"
        WHERE "parentId" = ${id}::uuid AND "userId" = ${userId}::uuid
          AND "relation" = 'frame' AND "deletedAt" IS NULL
        UNION ALL
        SELECT child."id", child."parentId", down.depth + 1
        FROM down JOIN "Generation" child ON child."parentId" = down."id"
        WHERE child."userId" = ${userId}::uuid AND child."relation" = 'frame' AND child."deletedAt" IS NULL
          AND down.depth < ${maxChainSteps}
      )
      SELECT "id", "parentId", depth FROM down ORDER BY depth, "id" DESC LIMIT ${descendantsMax}`,
  );
  const { path, othersById } = chooseChain(id, downwards);
  const ids = [...upwards.map((row) => row.id), ...path];
  const found = await readAll(database, userId, [...ids, ...[...othersById.values()].flat()]);
  const steps = ids.flatMap((each) => {
    const generation = found.get(each);
    const others = (othersById.get(each) ?? []).flatMap((other) => found.get(other) ?? []);
    return generation ? [{ generation, others }] : [];
  });
  return { steps, position: steps.findIndex(({ generation }) => generation.id === id) };
}

async function readAll(
  database: GenerationServices["database"],
  userId: string,
  ids: string[],
): Promise<Map<string, GenerationDto>> {
  const where: Prisma.GenerationWhereInput = { userId, id: { in: ids } };
  const rows = await database.generation.findMany({ where, include: generationInclude });
  return new Map(rows.map((row) => [row.id, toGenerationDto(row)]));
}
