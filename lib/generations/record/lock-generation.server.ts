import { Prisma } from "@/lib/db/database.server";
import type { Generation } from "@/lib/db/generated/client";

/** Named, since a prepared statement fails once another version of the studio has added a column to what it returns. */
export const generationColumns = Prisma.raw(
  Object.values(Prisma.GenerationScalarFieldEnum)
    .map((name) => `"Generation"."${name}"`)
    .join(", "),
);

/**
 * Reads a generation and locks its row until the transaction ends, so that of two processes that settle it, the second
 * sees what the first wrote.
 */
export async function lockGeneration(transaction: Prisma.TransactionClient, id: string) {
  const [row] = await transaction.$queryRaw<Generation[]>`
    SELECT ${generationColumns} FROM "Generation" WHERE "id" = ${id}::uuid FOR UPDATE`;
  if (!row) throw new Error(`There is no generation ${id}.`);
  return row;
}
