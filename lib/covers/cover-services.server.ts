import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { getDatabase, getDatabaseUrl, type Database } from "@/lib/db/database.server";
import { systemClock, type Clock } from "@/lib/generations/services.server";
import { createServiceClient, type ServiceClient } from "@/lib/service/client.server";

/** What analyses of sounds need; made once a process, once a test. */
export interface CoverServices {
  database: Database;
  databaseUrl: string;
  clock: Clock;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): Pick<ServiceClient, "preprocessCover">;
}

export function getCoverServices(): CoverServices {
  const database = getDatabase();
  return {
    database,
    databaseUrl: getDatabaseUrl(),
    clock: systemClock,
    getConnection: (userId) => getConnection(userId, database),
    createClient: ({ profile, apiKey, baseUrl, altBaseUrl }) =>
      createServiceClient({ profile, apiKey, baseUrl, altBaseUrl: altBaseUrl ?? null, userAgent: "Reverie" }),
  };
}
