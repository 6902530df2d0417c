import { resealConnection } from "@/lib/connections/sealed-connection.server";
import type { Queryable } from "@/lib/db/database.server";

/** Reseals the connections of pending tasks that were sealed under the previous instance secret. */
export async function resealTaskConnections(database: Queryable): Promise<number> {
  const pending = await database.generation.findMany({
    where: { taskConnection: { not: null } },
    select: { id: true, taskConnection: true },
  });
  let resealed = 0;
  for (const { id, taskConnection } of pending) {
    const sealed = taskConnection && resealConnection(taskConnection, id);
    if (!sealed) continue;
    const { count } = await database.generation.updateMany({
      where: { id, taskConnection },
      data: { taskConnection: sealed },
    });
    resealed += count;
  }
  return resealed;
}
