// npm run new:migration -- <name>: writes the migration from the last one to prisma/schema.prisma.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@/lib/db/embedded-postgres.server";
import { migrateDatabase } from "@/lib/db/migrate.server";
import { defaultMigrationsDir } from "@/lib/db/migration-status.server";
import { describeSchemaDifference } from "@/lib/db/schema-engine.server";

async function main(name: string | undefined): Promise<number> {
  if (!name || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    console.error("usage: npm run new:migration -- <name_in_snake_case>");
    return 2;
  }
  const scratchDir = await mkdtemp(path.join(tmpdir(), "reverie-migration-"));
  const scratch = await startEmbeddedPostgres({
    clusterDir: path.join(scratchDir, "data", "postgres"),
    passwordFile: path.join(scratchDir, "postgres-password"),
    logFile: path.join(scratchDir, "postgres.log"),
    durability: "scratch",
  });
  try {
    await migrateDatabase(scratch.url);
    const script = await describeSchemaDifference(scratch.url);
    if (script === "") {
      console.log("The migrations already match prisma/schema.prisma; nothing to write.");
      return 0;
    }
    const timestamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const directory = path.join(defaultMigrationsDir, `${timestamp}_${name}`);
    await mkdir(directory);
    await writeFile(path.join(directory, "migration.sql"), script);
    console.log(
      `Wrote ${path.relative(process.cwd(), directory)}/migration.sql. Review it before you commit it.`,
    );
    return 0;
  } finally {
    await scratch.stop();
    await rm(scratchDir, { recursive: true, force: true });
  }
}

// The schema engine leaves a timer that would delay the exit.
process.exit(await main(process.argv[2]));
