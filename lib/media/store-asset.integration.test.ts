import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { FairLimit } from "./decoding/fair-limit";
import { findAsset } from "./find-asset.server";
import { readAssetBytes } from "./open-asset.server";
import { removeUnusedFiles } from "./removal/remove-unused-files.server";
import { storeAsset, type StoreAssetInput } from "./store-asset.server";
import type { BlobStore } from "./store/blob-store.server";
import { createDiskStore } from "./store/disk-store.server";
import { forgeInterlacedPng } from "./testing/forged-pictures";
import { drawVideo, type Colour, listPackets, packFilm, packSound } from "./testing/sample-videos";
import { createWav, createWebm, drawPicture, inChunks } from "./testing/sample-media";
import { getThumbnail } from "./thumbnails.server";

let test: TestDatabase;
let userId: string;
let root: string;
let store: BlobStore;

beforeAll(async () => {
  test = await createTestDatabase();
  const user = await test.database.user.create({ data: { email: "ada@example.org", name: "Ada" } });
  userId = user.id;
});

afterAll(() => test.drop());

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-media-"));
  store = createDiskStore(root);
});

afterEach(async () => {
  await test.database.asset.deleteMany();
  await test.database.blobCheck.deleteMany();
  await rm(root, { recursive: true, force: true });
});

