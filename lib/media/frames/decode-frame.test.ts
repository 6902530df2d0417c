import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createDiskStore } from "../store/disk-store.server";
import { getThumbnail, getPoster, getStrip } from "../thumbnails.server";
import { stripFrames, stripHeight } from "../video-strip";
import { drawVideo, retimeVideo } from "../testing/sample-videos";
import { decodeFrame } from "./decode-frame.server";

let root: string;
let store: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-frames-"));
  store = createDiskStore(root);
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true, force: true });
});

async function put(bytes: Uint8Array) {
  const writer = await store.createWriter();
  await writer.write(bytes);
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  return { userId: "anyone", sha256, bytes: bytes.length, kind: "video" as const };
}

/** The colour in the middle of an image. */
async function readColour(picture: Uint8Array): Promise<number[]> {
  const { width, height } = await sharp(picture).metadata();
  const middle = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(picture).extract(middle).removeAlpha().raw().toBuffer())];
}

function expectColour(actual: number[], expected: readonly number[], tolerance = 6): void {
  actual.forEach((value, index) => {
    expect(Math.abs(value - (expected[index] ?? NaN)), `${actual} for ${expected}`).toBeLessThanOrEqual(
      tolerance,
    );
  });
}

const [red, green, blue, white, black] = [
  [200, 40, 40],
  [40, 180, 60],
  [40, 60, 200],
  [255, 255, 255],
  [0, 0, 0],
] as const;

