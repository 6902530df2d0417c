// node <program> <file> <folder> <count> [--at-once]: takes sounds in as the worker does, from the body of an answer to
// files on the disk, all at the same time. The row that would refer to each goes nowhere.
import { createReadStream } from "node:fs";
import type { Queryable } from "@/lib/db/database.server";
import { createWavHeader } from "@/lib/media/raw-audio";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { decodeJsonStream } from "@/lib/service/decode-json-stream.server";
import { chunkBytes, type WorkFacts } from "../decoder/measure-work";
import { readPeak, resetPeak } from "../report/peak-memory";

const [file = "", folder = "", count = "1", flag] = process.argv.slice(2);
const store = createDiskStore(folder);

/** Takes rows and keeps none. */
const database = {
  asset: {
    upsert: ({ create }: { create: object }) =>
      Promise.resolve({ id: "a-row", createdAt: new Date(), ...create, facts: null }),
  },
} as unknown as Queryable;

async function storeSound(source: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  return storeAsset(
    { userId: "a-person", origin: "output", source, expectedKind: "audio", maxBytes: 2 ** 31 },
    { database, store },
  );
}

/** The studio's way: bytes leave the string while the body arrives. */
async function ingest() {
  let stored: { bytes: number; sha256: string } | undefined;
  await decodeJsonStream(createReadStream(file, { highWaterMark: chunkBytes }), {
    targets: [
      {
        path: "data.audio",
        encoding: "hex",
        async consume(bytes) {
          stored = await storeSound(bytes);
        },
      },
    ],
  });
  if (!stored) throw new Error("The body had no sound.");
  return stored;
}

/** The plain way: the whole body, JSON.parse, Buffer.from(hex); then stored alike. */
async function ingestAtOnce() {
  const body = Buffer.concat(
    await Array.fromAsync(createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>),
  );
  const answer = JSON.parse(body.toString("utf8")) as { data: { audio: string } };
  const sound = Buffer.from(answer.data.audio, "hex");
  return storeSound(
    (async function* () {
      yield await Promise.resolve(sound);
    })(),
  );
}

/** A worker that has stored a sound before has its programs loaded. */
async function* shortSound(): AsyncGenerator<Uint8Array> {
  const data = Buffer.alloc(16_000);
  yield createWavHeader({ encoding: "s16le", sampleRateHz: 8_000, channels: 1 }, data.length);
  yield await Promise.resolve(data);
}

await storeSound(shortSound());
const baselineBytes = resetPeak();
const startedAt = performance.now();
const run = flag === "--at-once" ? ingestAtOnce : ingest;
const stored = await Promise.all(Array.from({ length: Number(count) }, run));
const facts: WorkFacts = {
  durationMs: performance.now() - startedAt,
  peakBytesAboveBaseline: readPeak() - baselineBytes,
  byteCount: stored.reduce((sum, { bytes }) => sum + bytes, 0),
  sha256: stored[0]?.sha256 ?? null,
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
