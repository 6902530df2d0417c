import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { FilmExportDto } from "@/lib/films/export-dto";
import type { FilmDto, OpenFilm } from "@/lib/films/film-dto";
import type { SoundPiece } from "@/lib/films/film-document";
import { measureFilm, placeShots } from "@/lib/films/lay-out-film";
import { findMeanDifference, readFilmFrames } from "@/lib/films/render/testing/compare-frames";
import type { ItemDto } from "@/lib/items/item-dto";
import type { NewShareDto } from "@/lib/shares/share-dto";
import { decodeFile } from "@/lib/media/testing/decode-file";
import { expectAccessible } from "./fixtures/accessible";
import { createProject, makePictures } from "./fixtures/project-page";
import { expect, nobody, test } from "./fixtures/test";

/** Each line is told in about ten seconds. */
const script = `1. A quay at night in the rain, and the lamps stand in long yellow lines on the wet stones while nobody walks there and the ropes creak against the wood.
2. The ferry leaves without a sound, its lit windows slide behind the masts one after the other, and the water closes over its way as if it had never been there.
3. Gulls sleep on the harbour wall with their heads under their wings, and the oldest of them wakes, looks at the dark sea for a while, and sleeps again.
4. A lighthouse turns above the fog and counts the minutes for those who are still out there, three short beams and a long one, as it has for a hundred years.
5. The sea is grey and very still before the morning, a small boat lies upon it without a name, and a man in it pulls in his nets hand over hand without hurry.
6. Morning comes over the roofs of the town, the first windows open, bread is carried down to the quay, and the ferry is there again as if it had never left.`;

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "reverie-journey-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function choose(page: Page, button: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("a script of six lines becomes a film of a minute with pictures, voice, music and captions", async ({
  context,
  openBrowser,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  const song = await api.createGeneration("music", {
    ...{ model: "music-3.0", prompt: "A slow harbour waltz", lyrics: "la la" },
  });
  await api.waitForEnd(song.id);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });

  await test.step("a pasted script becomes shots and captions", async () => {
    await page.goto("/films");
    await page.getByRole("button", { name: "New film" }).click();
    await page.getByRole("dialog", { name: "New film" }).getByLabel("Title").fill("Harbour");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/films\/[0-9a-f-]{36}$/);
    await choose(page, "Storyboard", "Storyboard from a script…");
    const dialog = page.getByRole("dialog", { name: "Storyboard from a script" });
    await dialog.getByLabel("Script").fill(script);
    await dialog.getByRole("switch", { name: "Add the lines as captions, too" }).check();
    await dialog.getByRole("button", { name: "Add 6 shots" }).click();
  });
  const id = page.url().split("/").at(-1)!;
  const open = () => api.call<OpenFilm>("GET", `/api/v1/films/${id}`);

  await test.step("one confirmation creates every picture, and one every voice", async () => {
    await page.getByRole("button", { name: "Create 6 shots" }).click();
    const all = page.getByRole("dialog", { name: "Create all that’s missing" });
    await all.getByRole("button", { name: "Create 6 shots" }).click();
    const kinds = async () => (await open()).document.shots.map(({ content }) => content.kind);
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(Array.from({ length: 6 }, () => "picture"));
    await choose(page, "Storyboard", "Speak 6 captions…");
    const speak = page.getByRole("dialog", { name: "Speak captions" });
    await expectAccessible(page);
    await speak.getByRole("button", { name: "Speak 6 captions" }).click();
    const voices = async () => (await open()).document.sounds.length;
    await expect.poll(voices, { timeout: 60_000 }).toBe(6);
  });

  await test.step("the song of the library goes under it", async () => {
    const { items: sounds } = await api.call<{ items: ItemDto[] }>(
      "GET",
      "/api/v1/items?kind=audio&limit=20",
    );
    const { name } = sounds.find(({ generationId }) => generationId === song.id)!;
    await page.keyboard.press("Home");
    await page
      .getByRole("region", { name: "Takes" })
      .getByRole("button", { name: `Add ${name}` })
      .click();
    await expect
      .poll(async () => (await open()).document.sounds.map(({ track }) => track))
      .toContain("score");
  });

  const { document, items } = await open();
  expect(measureFilm(document) / 1_000).toBeGreaterThan(55);
  expect(measureFilm(document) / 1_000).toBeLessThan(75);
  await test.step("it is exported while the tab is closed", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Export" });
    await sheet.getByRole("radio", { name: /720p/ }).check();
    await sheet.getByRole("radio", { name: "Burned in" }).check();
    await sheet.getByRole("button", { name: "Export", exact: true }).click();
    await expect(sheet.getByRole("article", { name: "Film, 720p" })).toBeVisible();
    await page.close();
  });

  await test.step("the file shows each picture in its shot, and is heard", async () => {
    const list = () => api.call<{ exports: FilmExportDto[] }>("GET", `/api/v1/films/${id}/exports`);
    await expect.poll(async () => (await list()).exports[0]?.state, { timeout: 240_000 }).toBe("succeeded");
    const { result } = (await list()).exports[0]!;
    const load = async (assetId: string) =>
      Buffer.from(await (await api.request("GET", `/api/media/${assetId}`)).arrayBuffer());
    const bytes = await load(result!.assetId);
    const file = path.join(folder, "film.mp4");
    await writeFile(file, bytes);

    const placed = placeShots(document);
    // Where the caption of the shot is shown.
    const middles = document.captions.map(({ atMs, lengthMs }) =>
      Math.floor(((atMs + lengthMs / 2) * document.frameRate) / 1_000),
    );
    const shown = await readFilmFrames(file, middles, document.frameRate);
    const pictures = await Promise.all(
      placed.map(async ({ shot: { content } }) => {
        const item = items.find((each) => content.kind === "picture" && each.id === content.itemId)!;
        return sharp(await load(item.assetId))
          .resize(1_280, 720, { fit: "cover" })
          .ensureAlpha()
          .raw()
          .toBuffer();
      }),
    );
    const nearest = middles.map((frame) => {
      const differences = pictures.map((picture) =>
        findMeanDifference(new Uint8ClampedArray(picture), shown.get(frame)!),
      );
      return differences.indexOf(Math.min(...differences));
    });
    expect(nearest).toEqual([0, 1, 2, 3, 4, 5]);
    for (const [index, frame] of middles.entries()) {
      const [picture, film] = [new Uint8ClampedArray(pictures[index]!), shown.get(frame)!];
      const [above, below] = [compareBand(picture, film, 0.1), compareBand(picture, film, 0.8)];
      expect(below, `The caption in frame ${frame}, beside ${above}`).toBeGreaterThan(3 * above);
    }

    const { channelData, sampleRateHz } = await decodeFile(bytes, "audio/mp4");
    // The last voice may be longer than its shot.
    const seconds = measureFilm(document) / 1_000;
    expect(Math.abs(channelData[0]!.length / sampleRateHz - seconds)).toBeLessThan(0.1);
    const hear = async ({ itemId }: SoundPiece) => {
      const item = items.find((each) => each.id === itemId)!;
      const { channelData: heard, sampleRateHz: rate } = await decodeFile(
        await load(item.assetId),
        item.mimeType,
      );
      return { samples: heard[0]!, sampleRateHz: rate };
    };
    const whole = { samples: channelData[0]!, sampleRateHz };
    const voices = await Promise.all(
      document.sounds
        .filter(({ track }) => track === "voice")
        .map(async (piece) => ({ piece, sound: await hear(piece) })),
    );
    const likeness = voices.map(({ piece: { atMs, from }, sound }) =>
      findLikeness({ ...sound, seconds: from }, { ...whole, seconds: atMs / 1_000 }, 1),
    );
    // Under it is the song.
    expect(Math.min(...likeness), `The voices in the film: ${likeness.join(", ")}`).toBeGreaterThan(0.5);

    const score = document.sounds.find(({ track }) => track === "score")!;
    const [first, second] = voices.map(({ piece }) => piece).toSorted((one, other) => one.atMs - other.atMs);
    const afterFirst = first!.atMs + first!.lengthMs;
    expect(second!.atMs - afterFirst, "The pause between two voices, in ms").toBeGreaterThan(500);
    const songLikeness = findLikeness(
      { ...(await hear(score)), seconds: score.from + (afterFirst + 100 - score.atMs) / 1_000 },
      { ...whole, seconds: (afterFirst + 100) / 1_000 },
      0.25,
    );
    expect(songLikeness, "The song in the pause").toBeGreaterThan(0.8);
  });
  await test.step("it is found in the library", async () => {
    const { items: found } = await api.call<{ items: ItemDto[] }>("GET", "/api/v1/items?kind=video&limit=10");
    expect(found.map(({ name }) => name)).toContain("Harbour");
  });

  await test.step("it plays for whoever has its link", async () => {
    const { exports } = await api.call<{ exports: FilmExportDto[] }>("GET", `/api/v1/films/${id}/exports`);
    const itemIds = [exports[0]!.result!.itemId];
    const { url } = await api.call<NewShareDto>("POST", "/api/v1/shares", { itemIds });
    const stranger = await (await openBrowser(nobody)).newPage();
    await stranger.goto(url);
    await expect(stranger.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();
    const video = stranger.locator("video");
    const seconds = () => video.evaluate((each: HTMLVideoElement) => each.duration);
    await expect.poll(seconds).toBeCloseTo(measureFilm(document) / 1_000, 0);
    await video.evaluate((each: HTMLVideoElement) => each.play());
    const at = () => video.evaluate((each: HTMLVideoElement) => each.currentTime);
    await expect.poll(at).toBeGreaterThan(0.5);
    await expectAccessible(stranger);
  });
});

