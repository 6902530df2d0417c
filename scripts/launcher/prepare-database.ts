// Runs as a separate process before anything serves, since the schema engine and the client need much memory that the
// launcher would keep.
import { bootStudio } from "@/server/boot.server";
import { createDatabase, getDirectDatabaseUrl } from "@/lib/db/database.server";
import { EnvError } from "@/lib/env/env.server";
import { MigrationError, migrateDatabase } from "@/lib/db/migrate.server";

async function prepareDatabase(url: string) {
  const applied = await migrateDatabase(url);
  const database = createDatabase(url, { maxConnections: 2 });
  try {
    return { applied, setupToken: (await bootStudio(database)).setupToken };
  } finally {
    await database.$disconnect();
  }
}

try {
  process.stdout.write(`${JSON.stringify(await prepareDatabase(getDirectDatabaseUrl()))}\n`);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  // These have a message for people; other errors need their stack trace.
  const isForPeople = error instanceof MigrationError || error instanceof EnvError;
  process.stderr.write(`${isForPeople ? error.message : (error.stack ?? error.message)}\n`);
  process.exitCode = 1;
}
// The schema engine leaves a timer that would delay the exit by 10 s.
process.exit();
