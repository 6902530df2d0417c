import { bootStudio } from "@/lib/boot/boot.server";
import { createDatabase } from "@/lib/db/database.server";

/** What has to be in a migrated database before the first request; answers the setup token, if one is needed. */
export async function prepareDatabase(url: string): Promise<string | null> {
  const database = createDatabase(url, { maxConnections: 2 });
  try {
    return (await bootStudio(database)).setupToken;
  } finally {
    await database.$disconnect();
  }
}
