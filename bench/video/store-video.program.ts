// node <program> <address> <folder> <small file> <file>: retrieves a video with the service's client and stores
// it like the worker, inspected and with its index in front, without a database.
import { createReadStream } from "node:fs";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createServiceClient } from "@/lib/service/client.server";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { rowlessDatabase } from "../media/rowless-database";
import { reportWork, type WorkFacts } from "../report/work";

export interface StoreFacts extends WorkFacts {
  byteCount: number;
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
await reportWork(async () => {
  const { body } = await client.retrieveContent({ fileId: "1" });
  return { byteCount: (await storeVideo(body)).bytes };
});
process.exit(0);
