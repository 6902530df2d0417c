import { getDatabase, getDatabaseUrl, type Database } from "@/lib/db/database.server";
import { systemClock, type Clock } from "@/lib/clock";
import { createServiceClient, type ServiceClient } from "@/lib/service/client.server";
import { getConnection } from "./get-connection.server";
import type { ResolvedConnection } from "./resolved-connection";

/** The service as a person's connection leads to it: its addresses, and the key that is kept. */
export function createConnectionClient({
  profile,
  apiKey,
  baseUrl,
  altBaseUrl,
}: ResolvedConnection): ServiceClient {
  return createServiceClient({
    profile,
    apiKey,
    baseUrl,
    altBaseUrl: altBaseUrl ?? null,
    userAgent: "Reverie",
  });
}

/** What is needed to ask the service for a person outside the worker; made once a process, once a test. */
export interface ServiceAccess<Method extends keyof ServiceClient> {
  database: Database;
  databaseUrl: string;
  clock: Clock;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): Pick<ServiceClient, Method>;
}

export function getServiceAccess(): ServiceAccess<keyof ServiceClient> {
  const database = getDatabase();
  return {
    database,
    databaseUrl: getDatabaseUrl(),
    clock: systemClock,
    getConnection: (userId) => getConnection(userId, database),
    createClient: createConnectionClient,
  };
}
