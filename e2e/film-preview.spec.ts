import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { type FilmDocument, makeFilm, type Shot } from "@/lib/films/film-document";
import { toPlanes } from "@/lib/films/render/convert-colours";
import type { RenderSource } from "@/lib/films/render/render-order";
import { runRender } from "@/lib/films/render/run-render.server";
import { findMeanDifference, readFilmFrames } from "@/lib/films/render/testing/compare-frames";
import { readNumber, writeNumberedVideo } from "@/lib/films/render/testing/numbered-video";
import { tone, writeWav } from "@/lib/films/render/testing/test-sounds";
import type { ItemDto } from "@/lib/items/item-dto";
import { makeCaption, makePiece, makeShot, makeVideoShot } from "@/lib/films/testing/make-shots";
import { expectNoViolations } from "./fixtures/accessible";
import { placeSources, type SourceFile } from "./fixtures/film-sources";
import { ShownFilm } from "./fixtures/shown-film";
import { expect, test } from "./fixtures/test";

const size = { width: 1_280, height: 720 };
const captionStyles = ["plain", "boxed", "outlined"] as const;
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#402060"/><stop offset="1" stop-color="#ffd080"/></linearGradient></defs><rect width="1600" height="900" fill="url(#g)"/><circle cx="1150" cy="330" r="90" fill="#fff3d0"/></svg>';

/** Steps of 255 by which the pictures may differ: the file is compressed, and browsers scale otherwise. */
const mostDifference = 2;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-preview-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeSources(): Promise<SourceFile[]> {
  const at = (name: string) => path.join(folder, name);
  const video = { kind: "video", mimeType: "video/mp4", durationSeconds: 5 } as const;
  const numbered = (name: string, width: number, height: number, frameRate: number) =>
    writeNumberedVideo(at(name), { frames: 5 * frameRate, frameRate, width, height });
  await sharp(Buffer.from(picture)).png().toFile(at("picture.png"));
  return [
    { ...video, path: await numbered("a.mp4", 640, 360, 24), width: 640, height: 360 },
    { ...video, path: await numbered("b.mp4", 360, 640, 24), width: 360, height: 640 },
    { ...video, path: await numbered("c.mp4", 640, 360, 30), width: 640, height: 360 },
    { path: at("picture.png"), kind: "image", mimeType: "image/png", width: 1_600, height: 900 },
    {
      path: await writeWav(at("tone.wav"), { seconds: 5 }, tone(440)),
      ...{ kind: "audio", mimeType: "audio/wav", durationSeconds: 5 },
    },
  ];
}

function makeDocument([a, b, c, still, sound]: readonly string[]): FilmDocument {
  const transition = (kind: Shot["transition"]["kind"], frames: number) => ({ kind, frames });
  const move = {
    from: { x: 0, y: 0, width: 1, height: 1 },
    to: { x: 0.5, y: 0.1, width: 0.4, height: 0.4 },
  };
  return {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [
      makeVideoShot(a!, { from: 11 / 24, frames: 30 }),
      makeVideoShot(a!, { from: 3, frames: 30, transition: transition("fade", 8) }),
      makeShot({ content: { kind: "picture", itemId: still!, move }, frames: 30 }),
      makeShot({
        content: { kind: "card", text: "One for the leaving, one for the coming home", tone: "light" },
        ...{ frames: 24, transition: transition("wipe", 6) },
      }),
      makeVideoShot(b!, { frames: 30, fit: "blur", transition: transition("dip", 8) }),
      makeVideoShot(c!, { frames: 24, speed: 2 }),
      makeShot({
        ...{ frames: 12, name: "The gulls" },
        content: {
          ...{ kind: "place", generator: "video", text: "The gulls lift off", model: null },
          ...{ firstFrame: { of: "none" }, generationId: null },
        },
      }),
    ],
    sounds: [makePiece({ itemId: sound!, track: "score", lengthMs: 4_000 })],
    captions: [
      makeCaption({ atMs: 500, lengthMs: 1_000, text: "Nobody sleeps on the water tonight." }),
      makeCaption({ atMs: 2_500, lengthMs: 1_000, text: "今晚没有人在水上睡觉。" }),
    ],
  };
}

