import type { Prisma } from "@/lib/db/database.server";

/**
 * Reads a generation and holds its row until the transaction ends, so that what is decided from its state is still
 * true when it is written: two who settle the same generation come one after the other.
 */
export async function lockGeneration(transaction: Prisma.TransactionClient, id: string) {
  await transaction.$queryRaw`SELECT 1 FROM "Generation" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return transaction.generation.findUniqueOrThrow({ where: { id } });
}
