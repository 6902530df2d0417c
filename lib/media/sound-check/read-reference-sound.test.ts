import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RawAudio } from "../raw-audio";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";
import { readReferenceSound } from "./reference-sound.server";

const rawAudio: RawAudio = { encoding: "s16le", sampleRateHz: 16_000, channels: 1 };
const wavHeaderBytes = 44;

describe("readReferenceSound", () => {
  let dataDir: string;
  let store: BlobStore;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "reverie-reference-sound-"));
    store = createDiskStore(dataDir);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function keep(bytes: Uint8Array) {
    const writer = await store.createWriter();
    await writer.write(bytes);
    await writer.seal();
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await writer.commit(blobKey(sha256));
    return { sha256, bytes: bytes.length };
  }

  const read = async (asset: Parameters<typeof readReferenceSound>[0]) => {
    const source = await readReferenceSound(asset, store);
    const bytes = Buffer.concat(await Array.fromAsync(source.open()));
    expect(source.byteCount).toBe(bytes.length);
    return bytes;
  };

  it("is the stored bytes", async () => {
    expect((await read(await keep(Buffer.from("sound")))).toString()).toBe("sound");
  });

  it("is a WAV file for audio without a header", async () => {
    const samples = Buffer.alloc(3_201, 1);
    const bytes = await read({ ...(await keep(samples)), rawAudio });
    expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
    expect(bytes.subarray(wavHeaderBytes).equals(samples)).toBe(true);
  });

  it("reports before sending that the file is missing, or too large with its header", async () => {
    const gone = { sha256: "0".repeat(64), bytes: 10 };
    await expect(readReferenceSound(gone, store)).rejects.toMatchObject({ code: "asset.missing" });
    const full = { ...(await keep(Buffer.from("x"))), bytes: 50_000_000 };
    await expect(readReferenceSound(full, store)).resolves.toMatchObject({ byteCount: 50_000_000 });
    await expect(readReferenceSound({ ...full, rawAudio }, store)).rejects.toMatchObject({
      code: "input.too-large",
    });
  });
});