/** How much a band of two pictures of 720p differs, a tenth of their height and half of their width, from a part of their height on. */
function compareBand(one: Uint8ClampedArray, other: Uint8ClampedArray, from: number): number {
  const [start, end] = [from * 720, (from + 0.1) * 720];
  let sum = 0;
  for (let y = start; y < end; y += 1) {
    for (let at = (y * 1_280 + 320) * 4; at < (y * 1_280 + 960) * 4; at += 1)
      sum += Math.abs(one[at]! - other[at]!);
  }
  return sum / ((end - start) * 640 * 4);
}

interface Heard {
  samples: Float32Array;
  sampleRateHz: number;
  /** From where on. */
  seconds: number;
}

/** How alike two sounds are for some seconds, at most 20 ms apart: 1 for the same wave, at any level. */
function findLikeness(one: Heard, other: Heard, forSeconds: number): number {
  const rate = 8_000;
  const mostApart = 0.02 * rate;
  const read = ({ samples, sampleRateHz, seconds }: Heard, from: number, length: number) =>
    Float32Array.from({ length }, (_, index) => {
      const start = Math.max(0, Math.round((seconds + (from + index) / rate) * sampleRateHz));
      const piece = samples.subarray(start, start + sampleRateHz / rate);
      return piece.reduce((sum, value) => sum + value, 0) / Math.max(1, piece.length);
    });
  const dot = (left: Float32Array, right: Float32Array) =>
    left.reduce((sum, value, index) => sum + value * right[index]!, 0);
  const samples = forSeconds * rate;
  const wave = read(one, 0, samples);
  const around = read(other, -mostApart, samples + 2 * mostApart);
  const likeness = Array.from({ length: 2 * mostApart + 1 }, (_, apart) => {
    const found = around.subarray(apart, apart + samples);
    return dot(wave, found) / Math.sqrt(dot(wave, wave) * dot(found, found));
  });
  return Math.max(...likeness);
}

