// node <program> <address> <folder> <small file> <file>: retrieves a video with the service's client and stores
// it like the worker, inspected and with its index in front, without a database.
import { createReadStream } from "node:fs";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createServiceClient } from "@/lib/service/client.server";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { rowlessDatabase } from "../media/rowless-database";
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

function storeVideo(source: AsyncIterable<Uint8Array>) {
  return storeAsset(
    { userId: "a-person", origin: "output", source, expectedKind: "video", maxBytes: 2 ** 31 },
    { database: rowlessDatabase, store },
  );
}

// Stored first, so that modules are loaded before the measurement.
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
