import { getDatabase, getDirectDatabaseUrl, type Database } from "@/lib/db/database.server";
import { studioClock, type Clock } from "@/lib/clock";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import { createServiceClient, type ServiceClient } from "@/lib/service/client.server";
import { createServiceDispatcher } from "@/lib/service/http.server";
import { getConnection } from "./get-connection.server";
import type { ResolvedConnection } from "./resolved-connection";
import { traceExchange } from "./trace-exchange.server";

let guarded: ReturnType<typeof createServiceDispatcher> | undefined;

/** For connections of members. */
function getGuardedDispatcher() {
  guarded ??= createServiceDispatcher((timeoutMs) => createGuardedConnector({ timeoutMs }));
  return guarded;
}

/** A client with the addresses and the key of a connection. */
export function createConnectionClient({
  profile,
  apiKey,
  baseUrl,
  altBaseUrl,
  trusted,
}: ResolvedConnection): ServiceClient {
  return createServiceClient({
    profile,
    apiKey,
    baseUrl,
    altBaseUrl: altBaseUrl ?? null,
    userAgent: "Reverie",
    observe: traceExchange,
    ...(trusted ? {} : { dispatcher: getGuardedDispatcher() }),
  });
}

/** What requests outside the worker need; created once per process, or per test. */
export interface ServiceAccess<Method extends keyof ServiceClient> {
  database: Database;
  /** For sessions with locks. */
  databaseUrl: string;
  clock: Clock;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): Pick<ServiceClient, Method>;
}

export function getServiceAccess(): ServiceAccess<keyof ServiceClient> {
  const database = getDatabase();
  return {
    database,
    databaseUrl: getDirectDatabaseUrl(),
    clock: studioClock,
    getConnection: (userId) => getConnection(userId, database),
    createClient: createConnectionClient,
  };
}
