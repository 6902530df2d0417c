import type { Database, Prisma } from "@/lib/db/database.server";
import { tellListChanged } from "./live-hub.server";
import type { LiveList } from "./live-lists";

/**
 * Changes a list that belongs to one person and tells their browsers. Such changes of one person follow one another, so that
 * names and numbers are checked before they are written.
 */
export function changeList<Result>(
  database: Database,
  { userId, list }: { userId: string; list: LiveList },
  write: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
    const result = await write(transaction);
    await tellListChanged(transaction, userId, list);
    return result;
  });
}
