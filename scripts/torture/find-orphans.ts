import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { verifyStudio } from "../backup/studio-backup";
import type { AttemptRow } from "./judge-bill";

/** Rows that nothing leads to any more once every generation has ended. */
const orphanRows: Readonly<Record<string, string>> = {
  "open attempts": `SELECT count(*) FROM "Attempt" WHERE "state" IN ('prepared', 'open')`,
  "results being stored": `SELECT count(*) FROM "Output" WHERE "state" = 'storing'`,
  "pieces of streams": `SELECT count(*) FROM "StreamPiece"`,
  "results without a file": `SELECT count(*) FROM "Output" WHERE "state" IN ('stored', 'partial') AND "assetId" IS NULL`,
  // Those of a killed worker are noted, and removed later.
  "stored results that nothing refers to": `
    SELECT count(*) FROM "Asset" WHERE "origin" = 'output'
      AND NOT EXISTS (SELECT 1 FROM "Output" WHERE "assetId" = "Asset"."id")
      AND NOT EXISTS (SELECT 1 FROM "BlobCheck" WHERE "sha256" = "Asset"."sha256")`,
  "ended generations that a worker holds": `
    SELECT count(*) FROM "Generation" WHERE "workerId" IS NOT NULL
      AND "state" IN ('succeeded', 'failed', 'cancelled', 'unknown')`,
};

const count = async (client: pg.Client, query: string) =>
  Number((await client.query<{ count: string }>(query)).rows[0]?.count);

/** Rows that should not be there any more, as sentences. */
export async function findOrphanRows(client: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(orphanRows)) {
    const found = await count(client, query);
    if (found > 0) problems.push(`There are ${found} ${what}`);
  }
  return problems;
}

/**
 * Compares the rows and files of a studio in which nothing happens: what is missing, damaged or belongs to nothing.
 * `problems` are sentences.
 */
export async function findOrphans(
  databaseUrl: string,
  dataDir: string,
): Promise<{ problems: string[]; files: number; callbacks: number; attempts: AttemptRow[] }> {
  const store = createDiskStore(path.join(dataDir, "media"));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const problems = await findOrphanRows(client);
    const assets = await client.query<{ sha256: string }>(`SELECT DISTINCT "sha256" FROM "Asset"`);
    const named = new Set(assets.rows.map(({ sha256 }) => sha256));
    for (const prefix of ["blobs/", "derived/"] as const) {
      for await (const { key } of store.list(prefix)) {
        if (!named.has(key.split("/")[3]!)) problems.push(`No row names the file ${key}`);
      }
    }
    const { files, faults } = await verifyStudio({ databaseUrl, store });
    for (const { sha256, fault } of faults) problems.push(`The file ${sha256} is ${fault}`);
    const attempts = await client.query<AttemptRow>(`SELECT "generationId", "state" FROM "Attempt"`);
    const callbacks = await count(client, `SELECT count(*) FROM "CallbackEvent" WHERE "kind" = 'update'`);
    return { problems, files, callbacks, attempts: attempts.rows };
  } finally {
    await client.end();
  }
}

/** Files that are written beside their target and then moved to it. */
const temporaryName = /\.(stale-)?[0-9a-f-]{36}$/;

/**
 * Temporary files of a stopped studio: of the media, and those of the data folder from before `sweptBefore`, which its
 * last start removed.
 */
export async function findTemporaryFiles(dataDir: string, sweptBefore: Date): Promise<string[]> {
  const media = path.join(dataDir, "media/tmp");
  const found = (await readdir(media)).map((name) => path.join(media, name));
  for (const name of (await readdir(dataDir)).filter((each) => temporaryName.test(each))) {
    const file = path.join(dataDir, name);
    if ((await stat(file)).mtime < sweptBefore) found.push(file);
  }
  return found.map((file) => `A temporary file is left: ${path.relative(dataDir, file)}`);
}
