// A program of its own, run to its end before anything serves: the schema engine and the client need much memory that the
// launcher would otherwise keep for good.
import { bootStudio } from "@/server/boot.server";
import { createDatabase, getDatabaseUrl } from "@/lib/db/database.server";
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
  process.stdout.write(`${JSON.stringify(await prepareDatabase(getDatabaseUrl()))}\n`);
} catch (error) {
  if (!(error instanceof Error)) throw error;
  // A migration that cannot be applied has words for people; anything else needs its trace.
  process.stderr.write(
    `${error instanceof MigrationError ? error.message : (error.stack ?? error.message)}\n`,
  );
  process.exitCode = 1;
}
// The schema engine leaves a timer behind that would delay every first start by 10 s.
process.exit();
