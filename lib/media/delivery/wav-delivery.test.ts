import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RawAudio } from "../raw-audio";
import { createWavHeader, wavPaddingBytes } from "../wav-header";
import type { StoredAsset } from "../stored-asset";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";
import { createAssetResponse } from "./asset-response.server";

let root: string;
let store: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-wav-"));
  store = createDiskStore(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

const pcm: RawAudio = { encoding: "s16le", sampleRateHz: 32_000, channels: 1 };
const mulaw: RawAudio = { encoding: "mulaw", sampleRateHz: 8_000, channels: 1 };

async function put(bytes: Buffer, facts: Partial<StoredAsset>): Promise<StoredAsset> {
  const writer = await store.createWriter();
  await writer.write(bytes);
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  const row = {
    id: "an-id",
    userId: "a-person",
    kind: "audio",
    origin: "output",
    createdAt: new Date(),
  } as const;
  return { ...row, sha256, bytes: bytes.length, mimeType: "audio/pcm", ...facts };
}

function get(asset: StoredAsset, headers: Record<string, string> = {}, as: "wav" | "stored" = "wav") {
  const options = { as: as === "wav" ? as : undefined, store };
  return createAssetResponse(new Request("http://studio.test/", { headers }), asset, options);
}

const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("raw sound as WAV", () => {
  it.each([
    ["16 bit", pcm, "audio/pcm", 1_000],
    ["µ-law of even length", mulaw, "audio/PCMU", 1_000],
    ["µ-law of odd length, with the byte that makes it even", mulaw, "audio/PCMU", 1_001],
  ])("%s: header and bytes, whole and in every part", async (_what, rawAudio, mimeType, length) => {
    const bytes = randomBytes(length);
    const asset = await put(bytes, { mimeType, rawAudio, fileName: "fox.pcm" });
    const padding = Buffer.alloc(wavPaddingBytes(length));
    const whole = Buffer.concat([createWavHeader(rawAudio, length), bytes, padding]);
    const response = await get(asset);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/wav",
      "content-length": String(whole.length),
      "content-disposition": expect.stringContaining("fox.wav") as string,
    });
    expect((await readBytes(response)).equals(whole)).toBe(true);
    const edges = [0, 1, 43, 44, 45, 57, 58, 59, 500, whole.length - 2, whole.length - 1];
    for (const start of edges) {
      for (const end of edges.filter((candidate) => candidate >= start)) {
        const part = await get(asset, { range: `bytes=${start}-${end}` });
        expect(part.status).toBe(206);
        expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end}/${whole.length}`);
        expect((await readBytes(part)).equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }
    }
    expect((await get(asset, { range: `bytes=${whole.length}-` })).status).toBe(416);
  });

  it("has its own ETag for each way of reading the same bytes", async () => {
    const bytes = randomBytes(100);
    const asset = await put(bytes, { rawAudio: pcm });
    const asStored = await get(asset, {}, "stored");
    expect(asStored.headers.get("content-type")).toBe("audio/pcm;rate=32000;channels=1");
    expect(asStored.headers.get("content-length")).toBe("100");
    await asStored.body?.cancel();
    const answers = [
      await get(asset),
      await get(await put(bytes, { rawAudio: { ...pcm, sampleRateHz: 8_000 } })),
    ];
    const tags = [asStored, ...answers].map(({ headers }) => headers.get("etag") ?? "");
    expect(new Set(tags).size).toBe(3);
    for (const { body } of answers) await body?.cancel();
    expect((await get(asset, { "if-none-match": tags[1] ?? "" })).status).toBe(304);
  });

  it("does not change audio with a header", async () => {
    const bytes = Buffer.from("RIFF and so on");
    const response = await get(await put(bytes, { mimeType: "audio/wav" }));
    expect((await readBytes(response)).equals(bytes)).toBe(true);
  });

  it("closes the file when the reader disconnects, also before the first byte", async () => {
    const asset = await put(randomBytes(3_000_000), { rawAudio: pcm });
    const opened: Readable[] = [];
    const disk = store;
    store = {
      ...disk,
      async openRead(key, range) {
        const source = await disk.openRead(key, range);
        opened.push(source);
        return source;
      },
    };
    for (const reads of [0, 1, 2]) {
      const reader = (await get(asset)).body!.getReader();
      for (let read = 0; read < reads; read += 1) await reader.read();
      await reader.cancel();
    }
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });
});
