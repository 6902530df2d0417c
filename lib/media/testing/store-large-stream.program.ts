import { createDatabase } from "@/lib/db/database.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";

/**
 * Stores a small and a large streamed WAV, and prints the peak memory after each. Arguments: folder, database
 * URL, person ID, bytes of the large one.
 */
const [folder = "", databaseUrl = "", userId = "", bytes = ""] = process.argv.slice(2);
const database = createDatabase(databaseUrl);
const store = createDiskStore(folder);
const chunkBytes = 64 * 1024;

async function* streamWav(dataBytes: number): AsyncGenerator<Uint8Array> {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(44_100 * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(dataBytes, 40);
  yield header;
  for (let sent = 0; sent < dataBytes; sent += chunkBytes) {
    yield Buffer.alloc(Math.min(chunkBytes, dataBytes - sent), sent % 251);
  }
}

async function measure(dataBytes: number) {
  const asset = await storeAsset(
    {
      userId,
      origin: "output",
      source: streamWav(dataBytes),
      expectedKind: "audio",
      maxBytes: dataBytes + 44,
    },
    { database, store },
  );
  return {
    bytes: asset.bytes,
    durationSeconds: asset.durationSeconds,
    peakKiB: process.resourceUsage().maxRSS,
  };
}

const small = await measure(4 * 1024 * 1024);
const large = await measure(Number(bytes));
await database.$disconnect();
process.stdout.write(JSON.stringify({ small, large }));
