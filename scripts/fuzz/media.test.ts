import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCutOff } from "@/lib/media/inspect/is-cut-off.server";
import { measureMedia, UndecodableMediaError } from "@/lib/media/inspect/measure-media.server";
import { walkMpegFrames } from "@/lib/media/inspect/mpeg-frames.server";
import { findPictureEnd } from "@/lib/media/inspect/picture-end.server";
import { sniffMedia, sniffText } from "@/lib/media/inspect/sniff-media.server";
import { BrokenBoxError } from "@/lib/media/mp4/boxes.server";
import { IndexNotMovableError, planIndexFirst, readIndexFirst } from "@/lib/media/mp4/index-first.server";
import { estimateDecodedBytes } from "@/lib/media/pictures/picture-cost";
import { parseSubtitles } from "@/lib/media/subtitles/subtitles";
import { StudioError } from "@/lib/errors/studio-error";
import { createTone, encodeFlac, encodeMp3, encodeOpus } from "@/lib/media/testing/sample-audio";
import { createWav, createWebm } from "@/lib/media/testing/sample-media";
import { drawVideo, packFilm } from "@/lib/media/testing/sample-videos";
import { damaged, takeCases } from "./cases";

let folder: string;
let file: string;
let sounds: Buffer[];
let films: Buffer[];
let pictures: Buffer[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "reverie-fuzz-media-"));
  file = path.join(folder, "file");
  const tone = createTone({ durationSeconds: 0.3, sampleRateHz: 16_000, channels: 1, level: () => 0.2 });
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x10"), Buffer.alloc(16)]);
  const mp3 = await encodeMp3(tone, { bitrate: 32 });
  sounds = [mp3, Buffer.concat([tag, mp3]), createWav(0.1), encodeFlac(tone), await encodeOpus(tone)];
  films = [
    await drawVideo(
      [
        [9, 9, 9],
        [250, 9, 9],
      ],
      {},
    ),
    await packFilm(5),
    await packFilm(5, { isFragmented: true }),
    await readFile("lib/media/testing/videos/h264-b-frames.mp4"),
    await createWebm({ width: 16, height: 16, durationSeconds: 0.3 }),
  ];
  const drawn = sharp({ create: { width: 9, height: 7, channels: 3, background: "#308040" } });
  pictures = await Promise.all(
    (["png", "jpeg", "webp", "gif", "tiff", "avif"] as const).map((format) =>
      drawn.clone().toFormat(format).toBuffer(),
    ),
  );
});

afterAll(() => rm(folder, { recursive: true }));

/** Measures a file like one that is stored. Pictures are decoded by a process, which has tests of its own. */
async function inspect(): Promise<void> {
  const sniffed = await sniffMedia(file);
  if (!sniffed) return;
  if (sniffed.kind === "image") return void (await findPictureEnd(file, sniffed.mimeType));
  try {
    const measured = await measureMedia(file, sniffed, { userId: "anyone" });
    if (measured.durationSeconds !== undefined) expect(measured.durationSeconds).toBeGreaterThan(0);
    await isCutOff(file, measured);
  } catch (error) {
    if (!(error instanceof UndecodableMediaError)) throw error;
  }
}

describe("a damaged file", () => {
  it("of sound is measured or cannot be decoded", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(sounds), async (bytes) => {
        await writeFile(file, bytes);
        await inspect();
        const { durationSeconds, frames } = await walkMpegFrames(file);
        expect(Number.isFinite(durationSeconds) && frames <= bytes.length).toBe(true);
      }),
      takeCases(100),
    );
  });

  it("of video is measured or cannot be decoded, and its index moves whole or not at all", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(films), async (bytes) => {
        await writeFile(file, bytes);
        await inspect();
        const handle = await open(file);
        try {
          const plan = await planIndexFirst(handle);
          let moved = 0;
          if (plan) for await (const chunk of readIndexFirst(handle, plan)) moved += chunk.length;
          if (plan) expect(moved).toBe(bytes.length);
        } catch (error) {
          if (!(error instanceof IndexNotMovableError || error instanceof BrokenBoxError)) throw error;
        } finally {
          await handle.close();
        }
      }),
      takeCases(100),
    );
  });

  it("of an image has a header that tells its cost, or none", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(pictures), async (bytes) => {
        await writeFile(file, bytes);
        await inspect();
        const header = await sharp(file)
          .metadata()
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(Error);
          });
        if (header) expect(estimateDecodedBytes(header)).toBeGreaterThan(0);
      }),
      takeCases(100),
    );
  });
});

describe("any bytes", () => {
  it("are text only if they have no control characters and no markup", () => {
    const start = fc.constantFrom("", "<", "<!doctype html>", " <svg ", "[", '{"a":', "WEBVTT\n", "\ufeff");
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 80 }), fc.boolean(), (text, rest, whole) => {
        const head = Buffer.concat([Buffer.from(text), rest]);
        const type = sniffText(head, { whole });
        if (type !== null) expect(head.includes(0) || /^\s*<(!doctype|svg)/i.test(text)).toBe(false);
      }),
      takeCases(300),
    );
  });

  it("are subtitles in order or unreadable", () => {
    const time = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null));
    const entry = fc.record({ text: fc.string(), time_begin: time, time_end: time }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(entry, fc.jsonValue())), fc.jsonValue()), (value) => {
        try {
          const sentences = parseSubtitles(JSON.stringify(value));
          for (const [index, { startMs, endMs }] of sentences.entries()) {
            expect(endMs).toBeGreaterThanOrEqual(startMs);
            expect(endMs).toBeLessThanOrEqual(sentences[index + 1]?.startMs ?? Infinity);
          }
        } catch (error) {
          if (!(error instanceof StudioError)) throw error;
        }
      }),
      takeCases(300),
    );
  });
});
