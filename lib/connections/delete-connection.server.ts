import type { Queryable } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";

/** Forgets a person's own connection and its key; the default, if there is one, serves them from then on. */
export async function deleteConnection(userId: string, database: Queryable = getDatabase()): Promise<void> {
  await database.connection.deleteMany({ where: { userId } });
}