test("a shot to create begins with an image chosen from the film's project or the library", async ({
  page,
  studio,
}) => {
  const { api } = studio;
  const [kiteId] = await makePictures(studio);
  const project = await createProject(studio, "Sky", [kiteId!]);
  const film = await api.call<FilmDto>("POST", "/api/v1/films", { title: "Kites", projectId: project.id });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/films/${film.id}`);
  await choose(page, "Add a shot", "Shot to create");
  await page.getByRole("textbox", { name: "Description" }).fill("The kite rises");
  const frame = page.getByLabel("First frame", { exact: true });
  await expect(frame).toHaveValue("none");
  await page.getByRole("button", { name: "Choose an image" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose the first frame" });
  await expect(dialog.getByRole("listitem")).toHaveText(["Red kite"]);
  await dialog.getByRole("button", { name: /^Show/ }).click();
  await page.getByRole("menuitemradio", { name: "Library" }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  await dialog.getByLabel("Search takes").fill("kite");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Red kite" }).click();
  await expect(dialog).toBeHidden();
  await expect(frame).toHaveValue(kiteId!);
  await page
    .getByRole("region", { name: "Inspector" })
    .getByRole("button", { name: /^Create/ })
    .click();
  const openShot = async () =>
    (await api.call<OpenFilm>("GET", `/api/v1/films/${film.id}`)).document.shots[0]!;
  await expect.poll(async () => (await openShot()).content.kind, { timeout: 60_000 }).toBe("video");
  const { origin } = await openShot();
  const { input } = await api.call<{ input: { first_frame_image: { assetId: string } } }>(
    "GET",
    `/api/v1/generations/${origin!.generationId}`,
  );
  const kite = await api.call<ItemDto>("GET", `/api/v1/items/${kiteId}`);
  expect(input.first_frame_image.assetId).toBe(kite.assetId);
});
