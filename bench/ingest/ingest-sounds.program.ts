// node <program> <file> <folder> <count> [--at-once]: stores audio like the worker, from response bodies to
// files, all concurrently and without a database.
import { createReadStream } from "node:fs";
import { createWavHeader } from "@/lib/media/raw-audio";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { decodeJsonStream } from "@/lib/service/decode-json-stream.server";
import { chunkBytes, type WorkFacts } from "../decoder/measure-work";
import { rowlessDatabase } from "../media/rowless-database";
import { readPeak, resetPeak } from "../report/peak-memory";

const [file = "", folder = "", count = "1", flag] = process.argv.slice(2);
const store = createDiskStore(folder);

async function storeSound(source: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  return storeAsset(
    { userId: "a-person", origin: "output", source, expectedKind: "audio", maxBytes: 2 ** 31 },
    { database: rowlessDatabase, store },
  );
}

/** The studio's way: bytes are stored while the body arrives. */
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

/** The reference: the whole body, JSON.parse, Buffer.from(hex), then stored the same way. */
async function ingestAtOnce() {
  const body = Buffer.concat(
    await Array.fromAsync(createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>),
  );
  const response = JSON.parse(body.toString("utf8")) as { data: { audio: string } };
  const sound = Buffer.from(response.data.audio, "hex");
  return storeSound(
    (async function* () {
      yield await Promise.resolve(sound);
    })(),
  );
}

/** Stored first, so that modules are loaded before the measurement. */
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
