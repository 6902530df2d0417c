import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFilm } from "../film-document";
import { type FilmLoop, listLoopDelays, listLoopFrames, type LoopFormat } from "../film-loop";
import { makeCaption, makeShot, makeVideoShot } from "../testing/make-shots";
import { encodeLoop } from "./encode-loop";
import type { RenderOrder, RenderProgress } from "./render-order";
import { runRender } from "./run-render.server";
import { findMeanDifference, readFilmFrames } from "./testing/compare-frames";
import { readNumber, writeNumberedVideo } from "./testing/numbered-video";
import { toPlanes } from "./convert-colours";

const [numbers, colours] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
let folder: string;
let sources: RenderOrder["sources"];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-loop-"));
  const video = await writeNumberedVideo(path.join(folder, "a.mp4"), { frames: 160, frameRate: 24 });
  const picture = path.join(folder, "p.png");
  // A ramp of all hues from the left to the right.
  const pixels = Buffer.from(
    Array.from({ length: 640 * 360 }, (_, at) => [(at % 640) / 2.6, 200 - (at % 640) / 4, at / 1_000]).flat(),
  );
  await sharp(pixels, { raw: { width: 640, height: 360, channels: 3 } })
    .png()
    .toFile(picture);
  sources = {
    [numbers!]: { path: video, kind: "video", mimeType: "video/mp4" },
    [colours!]: { path: picture, kind: "image", mimeType: "image/png" },
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const film = {
  ...makeFilm({ aspect: "16:9", frameRate: 24 }),
  shots: [
    makeVideoShot(numbers!, { from: 1, frames: 60 }),
    makeVideoShot(numbers!, { from: 4, frames: 48 }),
    makeShot({ frames: 24, content: { kind: "picture", itemId: colours!, move: null } }),
  ],
  captions: [makeCaption({ atMs: 4_500, lengthMs: 500, text: "Colours" })],
};
/** What each frame of the film shows of the video. */
const shown = [
  ...Array.from({ length: 60 }, (_, frame) => 24 + frame),
  ...Array.from({ length: 48 }, (_, frame) => 96 + frame),
];

let works = 0;
async function order(format: RenderOrder["format"], loop?: FilmLoop): Promise<RenderOrder> {
  const work = path.join(folder, `work-${(works += 1)}`);
  await mkdir(work);
  return {
    ...{ film, sources, format, loop, quality: "720p", burnsCaptions: true, loudnessLufs: null },
    ...{ slateTitle: "", tags: { title: "Fähre 渡轮", comment: "AI-generated" }, folder: work },
  };
}

const render = (job: RenderOrder, onProgress?: (progress: RenderProgress) => void) =>
  runRender({ order: job, signal: new AbortController().signal, onProgress });

/** The images of an animation with red, green, blue and opacity. */
async function decode(file: string) {
  const { data, info } = await sharp(file, { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width } = info;
  const height = info.pageHeight!;
  const bytes = width * height * 4;
  const images = Array.from({ length: info.pages! }, (_, index) =>
    Uint8ClampedArray.from(data.subarray(index * bytes, (index + 1) * bytes)),
  );
  return { width, height, images };
}

/** Of captions; nothing else in the film is white. */
const hasWhite = (pixels: Uint8ClampedArray) =>
  pixels.some((_, at) => at % 4 === 0 && Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) > 190);

describe.each(["gif", "webp"] as const)("a loop as %s", (format: LoopFormat) => {
  const loop = { size: 320, frameRate: 12, startFrame: 30, frameCount: 72 } as const;

  it("shows the right frame of the film in each image, for the right time, and repeats", async () => {
    const told: RenderProgress[] = [];
    const job = await order(format, loop);
    const done = await render(job, (progress) => told.push(progress));
    expect(done).toMatchObject({ width: 320, height: 180, frames: 36, durationSeconds: 3 });
    expect(path.basename(done.path)).toBe(`film.${format}`);
    expect(await readdir(job.folder)).toEqual([`film.${format}`, "plan"]);
    expect(told.at(-1)).toEqual({ phase: "file", framesDone: 36, frames: 36 });

    const {
      format: found,
      pages,
      delay,
      loop: times,
    } = await sharp(done.path, { animated: true }).metadata();
    expect([found, pages, times]).toEqual([format, 36, 0]);
    expect(delay).toEqual(listLoopDelays(36, 12, format));
    const { images, ...size } = await decode(done.path);
    const seen = images.map((pixels) => readNumber(toPlanes(pixels, { ...size, channels: 4 })));
    expect(seen).toEqual(listLoopFrames(loop, 24).map((frame) => shown[frame]));
  });

  it("has the colours and captions of the film", async () => {
    const piece = { ...loop, startFrame: 108, frameCount: 24 };
    const [made, whole] = [await render(await order(format, piece)), await render(await order("mp4"))];
    const { images } = await decode(made.path);
    // What stands still is one image: with the caption, and without it.
    expect(images).toHaveLength(2);
    const { delay } = await sharp(made.path, { animated: true }).metadata();
    expect(delay).toEqual([500, 500]);
    const film = await readFilmFrames(whole.path, [110, 131], 24);
    for (const [index, frame] of [110, 131].entries()) {
      const raw = { width: 1_280, height: 720, channels: 4 } as const;
      const pixels = await sharp(film.get(frame)!, { raw }).resize(320, 180).raw().toBuffer();
      expect(findMeanDifference(images[index]!, Uint8ClampedArray.from(pixels))).toBeLessThan(5);
    }
    expect(images.map(hasWhite)).toEqual([true, false]);
  });

  it("says what it is", async () => {
    const made = await render(await order(format, { ...loop, frameCount: 4 }));
    const bytes = await readFile(made.path);
    expect(bytes.includes("Fähre 渡轮")).toBe(true);
    expect(bytes.includes("AI-generated")).toBe(true);
    if (format === "webp") expect((await sharp(bytes).metadata()).xmpAsString).toContain("AI-generated");
  });

  it("is a fault where the encoder refuses it", async () => {
    // An image that is seen for longer than either format can say.
    const slow = { ...loop, frameRate: 0.01 as FilmLoop["frameRate"], frameCount: 1 };
    const job = await order(format);
    await expect(encodeLoop(job, { loop: slow, format }, () => {})).rejects.toMatchObject({
      fault: "encoder-failed",
    });
  });
});