describe("a frame of a video", () => {
  it("returns the frame shown at that time, in the video's colours and size", async () => {
    const asset = await put(
      await drawVideo([red, green, blue], { width: 160, height: 96, framesPerSecond: 2 }),
    );
    for (const [seconds, shown, colour] of [
      [0, 0, red],
      [0.49, 0, red],
      [0.5, 0.5, green],
      // The second of 30 frames per second, as players report it: truncated to microseconds.
      [0.4999999, 0.5, green],
      [1.2, 1, blue],
      [1.5, 1, blue],
    ] as const) {
      const frame = await decodeFrame(asset, { kind: "at", seconds }, store);
      expect(frame.seconds).toBe(shown);
      expectColour(await readColour(frame.picture), colour);
    }
    const { picture } = await decodeFrame(asset, { kind: "last" }, store);
    await expect(sharp(picture).metadata()).resolves.toMatchObject({ format: "png", width: 160, height: 96 });
    expectColour(await readColour(picture), blue);
  });

  it.each([
    { what: "begins late", times: [1, 1.5, 2], before: 0, first: 1, within: 1.7, second: 1.5 },
    { what: "has no steady pace", times: [0, 0.1, 3], before: 0.05, first: 0, within: 1.2, second: 0.1 },
  ])("returns the frame shown at that time if the video $what", async (video) => {
    const steady = await drawVideo([red, green, blue], { framesPerSecond: 2 });
    const asset = await put(await retimeVideo(steady, { times: video.times }));
    const wishes = [
      { wish: { kind: "at", seconds: video.before }, shown: video.first, colour: red },
      { wish: { kind: "at", seconds: video.within }, shown: video.second, colour: green },
      { wish: { kind: "last" }, shown: video.times.at(-1) ?? NaN, colour: blue },
    ] as const;
    for (const { wish, shown, colour } of wishes) {
      const frame = await decodeFrame(asset, wish, store);
      expect(frame.seconds).toBeCloseTo(shown, 3);
      expectColour(await readColour(frame.picture), colour);
    }
  });

  it("rotates a video of a camera held sideways", async () => {
    const lying = await drawVideo([{ left: red, right: blue }], { width: 160, height: 96 });
    const asset = await put(await retimeVideo(lying, { times: [0], rotation: 90 }));
    const { picture } = await decodeFrame(asset, { kind: "last" }, store);
    await expect(sharp(picture).metadata()).resolves.toMatchObject({ width: 96, height: 160 });
    const top = await sharp(picture).extract({ left: 0, top: 0, width: 96, height: 60 }).png().toBuffer();
    expectColour(await readColour(top), red);
  });

  it("returns the last frame while the audio continues, like players", async () => {
    const silent = await drawVideo([red, green], { framesPerSecond: 2 });
    const asset = await put(await retimeVideo(silent, { times: [0, 0.5], soundSeconds: 2 }));
    const frame = await decodeFrame(asset, { kind: "at", seconds: 1.8 }, store);
    expect(frame.seconds).toBeCloseTo(0.5, 3);
    await expect(decodeFrame(asset, { kind: "at", seconds: 2.1 }, store)).rejects.toMatchObject({
      fields: [{ path: "at", values: { maximum: 2 } }],
    });
  });

  it("rejects a time after the end at its field", async () => {
    const asset = await put(await drawVideo([red, green], { framesPerSecond: 2 }));
    await expect(decodeFrame(asset, { kind: "at", seconds: 1.1 }, store)).rejects.toMatchObject({
      code: "input.invalid",
      fields: [{ path: "at", key: "field.too-big", values: { maximum: 1 } }],
    });
  });

  it("returns the last frame shown, not the last in the file", async () => {
    // 24 frames by x264 with the B-frames of the High profile: the file ends with frames 23, 21 and 22.
    const asset = await put(await readFile("lib/media/testing/videos/h264-b-frames.mp4"));
    await expect(decodeFrame(asset, { kind: "last" }, store)).resolves.toMatchObject({ seconds: 23 / 12 });
  });

  it("decodes HEVC", async () => {
    const asset = await put(await readFile("lib/media/testing/videos/hevc.mp4"));
    await expect(decodeFrame(asset, { kind: "last" }, store)).resolves.toMatchObject({ seconds: 0.2 });
  });

  it("reports undecodable bytes as corrupt, and decodes the next video", async () => {
    const whole = await drawVideo([red, green], { framesPerSecond: 2 });
    const damaged = Buffer.from(whole);
    const mediaAt = damaged.indexOf("mdat") + 4;
    const indexAt = damaged.indexOf("moov");
    damaged.fill(0x5a, mediaAt, indexAt > mediaAt ? indexAt - 4 : undefined);
    await expect(decodeFrame(await put(damaged), { kind: "last" }, store)).rejects.toMatchObject({
      code: "asset.corrupt",
    });
    await expect(decodeFrame(await put(whole), { kind: "last" }, store)).resolves.toBeDefined();
  });

  it("rejects a file that is not a video", async () => {
    const image = { userId: "anyone", sha256: "0".repeat(64), bytes: 1, kind: "image" as const };
    await expect(decodeFrame(image, { kind: "last" }, store)).rejects.toMatchObject({ code: "asset.type" });
  });

  it("reports a video missing from the store", async () => {
    const asset = await put(await drawVideo([red], {}));
    await store.remove(blobKey(asset.sha256));
    await expect(decodeFrame(asset, { kind: "last" }, store)).rejects.toMatchObject({
      code: "asset.missing",
    });
  });
});

