import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { FilePathSource, Input, MP4, WEBM } from "mediabunny";
import { parseFile } from "music-metadata";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { spawnDecoder } from "@/lib/media/decoding/decoder-process.server";
import { decodeFile } from "@/lib/media/testing/decode-file";
import { mountSmallDisk } from "@/lib/media/testing/small-disk";
import { measureLoudness } from "@/lib/media/testing/measure-sound";
import { makeFilm, type FilmDocument, type Shot } from "../film-document";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "../testing/make-shots";
import { readSound } from "./read-sound";
import type { RenderOrder, RenderProgress, RenderSource, ToRenderProcess } from "./render-order";
import { runRender } from "./run-render.server";
import {
  changeFrameTimes,
  readFrames,
  readNumber,
  readStripes,
  toVideo,
  writeNumberedVideo,
} from "./testing/numbered-video";
import { tone, writeWav } from "./testing/test-sounds";

const ids = {
  a: randomUUID(),
  b: randomUUID(),
  c: randomUUID(),
  beeps: randomUUID(),
  hum: randomUUID(),
  picture: randomUUID(),
};
const sources: Record<string, RenderSource> = {};
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-render-"));
  const add = (itemId: string, kind: RenderSource["kind"], mimeType: string, file: string) => {
    sources[itemId] = { path: file, kind, mimeType };
  };
  const at = (name: string) => path.join(folder, name);
  add(ids.a, "video", "video/mp4", await writeNumberedVideo(at("a.mp4"), { frames: 120, frameRate: 24 }));
  add(
    ids.b,
    "video",
    "video/mp4",
    await writeNumberedVideo(at("b.mp4"), { frames: 120, frameRate: 24, width: 640, height: 360 }),
  );
  add(ids.c, "video", "video/mp4", await writeNumberedVideo(at("c.mp4"), { frames: 150, frameRate: 30 }));
  const beep = tone(1_000, 0.5);
  add(
    ids.beeps,
    "audio",
    "audio/wav",
    await writeWav(at("beeps.wav"), { seconds: 8, sampleRateHz: 44_100 }, (second) =>
      second % 1 < 0.05 ? beep(second) : 0,
    ),
  );
  add(ids.hum, "audio", "audio/wav", await writeWav(at("hum.wav"), { seconds: 6 }, tone(220, 0.2)));
  await sharp({ create: { width: 900, height: 600, channels: 3, background: "#808080" } })
    .png()
    .toFile(at("p.png"));
  add(ids.picture, "image", "image/png", at("p.png"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let works = 0;
async function order(changes: Partial<FilmDocument>, more: Partial<RenderOrder> = {}): Promise<RenderOrder> {
  const work = path.join(folder, `work-${(works += 1)}`);
  await mkdir(work);
  const film = { ...makeFilm({ aspect: "16:9", frameRate: 24 }), ...changes };
  return {
    ...{
      film,
      sources,
      format: "mp4",
      quality: "720p",
      burnsCaptions: false,
      loudnessLufs: null,
      slateTitle: "No result yet",
    },
    ...{ tags: { title: "A film" }, folder: work },
    ...more,
  };
}

const render = (job: RenderOrder, onProgress?: (progress: RenderProgress) => void) =>
  runRender({ order: job, signal: new AbortController().signal, onProgress });
const fade = (frames: number): Shot["transition"] => ({ kind: "fade", frames });
const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);

describe("a rendered film", () => {
  it("shows the right frame of the right source at each frame of every cut", async () => {
    const job = await order({
      shots: [
        makeVideoShot(ids.a, { from: 11 / 24, frames: 30 }),
        makeVideoShot(ids.b, { from: 64 / 24, frames: 1 }),
        makeVideoShot(ids.a, { from: 90 / 24, frames: 20 }),
        makeVideoShot(ids.b, { from: 0, frames: 24, speed: 2 }),
        makeVideoShot(ids.a, { from: 1, frames: 24, speed: 0.5 }),
        makeVideoShot(ids.c, { from: 0, frames: 24 }),
      ],
    });
    const film = await render(job);
    expect(film).toMatchObject({ width: 1_280, height: 720, frames: 123 });
    const seen = await readFrames(film.path, { frames: 123, frameRate: 24 }, readNumber);
    expect(seen).toEqual([
      ...range(11, 30),
      64,
      ...range(90, 20),
      ...range(0, 24).map((frame) => Math.floor((frame + 0.5) * 2)),
      ...range(0, 24).map((frame) => 24 + Math.floor((frame + 0.5) / 2)),
      ...range(0, 24).map((frame) => Math.floor((frame + 0.5) * 1.25)),
    ]);
  });

  it.each([25, 30] as const)("shows the right frames at %i frames a second", async (frameRate) => {
    const job = await order({
      ...{ aspect: "21:9", frameRate },
      shots: [makeVideoShot(ids.a, { frames: 40 }), makeVideoShot(ids.c, { from: 1, frames: 40 })],
      sounds: [makePiece({ itemId: ids.beeps, track: "effects", atMs: 250, from: 1, lengthMs: 2_000 })],
    });
    const film = await render(job);
    expect(film).toMatchObject({ width: 1_280, height: 548, frames: 80, durationSeconds: 80 / frameRate });
    expect(await readFrames(film.path, { frames: 80, frameRate }, readNumber)).toEqual([
      ...range(0, 40).map((frame) => Math.floor(((frame + 0.5) * 24) / frameRate)),
      ...range(0, 40).map((frame) => 30 + Math.floor(((frame + 0.5) * 30) / frameRate)),
    ]);
    const starts = await findBeeps(film.path);
    expect(starts).toHaveLength(2);
    for (const [index, start] of starts.entries()) expect(Math.abs(start - 0.25 - index)).toBeLessThan(0.02);
  });

  it("shows the frame that players show, of a video whose frames last differently long", async () => {
    // As screens and phones record them: a long still, a burst at 60 frames a second, then 10 of them a second.
    const lengths = [0.7, ...range(0, 59).map(() => 1 / 60), 0.1];
    const uneven = await changeFrameTimes(sources[ids.a]!.path, path.join(folder, "uneven.mp4"), lengths);
    const job = await order(
      { shots: [makeVideoShot(ids.a, { from: 0.25, frames: 60 })] },
      { sources: { [ids.a]: { ...sources[ids.a]!, path: uneven } } },
    );
    const film = await render(job);
    const starts = range(0, 120).map((frame) =>
      lengths.slice(0, frame).reduce((sum, length) => sum + length, Math.max(0, frame - 61) * 0.1),
    );
    expect(await readFrames(film.path, { frames: 60, frameRate: 24 }, readNumber)).toEqual(
      range(0, 60).map((frame) => starts.findLastIndex((start) => start <= 0.25 + (frame + 0.5) / 24)),
    );
  });

  it("shows videos and pictures of odd widths and heights", async () => {
    // One colour, 321 x 181. Our own encoder, which films never give an odd size, leaves the last row of colours to chance.
    const odd = path.resolve("lib/media/testing/videos/vp9-odd-size.webm");
    const picture = path.join(folder, "odd.png");
    await sharp({ create: { width: 901, height: 603, channels: 3, background: "#808080" } }).toFile(picture);
    const still = makeShot({ frames: 12, content: { kind: "picture", itemId: ids.picture, move: null } });
    const job = await order(
      { shots: [makeVideoShot(ids.a, { frames: 12 }), still] },
      {
        sources: {
          [ids.a]: { ...sources[ids.a]!, path: odd },
          [ids.picture]: { ...sources[ids.picture]!, path: picture },
        },
      },
    );
    const film = await render(job);
    const seen = await readFrames(film.path, { frames: 24, frameRate: 24 }, ({ width, height, planes }) =>
      planes.flatMap((plane) => [
        plane.data[plane.offset + (height >> 2) * plane.stride + (width >> 3)]!,
        plane.data[plane.offset + (plane.height - 1) * plane.stride + plane.width - 1]!,
      ]),
    );
    const near = (expected: number[]) => expected.map((value) => expect.closeTo(value, -1) as number);
    expect(seen[6]).toEqual(near([120, 120, 90, 90, 200, 200]));
    expect(seen[18]).toEqual(near([126, 126, 128, 128, 128, 128]));
  });

  it("is the average in the middle of a cross-fade, and black in a dip", async () => {
    const job = await order({
      shots: [
        makeVideoShot(ids.a, { from: 0, frames: 24 }),
        makeVideoShot(ids.a, { from: 2, frames: 24, transition: fade(7) }),
        makeVideoShot(ids.a, { from: 0, frames: 24, transition: { kind: "dip", frames: 8 } }),
      ],
    });
    const film = await render(job);
    const seen = await readFrames(film.path, { frames: film.frames, frameRate: 24 }, readStripes);
    // Frame 20 of the one and frame 51 of the other, by half.
    const stripes = (number: number) =>
      range(0, 10).map((bit) => toVideo((number >> (9 - bit)) & 1 ? 200 : 60));
    const [leaving, coming] = [stripes(20), stripes(48 + 3)];
    for (const [index, value] of seen[20]!.entries()) {
      expect(Math.abs(value - (leaving[index]! + coming[index]!) / 2)).toBeLessThanOrEqual(8);
    }
    // One fifth of the light is left next to the cut.
    expect(Math.max(...seen[40]!)).toBeLessThan(16 + (toVideo(200) - 16) * 0.2 + 8);
    expect(Math.max(...seen[50]!)).toBeGreaterThan(150);
  });

  it("has every sound within 20 ms of its picture", async () => {
    const job = await order({
      shots: [
        makeVideoShot(ids.a, { frames: 120 }),
        makeVideoShot(ids.b, { frames: 72, transition: fade(12) }),
      ],
      sounds: [makePiece({ itemId: ids.beeps, track: "effects", atMs: 250, from: 1, lengthMs: 6_000 })],
    });
    const film = await render(job);
    const sound = await decodeFile(await readFile(film.path), "audio/mp4");
    expect(sound.sampleRateHz).toBe(48_000);
    expect(Math.abs(sound.channelData[0]!.length / 48_000 - film.durationSeconds)).toBeLessThan(0.001);
    expect(findStarts(sound.channelData[0]!, 0.1)).toHaveLength(6);
    for (const [index, start] of findStarts(sound.channelData[0]!, 0.1).entries()) {
      expect(Math.abs(start - 0.25 - index)).toBeLessThan(0.02);
    }
  });

  it("has the videos' own sound as each is cut, at its speed and level, with its fades, or not at all", async () => {
    const effects = makePiece({ itemId: ids.beeps, track: "effects", lengthMs: 5_000 });
    const withSound = await render(
      await order({ shots: [makeVideoShot(ids.a, { frames: 120 })], sounds: [effects] }),
    );
    const shots = [
      makeVideoShot(ids.a, { from: 0.5, frames: 48 }),
      makeVideoShot(ids.a, { frames: 48, speed: 2 }),
      makeVideoShot(ids.a, { frames: 24, sound: { isOn: false } }),
      makeVideoShot(ids.a, { from: 0.5, frames: 24, sound: { level: -12 } }),
      makeVideoShot(ids.a, { from: 0.25, frames: 48, sound: { fadeInMs: 1_500 } }),
    ];
    const job = await order(
      { shots },
      { sources: { [ids.a]: { ...sources[ids.a]!, path: withSound.path } }, format: "wav" },
    );
    const { channelData } = await decodeFile(await readFile((await render(job)).path), "audio/wav");
    const samples = channelData[0]!;
    const expected = [0.5, 1.5, 2, 2.5, 3, 3.5, 5.5, 6.75, 7.75];
    const starts = findStarts(samples, 0.06);
    expect(starts).toHaveLength(expected.length);
    for (const [index, start] of starts.entries())
      expect(Math.abs(start - expected[index]!)).toBeLessThan(0.02);
    const level = (from: number) => {
      const peak = Math.max(...samples.subarray(from * 48_000, (from + 0.05) * 48_000));
      return 20 * Math.log10(peak / Math.max(...samples.subarray(0.5 * 48_000, 0.55 * 48_000)));
    };
    expect(Math.abs(level(1.5))).toBeLessThan(0.5);
    expect(Math.abs(level(3))).toBeLessThan(1);
    expect(Math.abs(level(5.5) + 12)).toBeLessThan(0.5);
    // Half of the way up, where it begins.
    expect(Math.abs(level(6.75) + 5.7)).toBeLessThan(0.7);
    expect(Math.abs(level(7.75))).toBeLessThan(0.5);
  });

  it("has the loudness that was asked for, music behind the voice, and silence that stays silent", async () => {
    const shots = [makeVideoShot(ids.a, { frames: 120 }), makeVideoShot(ids.b, { frames: 72 })];
    const score = makePiece({ itemId: ids.hum, track: "score", lengthMs: 6_000 });
    const voice = makePiece({ itemId: ids.beeps, atMs: 3_000, from: 0.5, lengthMs: 400 });
    const film = await render(
      await order({ shots, sounds: [score, voice], duckDb: -12 }, { loudnessLufs: -14 }),
    );
    const sound = await decodeFile(await readFile(film.path), "audio/mp4");
    expect(Math.abs(measureLoudness(sound) + 14)).toBeLessThan(0.3);
    const level = (from: number) =>
      Math.max(...sound.channelData[0]!.subarray(from * 48_000, from * 48_000 + 4_800));
    expect(20 * Math.log10(level(3.1) / level(1))).toBeCloseTo(-12, 0);
    const silent = await render(await order({ shots }, { loudnessLufs: -14 }));
    const { channelData } = await decodeFile(await readFile(silent.path), "audio/mp4");
    expect(channelData[0]!.every((sample) => sample === 0)).toBe(true);
  });

  it("goes on in black where a sound is longer, and draws pictures, cards and places", async () => {
    const move = {
      from: { x: 0, y: 0, width: 1, height: 1 },
      to: { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
    };
    const picture = { kind: "picture", itemId: ids.picture, move } as const;
    const place = {
      kind: "place",
      generator: "video",
      text: "A boat",
      model: null,
      firstFrame: { of: "none" },
      generationId: null,
    } as const;
    const job = await order(
      {
        aspect: "9:16",
        shots: [
          makeShot({ frames: 5, content: picture, fit: "blur" }),
          makeShot({ frames: 5 }),
          makeShot({ frames: 5, content: place }),
        ],
        sounds: [makePiece({ itemId: ids.hum, lengthMs: 1_000 })],
        captions: [makeCaption({ atMs: 0, lengthMs: 200, text: "Caption 字幕" })],
        captionStyle: "boxed",
      },
      { burnsCaptions: true },
    );
    const film = await render(job);
    expect(film).toMatchObject({ width: 720, height: 1_280, frames: 24 });
    const seen = await readFrames(film.path, { frames: 24, frameRate: 24 }, ({ data, width, height }) => ({
      middle: data[(height / 2) * width + width / 2]!,
      brightest: data.subarray(0, width * height).reduce((most, value) => Math.max(most, value)),
    }));
    expect(Math.abs(seen[2]!.middle - toVideo(128))).toBeLessThan(4);
    expect(seen[2]!.brightest).toBeGreaterThan(200);
    expect(seen[4]!.brightest).toBeLessThan(200);
    expect(seen[7]!.brightest).toBeGreaterThan(180);
    expect(seen[12]!.brightest).toBeGreaterThan(180);
    expect(seen.slice(16).map(({ brightest }) => brightest)).toEqual(Array.from({ length: 8 }, () => 16));
  });
});

describe("the file of a film", () => {
  it("has its shots with names as chapters, and its parameters", async () => {
    const shots = [
      makeVideoShot(ids.a, { frames: 12 }),
      makeVideoShot(ids.b, { frames: 24, name: " The  quay " }),
      makeShot({ frames: 6 }),
      makeVideoShot(ids.a, { frames: 24, name: "港口，清晨" }),
    ];
    const tags = { title: "A film", comment: "AI-generated", parameters: '{"quality":"720p"}' };
    const film = await render(await order({ shots }, { tags }));
    const { format, common } = await parseFile(film.path, { includeChapters: true });
    expect(format.chapters?.map(({ title, start }) => [title, start])).toEqual([
      ["A film", 0],
      ["The quay", 500],
      ["港口，清晨", 1_750],
    ]);
    expect(common).toMatchObject({ title: "A film", comment: [{ text: "AI-generated" }] });
    const bytes = await readFile(film.path, "latin1");
    expect(bytes).toContain(tags.parameters);
    // Pictures and sound are as they were.
    const seen = await readFrames(film.path, { frames: film.frames, frameRate: 24 }, readNumber);
    expect(seen.slice(0, 36)).toEqual([...range(0, 12), ...range(0, 24)]);
    const sound = await decodeFile(await readFile(film.path), "audio/mp4");
    expect(Math.abs(sound.channelData[0]!.length / 48_000 - film.durationSeconds)).toBeLessThan(0.001);
  });

  it("is H.264 High and AAC, and begins with its index, so that it plays while it loads", async () => {
    const film = await render(await order({ shots: [makeVideoShot(ids.a, { frames: 12 })] }));
    const { codecs } = await describeTracks(film.path);
    expect(codecs).toEqual([expect.stringMatching(/^avc1\.6400/), "mp4a.40.2"]);
    const bytes = await readFile(film.path, "latin1");
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  });

  it.each([
    ["1080p", "16:9", [1_920, 1_080]],
    ["720p", "16:9", [1_280, 720]],
    ["1080p", "9:16", [1_080, 1_920]],
    ["720p", "1:1", [720, 720]],
  ] as const)("has its size in %s of %s", async (quality, aspect, size) => {
    const film = await render(await order({ aspect, shots: [makeShot({ frames: 2 })] }, { quality }));
    expect((await describeTracks(film.path)).size).toEqual(size);
  });

  it("has room for a chapter in each frame", async () => {
    const shots = range(0, 60).map((index) => makeShot({ frames: 1, name: `Shot ${index}` }));
    const film = await render(await order({ shots }));
    const { format } = await parseFile(film.path, { includeChapters: true });
    expect(format.chapters).toHaveLength(60);
    expect(format.chapters?.at(-1)?.title).toBe("Shot 59");
  });
});

it("is a WebM file with the same pictures and sounds", async () => {
  const job = await order(
    {
      aspect: "4:5",
      shots: [
        makeVideoShot(ids.a, { from: 11 / 24, frames: 40, fit: "fit" }),
        makeVideoShot(ids.b, { from: 64 / 24, frames: 8, fit: "fit" }),
      ],
      sounds: [makePiece({ itemId: ids.beeps, track: "effects", atMs: 250, from: 1, lengthMs: 1_700 })],
    },
    { format: "webm" },
  );
  const film = await render(job);
  expect(path.basename(film.path)).toBe("film.webm");
  const { codecs } = await describeTracks(film.path);
  expect(codecs).toEqual([expect.stringMatching(/^vp09\./), "opus"]);
  const seen = await readFrames(film.path, { frames: 48, frameRate: 24 }, readNumber);
  expect(seen).toEqual([...range(11, 40), ...range(64, 8)]);
  const starts = await findBeeps(film.path);
  expect(starts).toHaveLength(2);
  for (const [index, start] of starts.entries()) expect(Math.abs(start - 0.25 - index)).toBeLessThan(0.02);
});

describe("the sound of a film alone", () => {
  it.each([
    ["wav", "audio/wav"],
    ["mp3", "audio/mpeg"],
    ["m4a", "audio/mp4"],
  ] as const)("is a file of its own as %s", async (format, mimeType) => {
    const shots = [makeVideoShot(ids.a, { frames: 72 })];
    const sounds = [makePiece({ itemId: ids.beeps, atMs: 250, from: 1, lengthMs: 2_600 })];
    const film = await render(await order({ shots, sounds }, { format, loudnessLufs: -16 }));
    expect(film).toMatchObject({ frames: 72, width: null, durationSeconds: 3 });
    expect(path.basename(film.path)).toBe(`film.${format}`);
    const sound = await decodeFile(await readFile(film.path), mimeType);
    expect(Math.abs(sound.channelData[0]!.length / 48_000 - 3)).toBeLessThan(0.001);
    expect(Math.abs(measureLoudness(sound) + 16)).toBeLessThan(0.4);
    const starts = findStarts(sound.channelData[0]!, 0.1);
    expect(starts).toHaveLength(3);
    for (const [index, start] of starts.entries()) expect(Math.abs(start - 0.25 - index)).toBeLessThan(0.02);
  });
});

it("has a card with words and silence where an item is missing", async () => {
  const gone = randomUUID();
  const film = await render(
    await order(
      {
        shots: [makeVideoShot(gone, { frames: 12, name: "The ferry" }), makeVideoShot(ids.a, { frames: 12 })],
        sounds: [makePiece({ itemId: gone, lengthMs: 500 })],
      },
      { missing: { itemIds: [gone], title: "This item is missing" } },
    ),
  );
  const shares = await readFrames(film.path, { frames: 24, frameRate: 24 }, ({ data, width, height }) => {
    const light = data.subarray(0, width * height);
    return light.reduce((count, value) => count + (value > 150 ? 1 : 0), 0) / light.length;
  });
  // Words take a small part of the card, and stripes half of a numbered frame.
  for (const share of shares.slice(0, 12)) expect(share).toBeGreaterThan(0.002);
  for (const share of shares.slice(0, 12)) expect(share).toBeLessThan(0.05);
  const { channelData } = await decodeFile(await readFile(film.path), "audio/mp4");
  expect(channelData[0]!.every((sample) => Math.abs(sample) < 0.001)).toBe(true);
});

it("reports while it works on the sound of a long film", async () => {
  const sounds = [0, 200_000].map((atMs) => makePiece({ itemId: ids.hum, atMs, lengthMs: 5_000 }));
  const phases: string[] = [];
  await render(await order({ sounds }, { format: "wav", loudnessLufs: -16 }), ({ phase }) =>
    phases.push(phase),
  );
  // Mixed, measured and written, three minutes each.
  expect(phases.filter((phase) => phase === "sound").length).toBeGreaterThanOrEqual(10);
});

describe("a film of many shots", () => {
  it("needs no more memory than one of few, which its process is limited in", async () => {
    const large = await writeNumberedVideo(path.join(folder, "large.mp4"), {
      ...{ frames: 24, frameRate: 24, width: 1_920, height: 1_080 },
    });
    const shots = range(0, 60).map((index) => makeVideoShot(ids.a, { from: (index % 24) / 24, frames: 1 }));
    const job = await order({ shots }, { sources: { [ids.a]: { ...sources[ids.a]!, path: large } } });
    expect(await render(job)).toMatchObject({ frames: 60 });
  });
});

describe("an interrupted film", () => {
  it("goes on with the segment that it was in, and becomes the same file", async () => {
    const shots = range(0, 4).map(() => makeVideoShot(ids.a, { frames: 80, transition: fade(4) }));
    const whole = await render(await order({ shots }));
    const job = await order({ shots });
    const controller = new AbortController();
    const started = runRender({
      order: job,
      signal: controller.signal,
      onProgress: ({ framesDone }) => framesDone >= 250 && controller.abort(new Error("Stopped")),
    });
    await expect(started).rejects.toThrow("Stopped");
    const left = await readdir(job.folder);
    expect(left).toContain("segment-00000.mp4");
    expect(left).not.toContain("film.mp4");
    const first: number[] = [];
    const film = await render(
      job,
      ({ phase, framesDone }) => void (phase === "pictures" && first.push(framesDone)),
    );
    expect(first[0]).toBe(240);
    expect(await readFile(film.path)).toEqual(await readFile(whole.path));
    expect(await readdir(job.folder)).toEqual(["film.mp4", "loudness", "plan"]);
  });

  it("says that the disk is full, keeps what is done, and goes on when there is room", async (context) => {
    const at = path.join(folder, "disk");
    const disk = mountSmallDisk(at, 64);
    if (!disk) return context.skip();
    try {
      const work = path.join(at, "work");
      await mkdir(work);
      const shots = range(0, 4).map(() => makeVideoShot(ids.a, { frames: 120 }));
      const job = await order({ shots }, { folder: work });
      let isFull = false;
      const failed = render(job, ({ framesDone }) => {
        if (isFull || framesDone < 300) return;
        isFull = true;
        disk.fill();
      });
      await expect(failed).rejects.toMatchObject({ fault: "disk-full" });
      const left = await readdir(work);
      expect(left).toContain("segment-00000.mp4");
      expect(left.filter((name) => name.endsWith(".part") || name === "film.mp4")).toEqual([]);
      disk.empty();
      const first: number[] = [];
      const film = await render(
        job,
        ({ phase, framesDone }) => void (phase === "pictures" && first.push(framesDone)),
      );
      expect(first[0]).toBeGreaterThanOrEqual(240);
      const seen = await readFrames(film.path, { frames: 480, frameRate: 24 }, readNumber);
      expect(seen).toEqual(shots.flatMap(() => range(0, 120)));
    } finally {
      disk.close();
    }
  });

  it("ends with its worker, also in the middle of a long sound", async () => {
    const sounds = [0, 1_200_000].map((atMs) => makePiece({ itemId: ids.hum, atMs, lengthMs: 5_000 }));
    const job = await order({ sounds }, { format: "wav", loudnessLufs: -16 });
    const mix = path.join(job.folder, "mix.f32");
    const child = spawnDecoder("render-film", { writes: job.folder });
    let before = 0;
    let after = 0;
    /** Bytes; the last count once it has ended, which its exit event may tell later. */
    const countRead = (): number => {
      try {
        return Number(/^rchar: (\d+)/.exec(readFileSync(`/proc/${child.pid}/io`, "utf8"))![1]);
      } catch {
        return before + after;
      }
    };
    child.on("message", () => {
      // Once it is mixed, all of it is read several times.
      if (!child.connected || !existsSync(mix)) return;
      before = countRead();
      child.disconnect();
    });
    const counting = setInterval(() => {
      if (before > 0) after = countRead() - before;
    }, 10);
    try {
      const ended = once(child, "exit");
      child.send({ type: "order", order: job } satisfies ToRenderProcess);
      await ended;
    } finally {
      clearInterval(counting);
      child.kill("SIGKILL");
    }
    expect(before).toBeGreaterThan(0);
    expect(after).toBeLessThan((await stat(mix)).size / 4);
  });

  it("starts anew where the film has changed", async () => {
    const job = await order({ shots: [makeVideoShot(ids.a, { frames: 10 })] });
    await render(job);
    const film = await render({
      ...job,
      film: { ...job.film, shots: [makeVideoShot(ids.a, { frames: 7 })] },
    });
    expect(film.frames).toBe(7);
  });
});

it("is rendered in a process of low priority that may write in its folder only", async () => {
  const job = await order({ shots: [makeVideoShot(ids.a, { frames: 24 })] });
  let pid = 0;
  let priority: number | undefined;
  let told: string[] = [];
  await runRender({
    order: job,
    signal: new AbortController().signal,
    onStart: (started) => (pid = started),
    onProgress: () => {
      // At the last report, it may have ended.
      if (priority !== undefined) return;
      priority = os.getPriority(pid);
      told = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    },
  });
  expect(priority).toBe(10);
  expect(told).toContain("--permission");
  expect(told.filter((each) => each.startsWith("--allow-fs-write"))).toEqual([
    `--allow-fs-write=${path.join(job.folder, "*")}`,
  ]);
});

describe("a film that can't be rendered", () => {
  it("says what is missing or unreadable", async () => {
    const gone = randomUUID();
    await expect(render(await order({ shots: [makeVideoShot(gone)] }))).rejects.toMatchObject({
      ...{ fault: "source-missing", itemId: gone },
    });
    const file = path.join(folder, "damaged.mp4");
    await writeFile(file, (await readFile(sources[ids.a]!.path)).subarray(0, 2_000));
    const damaged = { ...sources, [gone]: { ...sources[ids.a]!, path: file } };
    await expect(
      render(await order({ shots: [makeVideoShot(gone)] }, { sources: damaged })),
    ).rejects.toMatchObject({
      ...{ fault: "source-unreadable", itemId: gone },
    });
    await expect(render(await order({}))).rejects.toMatchObject({ fault: "empty" });
  });

  it("is cancelled", async () => {
    const controller = new AbortController();
    const job = await order({ shots: [makeVideoShot(ids.a, { frames: 120 })] });
    const running = runRender({ order: job, signal: controller.signal });
    await delay(50);
    controller.abort(new Error("Cancelled"));
    await expect(running).rejects.toThrow("Cancelled");
  });
});

async function describeTracks(file: string) {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, WEBM] });
  try {
    const tracks = await input.getTracks();
    const codecs = await Promise.all(tracks.map((track) => track.getCodecParameterString()));
    const video = (await input.getPrimaryVideoTrack())!;
    return { codecs, size: [await video.getDisplayWidth(), await video.getDisplayHeight()] };
  } finally {
    input.dispose();
  }
}

/** When sounds of a film begin, read as the sound of a shot of another film would be. */
async function findBeeps(file: string): Promise<number[]> {
  const pieces: Float32Array[] = [];
  const source = { path: file, kind: "video", mimeType: "video/webm" } as const;
  for await (const [left] of readSound(source, { from: 0, speed: 1 })) pieces.push(left);
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return findStarts(samples, 0.1);
}

/** When a sound begins after silence, in seconds. */
function findStarts(samples: Float32Array, threshold: number): number[] {
  const starts: number[] = [];
  let lastLoud = -Infinity;
  for (let at = 0; at < samples.length; at += 1) {
    if (Math.abs(samples[at]!) < threshold) continue;
    if (at - lastLoud > 4_800) starts.push(at / 48_000);
    lastLoud = at;
  }
  return starts;
}
