import { readdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPeaksResponse } from "../delivery/asset-response.server";
import { blobKey, derivedKey, type BlobStore } from "../store/blob-store.server";
import type { StoredAsset } from "../stored-asset";
import { openRecordingStore, type RecordingStore } from "../testing/recording-store";
import { createTone, encodeFlac, encodeMp3, encodePcm } from "../testing/sample-audio";
import { getPeaks } from "./get-peaks.server";
import { peaksDtoSchema } from "./peaks-dto";

let root: string;
let store: BlobStore;
let commits: string[];
let files: RecordingStore;

beforeEach(async () => {
  files = await openRecordingStore();
  ({ root, store, commits } = files);
});

afterEach(() => files.remove());

async function put(bytes: Buffer, facts: Partial<StoredAsset>): Promise<StoredAsset> {
  const sha256 = await files.put(bytes);
  const row = {
    id: "an-id",
    userId: "a-person",
    kind: "audio",
    origin: "output",
    createdAt: new Date(),
  } as const;
  return { ...row, sha256, bytes: bytes.length, mimeType: "audio/mpeg", ...facts };
}

const parse = (json: Buffer) => peaksDtoSchema.parse(JSON.parse(json.toString("utf8")));
const tone = createTone({ durationSeconds: 1 });

describe("getPeaks", () => {
  it("is computed once for simultaneous requests, then read from the store", async () => {
    const asset = await put(await encodeMp3(tone), {});
    const all = await Promise.all(Array.from({ length: 10 }, () => getPeaks(asset, store)));
    expect(commits).toEqual([derivedKey(asset.sha256, "peaks-v1.json")]);
    expect(new Set(all.map((json) => json.toString("utf8"))).size).toBe(1);
    expect(parse(all[0]!).durationSeconds).toBeCloseTo(1, 0);
    await expect(getPeaks(asset, store)).resolves.toEqual(all[0]);
    expect(commits).toHaveLength(1);
    await store.remove(derivedKey(asset.sha256, "peaks-v1.json"));
    await expect(getPeaks(asset, store)).resolves.toEqual(all[0]);
    expect(commits).toHaveLength(2);
  });

  it("distinguishes two readings of the same bytes", async () => {
    const pcm = encodePcm(tone);
    const reading = {
      mimeType: "audio/pcm",
      rawAudio: { encoding: "s16le", sampleRateHz: 32_000, channels: 1 },
    } as const;
    const slow = await put(pcm, { ...reading, rawAudio: { ...reading.rawAudio, sampleRateHz: 16_000 } });
    const fast = { ...slow, ...reading };
    const [slowly, fastly] = await Promise.all([getPeaks(slow, store), getPeaks(fast, store)]);
    expect([parse(slowly).durationSeconds, parse(fastly).durationSeconds]).toEqual([2, 1]);
    expect(commits.toSorted()).toEqual(
      ["peaks-v1-s16le-16000-1.json", "peaks-v1-s16le-32000-1.json"].map((name) =>
        derivedKey(slow.sha256, name),
      ),
    );
  });

  it("does not block the requesting thread", async () => {
    const asset = await put(
      encodeFlac(createTone({ durationSeconds: 60, sampleRateHz: 44_100, channels: 2 })),
      {
        mimeType: "audio/flac",
      },
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await getPeaks(asset, store);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });

  it.each([
    ["a picture", { kind: "image", mimeType: "image/png" }],
    ["AAC, which is not decoded here", { mimeType: "audio/aac" }],
    ["raw sound of which nothing is known", { mimeType: "audio/pcm" }],
  ] as const)("refuses %s", async (_what, facts) => {
    await expect(getPeaks(await put(Buffer.from("bytes"), facts), store)).rejects.toMatchObject({
      code: "asset.type",
    });
    expect(commits).toEqual([]);
  });

  it("reports undecodable audio, stores nothing, and retries on the next request", async () => {
    const asset = await put(Buffer.from("no sound at all"), {});
    for (let time = 0; time < 2; time += 1) {
      await expect(getPeaks(asset, store)).rejects.toMatchObject({ code: "asset.corrupt" });
    }
    expect(commits).toEqual([]);
    expect(await readdir(path.join(root, "tmp"))).toEqual([]);
  });

  it("reports a lost blob and a disk that fails while it is read", async () => {
    const asset = await put(await encodeMp3(tone), {});
    const failing: BlobStore = {
      ...store,
      openRead: () =>
        Promise.resolve(
          new Readable({
            read() {
              this.destroy(new Error("the disk is gone"));
            },
          }),
        ),
    };
    await expect(getPeaks(asset, failing)).rejects.toThrow("the disk is gone");
    await store.remove(blobKey(asset.sha256));
    await expect(getPeaks(asset, store)).rejects.toMatchObject({ code: "asset.missing" });
  });
});

describe("createPeaksResponse", () => {
  const ask = (asset: StoredAsset, init: RequestInit = {}) =>
    createPeaksResponse(new Request("http://studio.test/", init), asset, store);

  it("may be cached permanently by its owner", async () => {
    const asset = await put(await encodeMp3(tone), {});
    const response = await ask(asset);
    const tag = `"${asset.sha256}-peaks-v1.json"`;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "private, no-cache",
      etag: tag,
    });
    expect(peaksDtoSchema.parse(await response.json()).peaks.length).toBeGreaterThan(1_000);
    expect((await ask(asset, { headers: { "if-none-match": tag } })).status).toBe(304);
    const head = await ask(asset, { method: "HEAD" });
    expect([head.body, Number(head.headers.get("content-length")) > 1_000]).toEqual([null, true]);
  });

  it("never answers 304 without a waveform", async () => {
    const asset = await put(Buffer.from("bytes"), { kind: "image", mimeType: "image/png" });
    await expect(ask(asset, { headers: { "if-none-match": "*" } })).rejects.toMatchObject({
      code: "asset.type",
    });
  });

  it("is not found if the blob is missing", async () => {
    const asset = await put(await encodeMp3(tone), {});
    await store.remove(blobKey(asset.sha256));
    await expect(ask(asset)).rejects.toMatchObject({ code: "not-found" });
  });
});