describe("the strip of a video", () => {
  async function readColours(strip: Uint8Array): Promise<number[][]> {
    const { data, info } = await sharp(strip).raw().toBuffer({ resolveWithObject: true });
    const width = info.width / stripFrames;
    return Array.from({ length: stripFrames }, (_, index) => {
      const at = (Math.floor(info.height / 2) * info.width + Math.floor((index + 0.5) * width)) * 3;
      return [...data.subarray(at, at + 3)];
    });
  }

  it("has the frame at the middle of each sixteenth, and is kept", async () => {
    const colours = [red, green, blue, white];
    const asset = await put(await drawVideo(colours, { width: 160, height: 96, framesPerSecond: 2 }));
    const strip = await getStrip(asset, store);
    await expect(sharp(strip).metadata()).resolves.toMatchObject({
      ...{ format: "webp", width: stripFrames * 200, height: stripHeight },
    });
    for (const [index, colour] of (await readColours(strip)).entries()) {
      expectColour(colour, colours[Math.floor(index / 4)]!);
    }
    await store.remove(blobKey(asset.sha256));
    await expect(getStrip(asset, store)).resolves.toEqual(strip);
  });

  it("begins with the first frame of a video that begins late, and is upright", async () => {
    const video = await drawVideo([{ left: red, right: blue }, green, green], {
      ...{ width: 160, height: 96, framesPerSecond: 2 },
    });
    const asset = await put(await retimeVideo(video, { times: [1, 1.5, 2], rotation: 90 }));
    const strip = await getStrip(asset, store);
    await expect(sharp(strip).metadata()).resolves.toMatchObject({ width: stripFrames * 72 });
    const first = await sharp(strip).extract({ left: 0, top: 0, width: 72, height: 60 }).png().toBuffer();
    expectColour(await readColour(first), red, 12);
    expectColour((await readColours(strip)).at(-1)!, green);
  });

  it("that can't be made leaves the poster alone", async () => {
    // So wide that 16 frames exceed what WebP can be.
    const asset = await put(await drawVideo([{ left: white, right: red }], { width: 640, height: 32 }));
    await expect(getStrip(asset, store)).rejects.toMatchObject({ code: "asset.corrupt" });
    const poster = await sharp(await getPoster(asset, store))
      .raw()
      .toBuffer();
    expectColour([...poster.subarray(0, 3)], white);
  });
});

describe("the poster of a video", () => {
  it("is the first frame that shows something", async () => {
    const asset = await put(await drawVideo([{ left: white, right: red }, green], { framesPerSecond: 2 }));
    expectColour(await readLeft(await getPoster(asset, store)), white);
  });

  it("skips single-coloured frames for up to two seconds", async () => {
    const shown = { left: green, right: blue };
    const fade = await put(await drawVideo([black, black, shown, red], { framesPerSecond: 2 }));
    expectColour(await readLeft(await getPoster(fade, store)), green);
    const late = await put(
      await drawVideo([black, red, white, red, white, red, shown], { framesPerSecond: 2 }),
    );
    expectColour(await readLeft(await getPoster(late, store)), black);
  });

  it("becomes the thumbnails, decoded once for simultaneous requests", async () => {
    const asset = await put(
      await drawVideo([{ left: white, right: red }], { width: 960, height: 540, framesPerSecond: 2 }),
    );
    let opened = 0;
    const counting: BlobStore = {
      ...store,
      openRead(key, range) {
        if (key === blobKey(asset.sha256) && range?.start === 0) opened += 1;
        return store.openRead(key, range);
      },
    };
    const [small, again, large] = await Promise.all([
      getThumbnail(asset, 320, counting),
      getThumbnail(asset, 320, counting),
      getThumbnail(asset, 640, counting),
    ]);
    expect(opened).toBe(1);
    expect(again).toEqual(small);
    await expect(sharp(small).metadata()).resolves.toMatchObject({ format: "webp", width: 320, height: 180 });
    await expect(sharp(large).metadata()).resolves.toMatchObject({ format: "webp", width: 640, height: 360 });
  });

  it("is reported as corrupt if nothing can be decoded, the second time without decoding", async () => {
    const damaged = Buffer.from(await drawVideo([red, green], { framesPerSecond: 2 }));
    damaged.write("xxxx", damaged.lastIndexOf("avc1"), "latin1");
    const asset = await put(damaged);
    await expect(getThumbnail(asset, 320, store)).rejects.toMatchObject({ code: "asset.corrupt" });
    await store.remove(blobKey(asset.sha256));
    await expect(getThumbnail(asset, 320, store)).rejects.toMatchObject({ code: "asset.corrupt" });
    // Tried again after a while.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60 * 1_000 });
    await expect(getThumbnail(asset, 320, store)).rejects.toMatchObject({ code: "asset.missing" });
  });

  async function readLeft(poster: Buffer): Promise<number[]> {
    return [...(await sharp(poster).extract({ left: 4, top: 4, width: 1, height: 1 }).raw().toBuffer())];
  }
});
