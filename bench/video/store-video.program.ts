// node <program> <address> <folder> <small file> <file>: retrieves a video by the service's own client and stores it as
// the worker does, looked into and with its index put in front. The row that would refer to it goes nowhere.
import { createReadStream } from "node:fs";
import type { Queryable } from "@/lib/db/database.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createServiceClient } from "@/lib/service/client.server";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { readPeak, resetPeak } from "../report/peak-memory";

export interface StoreFacts {
  durationMs: number;
  peakBytesAboveBaseline: number;
  byteCount: number;
  sha256: string;
}

const [baseUrl = "", folder = "", smallFile = ""] = process.argv.slice(2);
const store = createDiskStore(folder);
const client = createServiceClient({
  profile: getShippedProfile("custom"),
  apiKey: "a-key",
  baseUrl,
  altBaseUrl: null,
});

/** Takes rows and keeps none. */
const database = {
  asset: {
    upsert: ({ create }: { create: object }) =>
      Promise.resolve({ id: "a-row", createdAt: new Date(), ...create, facts: null }),
  },
} as unknown as Queryable;

function storeVideo(source: AsyncIterable<Uint8Array>) {
  return storeAsset(
    { userId: "a-person", origin: "output", source, expectedKind: "video", maxBytes: 2 ** 31 },
    { database, store },
  );
}

// A worker that has stored a video before has its programs loaded.
await storeVideo(createReadStream(smallFile) as AsyncIterable<Buffer>);
const baselineBytes = resetPeak();
const startedAt = performance.now();
const { body } = await client.retrieveContent({ fileId: "1" });
const { bytes, sha256 } = await storeVideo(body);
const facts: StoreFacts = {
  durationMs: performance.now() - startedAt,
  peakBytesAboveBaseline: readPeak() - baselineBytes,
  byteCount: bytes,
  sha256,
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
process.exit(0);