async function exportFilm(film: FilmDocument, sources: Record<string, RenderSource>) {
  const work = path.join(folder, randomUUID());
  await mkdir(work);
  return runRender({
    order: {
      ...{ film, sources, format: "mp4", quality: "720p", burnsCaptions: true, loudnessLufs: null },
      ...{ slateTitle: "No result yet", tags: { title: "Harbour lights" }, folder: work },
    },
    signal: new AbortController().signal,
  });
}

/** The preview shows the frames of a file, and in some of them a number. */
async function expectFrames(
  shown: ShownFilm,
  frames: ReadonlyMap<number, Uint8ClampedArray>,
  numbers: Readonly<Record<number, number>>,
): Promise<void> {
  for (const [frame, expected] of frames) {
    await shown.showFrame(frame);
    const pixels = await shown.readPixels();
    expect(findMeanDifference(pixels, expected), `frame ${frame}`).toBeLessThan(mostDifference);
    if (numbers[frame] === undefined) continue;
    expect(readNumber(toPlanes(pixels, { ...size, channels: 4 })), `frame ${frame}`).toBe(numbers[frame]);
  }
}

test("the preview shows what the exported file holds, and plays", async ({ page, studio }) => {
  test.slow();
  const files = await writeSources();
  const itemIds = await placeSources({ api: studio.api, dataDir: studio.process.dataDir }, files);
  const document = makeDocument(itemIds);
  const { id } = await studio.api.call<{ id: string }>("POST", "/api/v1/films", {
    ...{ title: "Harbour lights", document },
  });
  const sources = Object.fromEntries(
    files.map(({ path: file, kind, mimeType }, index): [string, RenderSource] => [
      itemIds[index]!,
      { path: file, kind, mimeType },
    ]),
  );
  const exported = await exportFilm(document, sources);

  // The first frame; around a cut and within each transition; a pan; a card; captions; a speed; a shot without a result.
  const frames = [0, 21, 22, 26, 29, 30, 51, 52, 60, 74, 78, 90, 98, 108, 118, 127, 128, 140, 155];
  // Those that show one video over the whole frame, and so its number; by the rate and speed of their shots.
  const numbers = { 0: 11, 21: 32, 30: 80, 51: 101, 140: 26 };
  const expected = await readFilmFrames(exported.path, frames, 24);
  const shown = new ShownFilm(page);
  // Narrower, there is no room for the meter.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/films/${id}`);
  await expect(shown.canvas).toHaveAttribute("data-frame", "0");

  await test.step("every frame is the one of the file", async () => {
    await expectFrames(shown, expected, numbers);
  });

  await test.step("a clip and the trimmed part of a video show its frames over time", async () => {
    const clip = page.locator("[data-clip]").first();
    // From 0.46 s to 1.71 s of 5 s, in frames of a sixteenth of them; in clips of this width, one or two.
    await expect(clip.locator("[data-strip-frame]").first()).toHaveAttribute("data-strip-frame", /^[2-5]$/);
    await clip.click();
    const strip = page.locator("[data-strip-frame]").and(page.locator(":not([data-clip] *)"));
    await expect(strip).toHaveCount(4);
    const frames = strip.evaluateAll((found) =>
      found.map((frame) => [
        frame.getAttribute("data-strip-frame"),
        getComputedStyle(frame).backgroundImage.includes("/strip"),
      ]),
    );
    expect(await frames).toEqual(["2", "6", "10", "14"].map((index) => [index, true]));
    await page.keyboard.press("Escape");
  });

  await test.step("keys and buttons move by frames and cuts, and the space bar plays", async () => {
    await page.keyboard.press("Home");
    await page.keyboard.press(".");
    await expect(shown.canvas).toHaveAttribute("data-frame", "1");
    await page.getByRole("button", { name: "Next cut" }).click();
    await expect(shown.canvas).toHaveAttribute("data-frame", "22");
    await page.keyboard.press(",");
    await expect(shown.canvas).toHaveAttribute("data-frame", "21");
    await page.getByRole("button", { name: "Previous cut" }).click();
    await expect(shown.canvas).toHaveAttribute("data-frame", "0");
    // A film of seven seconds may end before a busy machine looks.
    await page.getByRole("button", { name: "Loop" }).click();
    await page.keyboard.press(" ");
    await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
    await expect(page.getByRole("status", { name: /loudness/ })).not.toBeEmpty();
    await expect.poll(async () => Number(await shown.canvas.getAttribute("data-frame"))).toBeGreaterThan(0);
    // Drawn as large as it is shown, and at rest as large as the film.
    const shownWidth = await shown.canvas.evaluate((element) => element.clientWidth);
    expect(shownWidth).toBeLessThan(size.width);
    await expect(shown.canvas).toHaveAttribute("width", String(shownWidth));
    await page.keyboard.press(" ");
    await expect(shown.canvas).toHaveAttribute("width", String(size.width));
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Safe areas" }).click();
    await expectNoViolations(page, { include: 'section[aria-label="Preview"]' });
  });

  await test.step("the export says how loud the film is, as its file is, and what a target changes", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Export" });
    const loudness = sheet.getByRole("combobox", { name: "Loudness" });
    await expect(loudness).toHaveAccessibleDescription(/^Now −[\d.]+ LUFS\. The film gets [\d.]+ LU quieter/);
    await loudness.selectOption("keep");
    await expect(loudness).toHaveAccessibleDescription(/^Now −[\d.]+ LUFS\. Peaks stay under −1 dBTP\.$/);
    const [, now] = /Now −([\d.]+) LUFS/.exec(await sheet.innerText())!;
    expect(Math.abs(-Number(now) - exported.loudnessLufs!)).toBeLessThanOrEqual(0.1);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("a browser without decoders for scripts shows the same frames, and plays", async () => {
    const other = await page.context().newPage();
    await other.addInitScript(() => {
      for (const name of ["VideoDecoder", "AudioDecoder"]) Reflect.deleteProperty(window, name);
    });
    await other.goto(`/films/${id}`);
    const there = new ShownFilm(other);
    await expect(there.canvas).toHaveAttribute("data-frame", "0");
    await expectFrames(there, expected, numbers);
    await other.keyboard.press("Home");
    await expect(there.canvas).toHaveAttribute("data-frame", "0");
    await other.getByRole("button", { name: "Loop" }).click();
    await other.keyboard.press(" ");
    await expect.poll(async () => Number(await there.canvas.getAttribute("data-frame"))).toBeGreaterThan(24);
    await other.keyboard.press(" ");
    await expect.poll(async () => Number(await there.canvas.getAttribute("data-drawn"))).toBeGreaterThan(0);
    await other.close();
  });
});

test("captions look as they are exported, in each style", async ({ page, studio }) => {
  const file = path.join(folder, "still.png");
  // Other bytes than in the test above: a person stores equal bytes once.
  await sharp(Buffer.from(picture.replace('r="90"', 'r="60"')))
    .png()
    .toFile(file);
  const still: SourceFile = { path: file, kind: "image", mimeType: "image/png", width: 1_600, height: 900 };
  const [itemId] = await placeSources({ api: studio.api, dataDir: studio.process.dataDir }, [still]);
  const film: FilmDocument = {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [makeShot({ content: { kind: "picture", itemId: itemId!, move: null }, frames: 24 })],
    captions: [
      makeCaption({ lengthMs: 1_000, text: "Nobody sleeps on the water tonight. 今晚没有人睡觉。" }),
    ],
  };
  const shown = new ShownFilm(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const looks: { previewed: Uint8ClampedArray; exported: Uint8ClampedArray }[] = [];
  // Where captions are.
  const cut = (pixels: Uint8ClampedArray) => pixels.subarray(540 * size.width * 4, 700 * size.width * 4);
  for (const captionStyle of captionStyles) {
    const document = { ...film, captionStyle };
    const { path: exported } = await exportFilm(document, { [itemId!]: still });
    const frames = await readFilmFrames(exported, [12], 24);
    const { id } = await studio.api.call<{ id: string }>("POST", "/api/v1/films", {
      ...{ title: captionStyle, document },
    });
    await page.goto(`/films/${id}`);
    await expect(shown.canvas).toHaveAttribute("data-frame", "0");
    await shown.showFrame(12);
    looks.push({ previewed: cut(await shown.readPixels()), exported: cut(frames.get(12)!) });
  }
  for (const [index, { previewed }] of looks.entries()) {
    const differences = looks.map(({ exported }) => findMeanDifference(previewed, exported));
    const others = differences.filter((_, other) => other !== index);
    expect(differences[index], `${captionStyles[index]}: ${differences.join(", ")}`).toBeLessThan(
      Math.min(...others) / 2,
    );
  }
});

test("while a film plays from a small copy of its video, sound and picture are in step", async ({
  page,
  studio,
}) => {
  const at = (name: string) => path.join(folder, name);
  const beep = tone(1_000, 0.5);
  const video = await writeNumberedVideo(at("large.mp4"), { frames: 120, frameRate: 24, ...size });
  const beeps = await writeWav(at("beeps.wav"), { seconds: 5 }, (second) =>
    second % 1 < 0.05 ? beep(second) : 0,
  );
  const [videoId, beepsId] = await placeSources({ api: studio.api, dataDir: studio.process.dataDir }, [
    { path: video, kind: "video", mimeType: "video/mp4", durationSeconds: 5, ...size },
    { path: beeps, kind: "audio", mimeType: "audio/wav", durationSeconds: 5 },
  ]);
  const document: FilmDocument = {
    ...makeFilm({ aspect: "16:9", frameRate: 24 }),
    shots: [makeVideoShot(videoId!, { frames: 120 })],
    sounds: [makePiece({ itemId: beepsId!, track: "effects", lengthMs: 5_000 })],
  };
  const { id } = await studio.api.call<{ id: string }>("POST", "/api/v1/films", {
    ...{ title: "In step", document },
  });
  const { assetId } = await studio.api.call<ItemDto>("GET", `/api/v1/items/${videoId}`);
  const proxy = async () => (await page.request.head(`/api/media/${assetId}/proxy`)).status();
  await expect.poll(proxy).toBe(200);

  await page.addInitScript(recordPlayback);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/films/${id}`);
  await expect(new ShownFilm(page).canvas).toHaveAttribute("data-frame", "0");
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const { beeps: heard, frames } = await page.evaluate(() => window.playback);
  // A second apart; of the one at the beginning, what comes too late isn't heard.
  const later = heard.slice(-4);
  const start = later[0]! - 1;
  expect(later.map((time) => Math.round((time - start) * 1_000))).toEqual([1_000, 2_000, 3_000, 4_000]);
  const apart = frames.flatMap(({ time, number }) => {
    const seconds = time - start;
    return number === null || seconds < 0.5 || seconds > 4.5 ? [] : [Math.floor(seconds * 24) - number];
  });
  expect(apart.length).toBeGreaterThan(20);
  const middle = apart.toSorted((one, other) => one - other)[apart.length >> 1]!;
  expect(Math.abs(middle), `frames behind the sound: ${apart.join(", ")}`).toBeLessThanOrEqual(1);
});

declare global {
  interface Window {
    playback: {
      /** When each is heard, in seconds of the audio context. */
      beeps: number[];
      /** The number in the picture, and what is heard when it is seen. */
      frames: { time: number; number: number | null }[];
    };
  }
}

/** Runs in the page: notes when beeps are scheduled, and what is on the canvas after each of the browser's frames. */
function recordPlayback(): void {
  window.playback = { beeps: [], frames: [] };
  const { beeps, frames } = window.playback;
  let context: BaseAudioContext | undefined;
  let lastLoud = -Infinity;
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
    context = this.context;
    const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
    for (let index = 0; index < samples.length; index += 1) {
      if (Math.abs(samples[index]!) < 0.1) continue;
      const time = when + index / this.context.sampleRate;
      if (time - lastLoud > 0.5) beeps.push(time);
      lastLoud = time;
    }
    return start.call(this, when, ...rest);
  };
  const look = () => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-frame]");
    if (!canvas || !(context instanceof AudioContext)) return;
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, height >> 1, width, 1);
    let number: number | null = 0;
    for (let stripe = 0; stripe < 10; stripe += 1) {
      const value = data[4 * Math.floor(((stripe + 0.5) * width) / 10)]!;
      if (Math.abs(value - 60) > 40 && Math.abs(value - 200) > 40) number = null;
      if (number !== null) number = 2 * number + (value > 130 ? 1 : 0);
    }
    frames.push({ time: context.currentTime - (context.outputLatency || 0), number });
  };
  // After all that draws in a frame.
  const follow = () => {
    setTimeout(look);
    requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}
