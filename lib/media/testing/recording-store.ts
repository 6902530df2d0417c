import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";

/** A disk store in a temporary folder that records the keys it writes. */
export interface RecordingStore {
  root: string;
  store: BlobStore;
  /** Written keys, in order. */
  commits: string[];
  /** Stores a blob without recording it, and forgets what was recorded. Returns its SHA-256. */
  put(bytes: Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

export async function openRecordingStore(): Promise<RecordingStore> {
  const root = await mkdtemp(path.join(tmpdir(), "reverie-store-"));
  const disk = createDiskStore(root);
  const commits: string[] = [];
  const store: BlobStore = {
    ...disk,
    async createWriter() {
      const writer = await disk.createWriter();
      const commit = (key: string) => {
        commits.push(key);
        return writer.commit(key);
      };
      return new Proxy(writer, {
        get: (target, name) => (name === "commit" ? commit : Reflect.get(target, name)),
      });
    },
  };
  return {
    root,
    store,
    commits,
    async put(bytes) {
      const writer = await disk.createWriter();
      await writer.write(bytes);
      const { sha256 } = await writer.seal();
      await writer.commit(blobKey(sha256));
      commits.length = 0;
      return sha256;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
