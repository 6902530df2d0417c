import type { Database } from "./database.server";

/** Far above the time of the query; a server that hangs counts as unavailable. */
const timeoutMs = 5_000;

/** Why the database doesn't answer; null where it does. */
export async function findDatabaseFault(database: Database): Promise<unknown> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([database.$queryRaw`SELECT 1`, timeout]);
    return null;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}
