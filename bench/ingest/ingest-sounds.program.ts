// node <program> <file> <folder> <count> [--at-once]: stores audio like the worker, from response bodies to
// files, all concurrently and without a database.
import { createWavHeader } from "@/lib/media/wav-header";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { decodeAudio, openBody } from "../decoder/decode-audio";
import { rowlessDatabase } from "../media/rowless-database";
import { reportWork } from "../report/work";

const [file = "", folder = "", count = "1"] = process.argv.slice(2);
const store = createDiskStore(folder);

async function storeSound(source: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  return storeAsset(
    { userId: "a-person", origin: "output", source, expectedKind: "audio", maxBytes: 2 ** 31 },
    { database: rowlessDatabase, store },
  );
}

async function ingest() {
  let stored: { bytes: number; sha256: string } | undefined;
  await decodeAudio(openBody(file), async (bytes) => {
    stored = await storeSound(bytes);
  });
  if (!stored) throw new Error("The body had no sound.");
  return stored;
}

/** Stored first, so that modules are loaded before the measurement. */
async function* shortSound(): AsyncGenerator<Uint8Array> {
  const data = Buffer.alloc(16_000);
  yield createWavHeader({ encoding: "s16le", sampleRateHz: 8_000, channels: 1 }, data.length);
  yield await Promise.resolve(data);
}

await storeSound(shortSound());
await reportWork(async () => {
  const stored = await Promise.all(Array.from({ length: Number(count) }, ingest));
  return { byteCount: stored.reduce((sum, { bytes }) => sum + bytes, 0), sha256: stored[0]?.sha256 };
});
