import { createHash } from "node:crypto";
import pg from "pg";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { findOrphanRows } from "../torture/find-orphans";
import type { AttemptRow } from "../torture/judge-bill";
import type { OpenCluster } from "./open-cluster";

interface Rows {
  attempts: AttemptRow[];
  /** How many have the right bytes in the store, or a problem. */
  files: number;
  /** Stored bytes of each generation's sound. */
  sounds: Map<string, Buffer>;
  /** What is wrong, as sentences. */
  problems: string[];
}

/** Looks for rows of work that goes on, and whether the store has the bytes of each stored result. */
export async function judgeRows({ database, store }: OpenCluster): Promise<Rows> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const problems = await findOrphanRows(client);
    const workers = await client.query(`SELECT 1 FROM "Worker"`);
    if (workers.rowCount) problems.push(`${workers.rowCount} workers are left`);
    const assets = await client.query<{ sha256: string }>(`SELECT DISTINCT "sha256" FROM "Asset"`);
    for (const { sha256 } of assets.rows) {
      const object = store.objects.get(blobKey(sha256));
      const found = object && createHash("sha256").update(object.body).digest("hex");
      if (found !== sha256) problems.push(`The file ${sha256} is ${found ? "damaged" : "missing"}`);
    }
    const attempts = await client.query<AttemptRow>(`SELECT "generationId", "state" FROM "Attempt"`);
    const sounds = await client.query<{ generationId: string; sha256: string }>(
      `SELECT "generationId", "sha256" FROM "Output" JOIN "Asset" ON "Asset"."id" = "assetId"
       WHERE "role" = 'audio' AND "index" = 0`,
    );
    return {
      attempts: attempts.rows,
      files: assets.rows.length,
      sounds: new Map(
        sounds.rows.flatMap(({ generationId, sha256 }) => {
          const object = store.objects.get(blobKey(sha256));
          return object ? [[generationId, Buffer.from(object.body)] as const] : [];
        }),
      ),
      problems,
    };
  } finally {
    await client.end();
  }
}