function storeBytes(bytes: Uint8Array | string, input: Partial<StoreAssetInput> = {}) {
  return storeAsset(
    {
      userId,
      origin: "upload",
      source: inChunks(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
      maxBytes: 5_000_000,
      ...input,
    },
    { database: test.database, store },
  );
}

it("keeps a result that its store refuses until it takes it", async () => {
  const bytes = await drawPicture().png().toBuffer();
  const obstacle = path.join(root, "blobs");
  await writeFile(obstacle, "a file where a folder belongs");
  const storing = storeBytes(bytes, { origin: "output" });
  // Time for the first tries, which fail.
  await new Promise((resolve) => setTimeout(resolve, 400));
  await expect(test.database.asset.count()).resolves.toBe(0);
  await rm(obstacle);
  await expect(readAssetBytes(await storing, 5_000_000, store)).resolves.toEqual(bytes);
  await expect(readdir(path.join(root, "tmp"))).resolves.toEqual([]);
});

it("notes a file whose row could not be written, so that it is removed later", async () => {
  const bytes = await drawPicture().png().toBuffer();
  const stranger = { userId: randomUUID(), origin: "output" } as const;
  await expect(storeBytes(bytes, stranger)).rejects.toThrow("Foreign key");
  await test.database.blobCheck.updateMany({ data: { dueAt: new Date(0) } });
  await expect(removeUnusedFiles({ database: test.database, store })).resolves.toBe(1);
  await expectNothingKept();
});

/** A rejected file must leave no row, no blob and no temporary file. */
async function expectNothingKept(): Promise<void> {
  await expect(test.database.asset.count()).resolves.toBe(0);
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  expect(files.filter((entry) => entry.isFile())).toEqual([]);
}

describe("what is kept", () => {
  it.each(["jpeg", "png", "webp", "avif", "gif", "tiff"] as const)(
    "measures a picture (%s)",
    async (format) => {
      const bytes = await drawPicture(64, 48).toFormat(format).toBuffer();
      const asset = await storeBytes(bytes, { expectedKind: "image", fileName: "fox" });
      expect(asset).toMatchObject({
        kind: "image",
        mimeType: `image/${format}`,
        width: 64,
        height: 48,
        bytes: bytes.length,
        fileName: "fox",
      });
      await expect(readAssetBytes(asset, 5_000_000, store)).resolves.toEqual(bytes);
    },
  );

  it("decodes a result before uploads, and thumbnails in their person's turn", async () => {
    const limit = vi.spyOn(FairLimit.prototype, "run");
    const bytes = await drawPicture(64, 48).png().toBuffer();
    await storeBytes(bytes);
    await storeBytes(bytes, { origin: "output" });
    await getThumbnail(await storeBytes(bytes), 160, store);
    expect(limit.mock.calls.map(([turn]) => turn)).toEqual([
      { userId, isOwed: false },
      { userId, isOwed: true },
      { userId, isOwed: false },
      { userId },
    ]);
    limit.mockRestore();
  });

  it("reports the size after applying the orientation", async () => {
    const bytes = await drawPicture(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await expect(storeBytes(bytes)).resolves.toMatchObject({ width: 48, height: 64 });
  });

  it("measures sound", async () => {
    await expect(storeBytes(createWav(1.5), { expectedKind: "audio" })).resolves.toMatchObject({
      kind: "audio",
      mimeType: "audio/wav",
      durationSeconds: 1.5,
    });
  });

  it("stores the encoding of raw audio", async () => {
    const rawAudio = { encoding: "s16le", sampleRateHz: 22_050, channels: 2 } as const;
    const bytes = Buffer.alloc(22_050 * 4, 1);
    const asset = await storeBytes(bytes, { origin: "output", expectedKind: "audio", rawAudio });
    expect(asset).toMatchObject({ kind: "audio", mimeType: "audio/pcm", durationSeconds: 1, rawAudio });
    await expect(findAsset(asset.id, userId, test.database)).resolves.toEqual(asset);
    const wav = await storeBytes(createWav(1), { origin: "output", rawAudio });
    expect([wav.mimeType, wav.rawAudio]).toEqual(["audio/wav", undefined]);
  });

  it("measures a video", async () => {
    const bytes = await createWebm({ width: 320, height: 240, durationSeconds: 2 });
    await expect(storeBytes(bytes, { expectedKind: "video" })).resolves.toMatchObject({
      kind: "video",
      mimeType: "video/webm",
      width: 320,
      height: 240,
      durationSeconds: expect.closeTo(2, 1) as number,
    });
  });

  it("stores text", async () => {
    await expect(storeBytes("你好", { expectedKind: "text" })).resolves.toMatchObject({
      kind: "text",
      mimeType: "text/plain",
    });
  });

  it("stores the same bytes of a person once, also when uploaded simultaneously", async () => {
    const bytes = await drawPicture().png().toBuffer();
    const assets = await Promise.all(Array.from({ length: 8 }, () => storeBytes(bytes)));
    expect(new Set(assets.map(({ id }) => id)).size).toBe(1);
    await expect(test.database.asset.count()).resolves.toBe(1);
    await expect(Array.fromAsync(store.list("blobs/"))).resolves.toHaveLength(1);
  });

  it("stores the same result once when it arrives twice simultaneously", async () => {
    for (let round = 0; round < 10; round += 1) {
      const store = () => storeBytes(`The same words, ${round}`, { origin: "output", fileName: undefined });
      const assets = await Promise.all(Array.from({ length: 8 }, store));
      expect(new Set(assets.map(({ id }) => id)).size).toBe(1);
    }
  });

  it("gives two people separate assets of one blob", async () => {
    const other = await test.database.user.create({ data: { email: "bob@example.org", name: "Bob" } });
    const bytes = await drawPicture().png().toBuffer();
    const [mine, theirs] = [await storeBytes(bytes), await storeBytes(bytes, { userId: other.id })];
    expect(mine.id).not.toBe(theirs.id);
    await expect(Array.fromAsync(store.list("blobs/"))).resolves.toHaveLength(1);
  });
});

describe("what is refused", () => {
  it.each([
    ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "photo.png"],
    ["an SVG behind an XML declaration", '<?xml version="1.0"?>\n<svg/>', "photo.jpg"],
    ["an HTML page", "<!doctype html><script>alert(1)</script>", "photo.jpg"],
    ["a program", Buffer.from("7f454c4602010100", "hex"), "photo.jpg"],
    ["a PDF", "%PDF-1.7\n%\xE2\xE3", "photo.jpg"],
  ])("%s, whatever its name", async (_what, bytes, fileName) => {
    await expect(storeBytes(bytes, { fileName })).rejects.toMatchObject({ code: "asset.type" });
    await expectNothingKept();
  });

  it("a text where a picture is expected, though it is called one", async () => {
    const promise = storeBytes("just words", { fileName: "photo.jpg", expectedKind: "image" });
    await expect(promise).rejects.toMatchObject({ code: "asset.type" });
    await expectNothingKept();
  });

  it("an empty file", async () => {
    await expect(storeBytes("")).rejects.toMatchObject({ code: "asset.empty" });
    await expect(storeBytes("", { origin: "output" })).rejects.toMatchObject({ code: "result.incomplete" });
    await expectNothingKept();
  });

  it("a file over the limit, at the byte that exceeds it", async () => {
    let delivered = 0;
    async function* endless() {
      for (;;) {
        delivered += 1_000;
        yield Buffer.alloc(1_000, "x");
      }
    }
    const promise = storeBytes("", { source: endless(), maxBytes: 10_000 });
    await expect(promise).rejects.toMatchObject({ code: "input.too-large", values: { maxBytes: 10_000 } });
    expect(delivered).toBe(11_000);
    await expectNothingKept();
    const output = storeBytes("", { source: endless(), maxBytes: 10_000, origin: "output" });
    await expect(output).rejects.toMatchObject({ code: "result.too-large" });
  });

  it.each(["jpeg", "png", "webp"] as const)("a picture that was cut off (%s)", async (format) => {
    const bytes = await drawPicture(256, 256).toFormat(format).toBuffer();
    const half = bytes.subarray(0, bytes.length / 2);
    await expect(storeBytes(half)).rejects.toMatchObject({ code: "asset.corrupt" });
    await expect(storeBytes(half, { origin: "output", expectedKind: "image" })).rejects.toMatchObject({
      code: "result.incomplete",
    });
    await expectNothingKept();
  });

  it("sound of the service whose end is missing, unless its stream broke off", async () => {
    const wav = createWav(2);
    const cut = wav.subarray(0, wav.length - 1_000);
    const output = { origin: "output", expectedKind: "audio" } as const;
    await expect(storeBytes(cut, output)).rejects.toMatchObject({ code: "result.incomplete" });
    await expectNothingKept();
    await expect(storeBytes(cut, { ...output, isWhole: () => false })).resolves.toMatchObject({
      mimeType: "audio/wav",
      durationSeconds: 1.9375,
    });
    await expect(storeBytes(cut)).resolves.toMatchObject({ origin: "upload" });
  });

  it("raw sound that is half a sample too short, unless its stream broke off", async () => {
    const rawAudio = { encoding: "s16le", sampleRateHz: 16_000, channels: 1 } as const;
    const output = { origin: "output", expectedKind: "audio", rawAudio } as const;
    const bytes = Buffer.alloc(32_001);
    await expect(storeBytes(bytes, output)).rejects.toMatchObject({ code: "result.incomplete" });
    await expectNothingKept();
    await expect(storeBytes(bytes, { ...output, isWhole: () => false })).resolves.toMatchObject({
      durationSeconds: 1,
      rawAudio,
    });
  });

  it("an error page where raw sound was asked for", async () => {
    const rawAudio = { encoding: "mulaw", sampleRateHz: 8_000, channels: 1 } as const;
    for (const page of ["<!doctype html><p>Gone</p>", '{"error": 1, "message": "gone"}']) {
      const promise = storeBytes(page, { origin: "output", expectedKind: "audio", rawAudio });
      await expect(promise).rejects.toMatchObject({ code: "result.type" });
    }
    await expectNothingKept();
  });

  it("sound that lasts no time", async () => {
    await expect(storeBytes(createWav(0))).rejects.toMatchObject({ code: "asset.corrupt" });
  });

  it("a source that breaks off, with the fault of the source", async () => {
    const fault = new StudioError("result.incomplete");
    async function* broken() {
      yield await drawPicture().png().toBuffer();
      throw fault;
    }
    await expect(storeBytes("", { source: broken() })).rejects.toBe(fault);
    await expectNothingKept();
  });

  it("everything, where the data folder cannot be written", async () => {
    await writeFile(path.join(root, "blobs"), "a file where a folder belongs");
    const bytes = await drawPicture().png().toBuffer();
    await expect(storeBytes(bytes)).rejects.toMatchObject({ code: "storage.failed" });
    await expect(test.database.asset.count()).resolves.toBe(0);
    await expect(readdir(path.join(root, "tmp"))).resolves.toEqual([]);
  });
});

describe("an image that can't be decoded", () => {
  const asResult = { origin: "output", expectedKind: "image" } as const;

  it("is stored as a result, whose thumbnail says that there is none", async () => {
    const bytes = await drawPicture(256, 256).png().toBuffer();
    bytes.fill(0xa5, 50_000, 52_000);
    await expect(storeBytes(bytes)).rejects.toMatchObject({ code: "asset.corrupt" });
    const asset = await storeBytes(bytes, asResult);
    expect(asset).toMatchObject({ kind: "image", mimeType: "image/png", width: 256, height: 256 });
    await expect(readAssetBytes(asset, 5_000_000, store)).resolves.toEqual(bytes);
    await expect(getThumbnail(asset, 320, store)).rejects.toMatchObject({ code: "asset.corrupt" });
  });

  it("is stored as a result if it takes too much memory, and rejected as an upload", async () => {
    const bytes = await forgeInterlacedPng();
    await expect(storeBytes(bytes)).rejects.toMatchObject({ code: "asset.too-complex", httpStatus: 422 });
    const asset = await storeBytes(bytes, asResult);
    expect(asset).toMatchObject({ kind: "image", width: 10_000, height: 10_000 });
    await expect(getThumbnail(asset, 320, store)).rejects.toMatchObject({ code: "asset.too-complex" });
  });
});

describe("a video that is a result", () => {
  const frames: Colour[] = [
    [200, 40, 40],
    [40, 180, 60],
    [40, 60, 200],
  ];
  const asResult = { origin: "output", expectedKind: "video" } as const;
  const videoMeasures = {
    codec: expect.any(String) as string,
    frameRate: 10,
    frameCount: 3,
    hasSound: false,
  };

  it("is stored only with its index first, with the same packets", async () => {
    const bytes = await drawVideo(frames, { indexPlace: "last" });
    const asset = await storeBytes(bytes, asResult);
    expect(asset).toMatchObject({ kind: "video", bytes: bytes.length, width: 96, video: videoMeasures });
    const stored = await readAssetBytes(asset, 5_000_000, store);
    expect(stored.indexOf("moov")).toBeLessThan(stored.indexOf("mdat"));
    expect(createHash("sha256").update(stored).digest("hex")).toBe(asset.sha256);
    await expect(listPackets(stored)).resolves.toEqual(await listPackets(bytes));
    await expect(findAsset(asset.id, userId, test.database)).resolves.toEqual(asset);
    await expect(listFiles()).resolves.toHaveLength(1);
  });

  it("is the same asset when fetched again, wherever its index was", async () => {
    const bytes = await drawVideo(frames, { indexPlace: "last" });
    const first = await storeBytes(bytes, asResult);
    const again = await storeBytes(bytes, asResult);
    expect(again.id).toBe(first.id);
    const inFront = await storeBytes(await readAssetBytes(first, 5_000_000, store), asResult);
    expect(inFront.id).toBe(first.id);
  });

  it("is stored unchanged if its index cannot be moved", async () => {
    const bytes = Buffer.concat([await packFilm(5), Buffer.from([0, 0, 0, 8]), Buffer.from("mfra")]);
    const asset = await storeBytes(bytes, asResult);
    await expect(readAssetBytes(asset, 5_000_000, store)).resolves.toEqual(bytes);
    await expect(listFiles()).resolves.toHaveLength(1);
  });

  it("is stored unchanged if there is no room for a second copy", async () => {
    const bytes = await drawVideo(frames, { indexPlace: "last" });
    let writers = 0;
    const full: BlobStore = {
      ...store,
      async createWriter() {
        const writer = await store.createWriter();
        writers += 1;
        if (writers === 1) return writer;
        const write = () => Promise.reject(new StudioError("storage.failed"));
        return new Proxy(writer, {
          get: (target, name) => (name === "write" ? write : Reflect.get(target, name)),
        });
      },
    };
    const asset = await storeAsset(
      { userId, ...asResult, source: inChunks(bytes), maxBytes: 5_000_000 },
      { database: test.database, store: full },
    );
    expect(writers).toBe(2);
    await expect(readAssetBytes(asset, 5_000_000, store)).resolves.toEqual(bytes);
    await expect(listFiles()).resolves.toHaveLength(1);
  });

  it("is incomplete if its end is missing, wherever its index is, or if it is empty", async () => {
    for (const indexPlace of ["first", "last"] as const) {
      const bytes = await drawVideo(frames, { indexPlace });
      for (const end of [bytes.length - 1, Math.floor(bytes.length / 2), 40]) {
        await expect(storeBytes(bytes.subarray(0, end), asResult)).rejects.toMatchObject({
          code: "result.incomplete",
        });
      }
    }
    await expect(storeBytes("", asResult)).rejects.toMatchObject({ code: "result.incomplete" });
    await expectNothingKept();
  });

  it("is rejected if it is something else", async () => {
    const sound = await packSound(3);
    for (const bytes of ["<!doctype html><title>502</title>", '{"base_resp":{"status_code":1002}}', sound]) {
      await expect(storeBytes(bytes, asResult)).rejects.toMatchObject({ code: "result.type" });
    }
    await expectNothingKept();
  });

  it("is stored unchanged if a person uploaded it, also if it is cut off but plays", async () => {
    const bytes = await drawVideo(frames, { indexPlace: "last" });
    const asset = await storeBytes(bytes);
    await expect(readAssetBytes(asset, 5_000_000, store)).resolves.toEqual(bytes);
    const inFront = await drawVideo(frames, { indexPlace: "first" });
    await expect(storeBytes(inFront.subarray(0, inFront.length - 5))).resolves.toMatchObject({
      kind: "video",
    });
  });

  async function listFiles(): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }
});
