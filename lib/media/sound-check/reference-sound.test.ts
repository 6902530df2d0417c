import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDiskStore } from "../store/disk-store.server";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createTone, encodeFlac, encodeMp3, encodePcm, encodeVorbis, wrapWav } from "../testing/sample-audio";
import { checkReferenceSound, findSoundProblems } from "./reference-sound.server";

let dataDir: string;
let store: BlobStore;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "reverie-sound-check-"));
  store = createDiskStore(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function check(bytes: Uint8Array, mimeType: string, told = bytes.length) {
  const writer = await store.createWriter();
  await writer.write(bytes);
  await writer.seal();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await writer.commit(blobKey(sha256));
  const asset = { userId: "anyone", sha256, mimeType, kind: "audio", bytes: told } as const;
  return checkReferenceSound(asset, store);
}

const keysOf = ({ problems }: Awaited<ReturnType<typeof check>>) => problems.map(({ key }) => key);

function makeWav(durationSeconds: number, { sampleRateHz = 8_000, channels = 1 as 1 | 2 } = {}): Buffer {
  const tone = createTone({ durationSeconds, sampleRateHz, channels });
  return wrapWav(encodePcm(tone), { formatTag: 1, bitsPerSample: 16, sampleRateHz, channels });
}

describe("checkReferenceSound", () => {
  it("accepts mono and 8 kHz, and reports the decoded length", async () => {
    const found = await check(makeWav(7), "audio/wav");
    expect(found).toEqual({ durationSeconds: 7, problems: [] });
  });

  it.each([
    [5.9, ["sound.too-short"]],
    [6, []],
    [360, []],
    [361, ["sound.too-long"]],
  ])("judges a sound of %d seconds", async (seconds, keys) => {
    expect(keysOf(await check(makeWav(seconds), "audio/wav"))).toEqual(keys);
  });

  it("measures MP3 of variable bitrate without a header by its frames", async () => {
    const tone = createTone({ durationSeconds: 7, level: (seconds) => (seconds > 3.5 ? 0.9 : 0) });
    const found = await check(await encodeMp3(tone, { vbrQuality: 4 }), "audio/mpeg");
    expect(found.problems).toEqual([]);
    expect(found.durationSeconds).toBeGreaterThan(6.9);
    expect(found.durationSeconds).toBeLessThan(7.2);
  });

  it("accepts FLAC and Ogg, and ignores a wrong length in the header", async () => {
    const tone = createTone({ durationSeconds: 6.5, sampleRateHz: 16_000 });
    expect(keysOf(await check(encodeFlac(tone), "audio/flac"))).toEqual([]);
    expect(keysOf(await check(await encodeVorbis(tone), "audio/ogg"))).toEqual([]);
    const format = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 16_000, channels: 1 };
    const boasting = wrapWav(encodePcm(createTone({ durationSeconds: 2, sampleRateHz: 16_000 })), format, {
      dataBytes: 16_000 * 2 * 60,
    });
    expect(await check(boasting, "audio/wav")).toMatchObject({
      durationSeconds: 2,
      problems: [{ key: "sound.too-short", values: { minimum: 6 } }],
    });
  });

  it("detects files with a wrong type, and types without a decoder", async () => {
    expect(await check(Buffer.alloc(40_000, 7), "audio/mpeg")).toEqual({
      durationSeconds: null,
      problems: [{ key: "sound.undecodable" }],
    });
    expect(await check(Buffer.from("no matter what"), "audio/mp4")).toEqual({
      durationSeconds: null,
      problems: [{ key: "sound.type" }],
    });
  });
});

describe("findSoundProblems", () => {
  it("accepts 50 MB and rejects one byte more", () => {
    const sound = { durationSeconds: 60, canDecode: true };
    expect(findSoundProblems({ ...sound, bytes: 50_000_000 })).toEqual([]);
    expect(findSoundProblems({ ...sound, bytes: 50_000_001 })).toEqual([
      { key: "sound.too-large", values: { maxMegabytes: 50 } },
    ]);
  });
});
