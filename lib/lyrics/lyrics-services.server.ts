import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import { getDatabase, getDatabaseUrl, type Database } from "@/lib/db/database.server";
import { systemClock, type Clock } from "@/lib/generations/services.server";
import { createServiceClient, type ServiceClient } from "@/lib/service/client.server";

/** What the writer of lyrics needs; made once a process, once a test. */
export interface LyricsServices {
  database: Database;
  databaseUrl: string;
  clock: Clock;
  getConnection(userId: string): Promise<ResolvedConnection>;
  createClient(connection: ResolvedConnection): Pick<ServiceClient, "writeLyrics">;
}

export function getLyricsServices(): LyricsServices {
  const database = getDatabase();
  return {
    database,
    databaseUrl: getDatabaseUrl(),
    clock: systemClock,
    getConnection: (userId) => getConnection(userId, database),
    createClient: ({ profile, apiKey, baseUrl }) =>
      createServiceClient({ profile, apiKey, baseUrl, userAgent: "Reverie" }),
  };
}
