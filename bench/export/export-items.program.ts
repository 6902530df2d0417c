// node <program> <folder> <items> <bytes of each>: exports an account of so many items to a file, in turns with cp -r.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { exportAccount } from "@/lib/archive/export-account.server";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { startTestPostgres } from "@/lib/db/test-postgres.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { inTurns, timeIt } from "../report/rounds";
import type { ExportFacts } from "./measure-export";

const [folder = "", items = "0", fileBytes = "0"] = process.argv.slice(2);
const email = "ada@example.test";

/** Random files, each with its asset, generation, output and item. */
async function seed({ database }: TestDatabase, store: BlobStore): Promise<void> {
  const { id: userId } = await database.user.create({ data: { email, name: "Ada" } });
  const digests: string[] = [];
  while (digests.length < Number(items)) {
    const writer = await store.createWriter();
    await writer.write(randomBytes(Number(fileBytes)));
    const { sha256 } = await writer.seal();
    await writer.commit(blobKey(sha256));
    digests.push(sha256);
  }
  await database.$executeRaw`
    INSERT INTO "Asset" ("id", "userId", "sha256", "bytes", "mimeType", "kind", "origin")
    SELECT md5(digest)::uuid, ${userId}::uuid, digest, ${Number(fileBytes)}::int, 'image/png', 'image', 'output'
    FROM unnest(${digests}::text[]) digest`;
  await database.$executeRaw`
    INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model",
      "connection", "updatedAt")
    SELECT "id", "userId", 'image', 'succeeded', ${{ prompt: "A red fox in snow. ".repeat(20) }}::jsonb, "sha256", '',
      'image-01', '{"profileId": "sandbox"}', now() FROM "Asset"`;
  await database.$executeRaw`
    INSERT INTO "Output" ("id", "generationId", "index", "role", "state", "assetId", "expectedKind")
    SELECT "id", "id", 0, 'image', 'stored', "id", 'image' FROM "Asset"`;
  await database.$executeRaw`
    INSERT INTO "Item" ("id", "userId", "generationId", "assetId", "kind", "generator", "model", "sandbox", "partial",
      "takeName", "searchText", "bytes", "mimeType", "createdAt")
    SELECT "id", "userId", "id", "id", 'image', 'image', 'image-01', true, false, 'A red fox', 'a red fox', "bytes",
      "mimeType", now() FROM "Asset"`;
}

const postgres = await startTestPostgres();
try {
  const test = await createTestDatabase(postgres.templateUrl);
  const store = createDiskStore(path.join(folder, "media"));
  await seed(test, store);
  await test.database.$disconnect();
  const file = path.join(folder, "export.zip");
  const copy = path.join(folder, "copy");
  let sampled = 0;
  const sampler = setInterval(() => {
    sampled = Math.max(sampled, process.memoryUsage.rss());
  }, 5);
  const before = process.memoryUsage.rss();
  const { exportMs, copyMs } = await inTurns(
    { rounds: 5, warmUp: 1 },
    {
      exportMs: async () => {
        const { ms } = await timeIt(() =>
          exportAccount({ databaseUrl: test.url, store, email, studio: "bench" }, (bytes) =>
            pipeline(bytes, createWriteStream(file, { highWaterMark: 1024 * 1024 })),
          ),
        );
        await rm(file);
        return ms;
      },
      copyMs: async () => {
        const { ms } = await timeIt(() =>
          promisify(execFile)("cp", ["-r", path.join(folder, "media/blobs"), copy]),
        );
        await rm(copy, { recursive: true });
        return ms;
      },
    },
  );
  clearInterval(sampler);
  process.stdout.write(
    JSON.stringify({
      bytes: Number(items) * Number(fileBytes),
      exportMs,
      copyMs,
      peakBytes: sampled - before,
    } satisfies ExportFacts),
  );
} finally {
  await postgres.stop();
}
