import type { Database } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { ConnectionInput } from "./connection-input";
import { type ConnectionTestResult, connectionTestResultSchema } from "./connection-test-result";
import { countRequest } from "@/lib/errors/request-limits.server";
import { getConnection, resolvePersonConnection } from "./get-connection.server";
import type { ResolvedConnection } from "./resolved-connection";
import { combineWithStored, findStored } from "./save-connection.server";
import { createConnectionClient } from "./service-access.server";

/**
 * Sends one free request, with the stored connection or an unsaved one. The result of a stored connection is saved with
 * it.
 *
 * @throws StudioError input.invalid, connection.missing, connection.unreadable, rate.throttled
 */
export async function testConnection(
  userId: string,
  options: { input?: ConnectionInput | undefined; signal?: AbortSignal } = {},
  database: Database = getDatabase(),
): Promise<ConnectionTestResult> {
  const { input, signal } = options;
  await countRequest("connectionTests", userId);
  if (input) return probe(await resolveUnsaved(userId, input, database), signal);

  const before = await database.connection.findUnique({ where: { userId }, select: { updatedAt: true } });
  const result = await probe(await getConnection(userId, database), signal);
  if (before) {
    // The connection was saved again meanwhile: the result does not apply to it.
    await database.connection.updateMany({
      where: { userId, updatedAt: before.updatedAt },
      data: { testedAt: new Date(), testResult: result },
    });
  }
  return result;
}

async function resolveUnsaved(
  userId: string,
  input: ConnectionInput,
  database: Database,
): Promise<ResolvedConnection> {
  const { isOwner, stored } = await findStored(userId, database);
  const { overrides, apiKey } = combineWithStored({ userId, isOwner }, input, stored);
  const connection = resolvePersonConnection({
    profileId: input.profileId,
    given: input,
    apiKey: apiKey ?? undefined,
    overrides,
    isOwner,
  });
  if (!connection) throw new StudioError("connection.missing");
  return connection;
}

async function probe(
  connection: ResolvedConnection,
  signal: AbortSignal | undefined,
): Promise<ConnectionTestResult> {
  const client = createConnectionClient(connection);
  return connectionTestResultSchema.parse(await client.probeConnection(signal ? { signal } : {}));
}
