import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createWav, inChunks } from "@/lib/media/testing/sample-media";
import { rowlessDatabase } from "./rowless-database";

it("has every query that storing a result asks for", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "reverie-rowless-"));
  try {
    const bytes = createWav(1);
    const asset = await storeAsset(
      { userId: "a-user", origin: "output", source: inChunks(bytes), maxBytes: bytes.byteLength },
      { database: rowlessDatabase, store: createDiskStore(root) },
    );
    expect(asset.bytes).toBe(bytes.byteLength);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
