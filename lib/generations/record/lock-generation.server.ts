import type { Prisma } from "@/lib/db/database.server";

/**
 * Reads a generation and locks its row until the transaction ends, so that of two processes that settle it, the second
 * sees what the first wrote.
 */
export async function lockGeneration(transaction: Prisma.TransactionClient, id: string) {
  await transaction.$queryRaw`SELECT 1 FROM "Generation" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return transaction.generation.findUniqueOrThrow({ where: { id } });
}
