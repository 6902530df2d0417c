// node <program> <data folder> <list of SHA-256> <bytes of each>: writes the archive of these files to nowhere.
import { readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/db/database.server";
import { openArchive } from "@/lib/items/archive/open-archive.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { reportWork } from "../report/work";

const [folder = "", list = "", bytes = "0"] = process.argv.slice(2);
const rows = readFileSync(list, "utf8")
  .split("\n")
  .map((sha256) => ({
    id: randomUUID(),
    generationId: randomUUID(),
    assetId: randomUUID(),
    kind: "image",
    generator: "image",
    model: "image-01",
    voice: null,
    sandbox: false,
    partial: false,
    name: "A red fox in snow",
    nameKey: "a red fox in snow",
    title: null,
    tags: [],
    rating: 0,
    favourite: false,
    durationSeconds: null,
    width: 1_024,
    height: 1_024,
    bytes: BigInt(bytes),
    mimeType: "image/png",
    version: 1,
    createdAt: new Date(),
    deletedAt: null,
    sha256,
  }));
const input = { model: "image-01", prompt: "A red fox in snow. ".repeat(70), n: 4 };

/** Answers like the database, whose process isn't part of the comparison. */
const database = {
  $queryRaw: () => Promise.resolve(rows),
  generation: {
    findMany: ({ where }: { where: { id: { in: string[] } } }) =>
      Promise.resolve(where.id.in.map((id) => ({ id, input: structuredClone(input) }))),
  },
} as unknown as Database;

async function writeArchive(itemIds: string[]): Promise<{ byteCount: number }> {
  const store = createDiskStore(folder);
  const zip = await openArchive({ database, store }, { userId: randomUUID(), itemIds });
  let byteCount = 0;
  for await (const chunk of zip.stream) byteCount += chunk.length;
  if (byteCount !== zip.contentLength) throw new Error("The archive has another length than announced.");
  return { byteCount };
}

const ids = rows.map(({ id }) => id);
// Loads modules and the tables of Unicode before the measurement.
await writeArchive(ids.slice(0, 1));
await reportWork(() => writeArchive(ids));
