import { randomBytes } from "node:crypto";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";

/**
 * Writes blobs into the folder of its first argument until it is killed, and prints each key once it is
 * durable.
 */
const store = createDiskStore(String(process.argv[2]));
for (;;) {
  const writer = await store.createWriter();
  for (let chunk = 0; chunk < 40; chunk += 1) await writer.write(randomBytes(50_000));
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  process.stdout.write(`${blobKey(sha256)}\n`);
}
