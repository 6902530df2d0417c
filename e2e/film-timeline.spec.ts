import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { FilmDocument, Shot, SoundPiece } from "@/lib/films/film-document";
import type { FilmDto, OpenFilm } from "@/lib/films/film-dto";
import type { SubtitlesDto } from "@/lib/media/subtitles/subtitles-dto";
import { expectAccessible } from "./fixtures/accessible";
import { makeSpeech } from "./fixtures/make-speech";
import { makePictures } from "./fixtures/project-page";
import { expect, type Studio, test } from "./fixtures/test";

const cut = { kind: "cut", frames: 0 } as const;

function still(itemId: string, name: string): Shot {
  const content = { kind: "picture", itemId, move: null } as const;
  return { id: randomUUID(), name, frames: 96, content, fit: "fill", transition: cut };
}

/** A film of three pictures, four seconds each, and whatever else. */
async function seedFilm(studio: Studio, rest: Partial<FilmDocument> = {}): Promise<FilmDto> {
  const [red, green, blue] = (await makePictures(studio)) as [string, string, string];
  const track = { level: 0, isMuted: false };
  const document: FilmDocument = {
    format: 1,
    aspect: "16:9",
    frameRate: 24,
    shots: [still(red, "Red kite"), still(green, "Green boat"), still(blue, "Blue door")],
    sounds: [],
    captions: [],
    captionStyle: "plain",
    tracks: { shots: track, voice: track, score: track, effects: track },
    duckDb: -12,
    ...rest,
  };
  return studio.api.call("POST", "/api/v1/films", { title: "Harbour", document });
}

class TimelinePage {
  readonly page: Page;
  readonly studio: Studio;
  readonly filmId: string;
  readonly timeline: Locator;
  readonly playhead: Locator;

  constructor(page: Page, studio: Studio, filmId: string) {
    this.page = page;
    this.studio = studio;
    this.filmId = filmId;
    this.timeline = page.getByRole("region", { name: "Timeline" });
    this.playhead = page.getByRole("slider", { name: "Playhead" });
  }

  async open(): Promise<void> {
    await this.page.setViewportSize({ width: 1440, height: 900 });
    await this.page.goto(`/films/${this.filmId}`);
    await expect(this.shots()).toHaveCount(3);
  }

  clips(track: string): Locator {
    return this.timeline.getByRole("list", { name: track, exact: true }).locator("[data-clip]");
  }

  shots = () => this.clips("Shots");
  handle = (name: string | RegExp) => this.timeline.getByRole("slider", { name });

  /** Drags by pixels, from the middle of something or from a point of it. */
  async drag(from: Locator, byX: number, { x, y = 0 }: { x?: number; y?: number } = {}): Promise<void> {
    const box = (await from.boundingBox())!;
    const start = { x: box.x + (x ?? box.width / 2), y: box.y + box.height / 3 };
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move(start.x + byX / 2, start.y + y / 2, { steps: 4 });
    await this.page.mouse.move(start.x + byX, start.y + y, { steps: 4 });
    await this.page.mouse.up();
  }

  read = async (): Promise<FilmDocument> =>
    (await this.studio.api.call<OpenFilm>("GET", `/api/v1/films/${this.filmId}`)).document;

  /** What the server holds, once it is saved. */
  expectSaved = (choose: (film: FilmDocument) => unknown) =>
    expect.poll(async () => choose(await this.read()));
}

const describeShots = ({ shots }: FilmDocument) => shots.map(({ name, frames }) => `${name} ${frames}`);

test("shots are trimmed, moved, split, copied and deleted, by pointer and by keys", async ({
  page,
  studio,
}) => {
  test.slow();
  const { id } = await seedFilm(studio);
  const film = new TimelinePage(page, studio, id);
  await film.open();
  const press = (key: string) => page.keyboard.press(key);

  await test.step("a clip says what it is, and the playhead goes by keys to the frame", async () => {
    await expect(film.shots().nth(1)).toHaveAccessibleName("Shot 2, Green boat, still, 4 s, from 0:04.0");
    await film.shots().nth(1).click();
    await expect(film.shots().nth(1)).toHaveAttribute("aria-pressed", "true");
    await press("ArrowDown");
    await press("ArrowRight");
    await press("Shift+ArrowRight");
    await expect(film.playhead).toHaveAttribute("aria-valuetext", "0:05.01");
    await press("End");
    await expect(film.playhead).toHaveAttribute("aria-valuetext", "0:11.23");
    await press("Home");
    await expect(film.playhead).toHaveAttribute("aria-valuetext", "0:00.00");
  });

  await test.step("edges trim, by dragging and by the arrows", async () => {
    const end = film.handle("End of shot 2");
    await film.drag(end, 60);
    await film.expectSaved(({ shots }) => shots[1]!.frames > 96 && shots[0]!.frames === 96).toBe(true);
    const { frames } = (await film.read()).shots[1]!;
    await end.focus();
    await press("ArrowLeft");
    await press("ArrowLeft");
    await press("Shift+ArrowLeft");
    await film.expectSaved(({ shots }) => shots[1]!.frames).toBe(frames - 26);
    await page.getByRole("button", { name: "Undo" }).click();
    await film.expectSaved(({ shots }) => shots[1]!.frames).toBe(frames - 2);
    // A drag is one step, whatever it passed on its way.
    for (let step = 0; step < 3; step += 1) await press("ControlOrMeta+z");
    await film.expectSaved(describeShots).toEqual(["Red kite 96", "Green boat 96", "Blue door 96"]);
  });

  await test.step("Escape takes a drag back", async () => {
    const box = (await film.handle("End of shot 2").boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x - 90, box.y + 40, { steps: 5 });
    await expect(film.shots().nth(1)).not.toHaveAccessibleName(/, 4 s,/);
    await press("Escape");
    await page.mouse.up();
    await expect(film.shots().nth(1)).toHaveAccessibleName(/, 4 s,/);
  });

  await test.step("dragged to another place, and moved back by keys", async () => {
    const width = (await film.shots().nth(0).boundingBox())!.width;
    await film.drag(film.shots().nth(0), width * 1.4);
    await film
      .expectSaved(({ shots }) => shots.map(({ name }) => name))
      .toEqual(["Green boat", "Red kite", "Blue door"]);
    await press("Alt+ArrowLeft");
    await film
      .expectSaved(({ shots }) => shots.map(({ name }) => name))
      .toEqual(["Red kite", "Green boat", "Blue door"]);
  });

  await test.step("split at the playhead, several selected, copied, pasted and deleted", async () => {
    await press("Home");
    await press("Shift+ArrowRight");
    await press("s");
    await film
      .expectSaved(describeShots)
      .toEqual(["Red kite 24", "Red kite 72", "Green boat 96", "Blue door 96"]);
    await film.shots().nth(0).click();
    await film
      .shots()
      .nth(1)
      .click({ modifiers: ["Shift"] });
    await press("ControlOrMeta+d");
    await expect(film.shots()).toHaveCount(6);
    await press("Delete");
    await expect(film.shots()).toHaveCount(4);
    await film.shots().nth(3).click();
    await press("ControlOrMeta+c");
    await press("Home");
    await press("ControlOrMeta+v");
    await film
      .expectSaved(describeShots)
      .toEqual(["Blue door 96", "Red kite 24", "Red kite 72", "Green boat 96", "Blue door 96"]);
  });

  await test.step("by keys alone: from clip to clip, selected, deleted", async () => {
    await film.shots().nth(0).focus();
    await press("ArrowRight");
    await expect(film.shots().nth(1)).toBeFocused();
    await press("Enter");
    await press("Backspace");
    await film.expectSaved(({ shots }) => shots.length).toBe(4);
    await expect(film.shots().nth(1)).toBeFocused();
    await expect(film.shots().nth(1)).toHaveAccessibleName(/Red kite, still, 3 s/);
  });

  await test.step("a transition is chosen on the cut", async () => {
    await film.shots().nth(1).click();
    await page.getByRole("button", { name: "From shot 1 to 2: Cut" }).click();
    await page.getByRole("menuitemradio", { name: "Crossfade" }).click();
    await page.getByRole("menuitemradio", { name: "1 s", exact: true }).click();
    await press("Escape");
    await film.expectSaved(({ shots }) => shots[1]!.transition).toEqual({ kind: "fade", frames: 24 });
  });

  await test.step("an item of the bin is dropped between two shots", async () => {
    const item = page.getByRole("button", { name: /Green boat/ }).and(page.locator("[draggable=true]"));
    await item.first().dragTo(film.shots().nth(1), { targetPosition: { x: 40, y: 40 } });
    await film.expectSaved(({ shots }) => shots[1]!.name).toContain("Green boat");
    await film.expectSaved(({ shots }) => shots.length).toBe(5);
  });
});

test("sounds and captions are moved, snapped, faded and edited on their tracks", async ({ page, studio }) => {
  test.slow();
  const spoken = await makeSpeech(studio.api, "The ferry keeps its engine low at night.");
  const audio = spoken.outputs.find(({ item }) => item)!;
  const seconds = audio.durationSeconds!;
  const piece = (changes: Partial<SoundPiece>): SoundPiece => ({
    ...{ id: randomUUID(), track: "voice", itemId: audio.item!.id, atMs: 1_000, from: 0 },
    ...{ lengthMs: Math.floor(seconds * 1_000), level: 0, fadeInMs: 0, fadeOutMs: 0, points: [] },
    ...changes,
  });
  const { id } = await seedFilm(studio, { sounds: [piece({}), piece({ track: "score", atMs: 6_000 })] });
  const film = new TimelinePage(page, studio, id);
  await film.open();
  const press = (key: string) => page.keyboard.press(key);
  const voice = film.clips("Voice").first();
  const pxPerMs = (await voice.boundingBox())!.width / (seconds * 1_000);

  await test.step("a voice snaps to a cut", async () => {
    // Three pixels before the cut at 4 s.
    await film.drag(voice, 3_000 * pxPerMs - 3, { x: 12 });
    await film.expectSaved(({ sounds }) => sounds[0]!.atMs).toBe(4_000);
    await press("n");
    await expect(page.getByRole("button", { name: "Snap" })).toHaveAttribute("aria-pressed", "false");
    await film.drag(voice, -4, { x: 12 });
    await film.expectSaved(({ sounds }) => sounds[0]!.atMs < 4_000 && sounds[0]!.atMs > 3_800).toBe(true);
  });

  await test.step("edges and fades move by keys", async () => {
    const before = (await film.read()).sounds[0]!;
    await film
      .handle(/^End of The ferry/)
      .first()
      .focus();
    await press("ArrowLeft");
    await film.expectSaved(({ sounds }) => sounds[0]!.lengthMs).toBe(before.lengthMs - 42);
    await film
      .handle(/^Fade in of The ferry/)
      .first()
      .focus();
    await press("ArrowRight");
    await press("ArrowRight");
    await film.expectSaved(({ sounds }) => sounds[0]!.fadeInMs).toBe(200);
  });

  await test.step("music gets points of its level", async () => {
    const music = film.clips("Music").first();
    await music.dblclick({ position: { x: 90, y: 30 } });
    const point = film.handle(/^Level point/);
    await film.drag(point, 0, { y: 14 });
    await film
      .expectSaved(({ sounds }) => sounds[1]!.points.length === 1 && sounds[1]!.points[0]!.level < -1)
      .toBe(true);
    const { level } = (await film.read()).sounds[1]!.points[0]!;
    await point.focus();
    await press("ArrowUp");
    await film.expectSaved(({ sounds }) => sounds[1]!.points[0]!.level).toBeCloseTo(level + 0.5, 5);
    await press("Delete");
    await film.expectSaved(({ sounds }) => sounds.map(({ points }) => points.length)).toEqual([0, 0]);
  });

  await test.step("any sound of the bin can be dropped on the effects", async () => {
    const item = page.getByRole("button", { name: /The ferry/ }).and(page.locator("[draggable=true]"));
    await item.first().dragTo(film.timeline.locator("[data-track=effects]"));
    await film
      .expectSaved(({ sounds }) => sounds.map(({ track }) => track))
      .toEqual(["voice", "score", "effects"]);
    await page.keyboard.press("ControlOrMeta+z");
    await film.expectSaved(({ sounds }) => sounds.length).toBe(2);
  });

  await test.step("captions come from the voice and are edited in place", async () => {
    await page.getByRole("button", { name: "Add captions" }).click();
    await page.getByRole("menuitem", { name: "Captions from voice" }).click();
    const caption = film.clips("Captions").first();
    await expect(caption).toHaveAccessibleName(/^The ferry keeps its engine low at night\./);
    await film.expectSaved(({ captions, sounds }) => captions[0]?.atMs === sounds[0]!.atMs).toBe(true);
    await caption.dblclick();
    await page.keyboard.type("The ferry hums.");
    await press("Enter");
    await film.expectSaved(({ captions }) => captions.map(({ text }) => text)).toEqual(["The ferry hums."]);
  });

  await test.step("a track is muted, and the page has no fault of access", async () => {
    await page.getByRole("button", { name: "Level of Voice: 0 dB" }).click();
    // The preview has one, too, without text.
    await page.getByRole("button", { name: "Mute", exact: true }).filter({ hasText: "Mute" }).click();
    await film.expectSaved(({ tracks }) => tracks.voice.isMuted).toBe(true);
    await press("Escape");
    await film.shots().nth(1).click();
    await expectAccessible(page);
  });
});

test("captions and cuts snap to the beats of music and the sentences of voices", async ({ page, studio }) => {
  test.slow();
  const { api } = studio;
  const sent = await api.createGeneration("music", {
    ...{ model: "music-3.0", prompt: "Indie pop, 120 bpm", lyrics: "[Verse]\nHarbour lights are low" },
  });
  const song = (await api.waitForEnd(sent.id)).outputs.find(({ item }) => item)!;
  const asked = await api.createGeneration("speech", {
    ...{ model: "speech-2.6-hd", voice_setting: { voice_id: "English_expressive_narrator" } },
    ...{
      text: "The ferry keeps its engine low. Nobody sleeps tonight.",
      subtitle_enable: true,
      stream: false,
    },
  });
  const spoken = await api.waitForEnd(asked.id);
  const { sentences } = await api.call<SubtitlesDto>(
    "GET",
    `/api/v1/generations/${spoken.id}/subtitles?format=json`,
  );
  const voice = spoken.outputs.find(({ item }) => item)!;
  const piece = (track: "voice" | "score", { item, durationSeconds }: typeof song): SoundPiece => ({
    ...{ id: randomUUID(), track, itemId: item!.id, atMs: 0, from: 0 },
    ...{ lengthMs: Math.min(12_000, Math.floor(durationSeconds! * 1_000)), level: 0 },
    ...{ fadeInMs: 0, fadeOutMs: 0, points: [] },
  });
  // Two beats long: either end may snap.
  const caption = { id: randomUUID(), atMs: 7_250, lengthMs: 1_000, text: "Tonight" };
  const { id } = await seedFilm(studio, { sounds: [piece("score", song)], captions: [caption] });
  const film = new TimelinePage(page, studio, id);
  await film.open();
  const clip = film.clips("Captions").first();
  const pxPerMs = (await clip.boundingBox())!.width / caption.lengthMs;
  const move = async (byPx: number) => {
    const before = (await film.read()).captions[0]!.atMs;
    await film.drag(clip, byPx, { x: 12 });
    const at = async () => (await film.read()).captions[0]!.atMs;
    await expect.poll(at).not.toBe(before);
    return at();
  };

  const moveTo = async (ms: number) => move((ms - (await film.read()).captions[0]!.atMs) * pxPerMs);

  await test.step("a caption, to a beat", async () => {
    await expect(async () => {
      // From both sides to the same moment, once the song has been read. MP3 begins a little later than what was encoded.
      const early = await moveTo(6_500);
      await moveTo(7_250);
      const late = await moveTo(6_580);
      // Either end snaps, and beats differ by a few milliseconds.
      expect(Math.abs(late - early)).toBeLessThan(25);
      expect(Math.abs(early - 6_525)).toBeLessThan(50);
      await moveTo(7_250);
    }).toPass({ timeout: 90_000 });
  });

  await test.step("the end of a voice, to its sentence", async () => {
    const document = { ...(await film.read()), sounds: [piece("voice", voice)] };
    const { version } = await api.call<OpenFilm>("GET", `/api/v1/films/${id}`);
    await api.call("PUT", `/api/v1/films/${id}/document`, { version, document, key: randomUUID() });
    await page.reload();
    const { startMs } = sentences[1]!;
    const clipOfVoice = film.clips("Voice").first();
    await clipOfVoice.click();
    const end = film.handle(/^End of The ferry/).first();
    const length = async () => (await film.read()).sounds[0]!.lengthMs;
    await expect(async () => {
      // Away first: it would not move from where it was left before the sentences were read.
      const before = await length();
      await film.drag(end, -60);
      await expect.poll(length, { timeout: 5_000 }).not.toBe(before);
      await film.drag(end, (startMs - (await length())) * pxPerMs + 4);
      await expect.poll(length, { timeout: 5_000 }).toBe(startMs);
    }).toPass({ timeout: 60_000 });
  });
});

test("by touch, a finger scrolls the timeline, and moves and trims a clip that was tapped", async ({
  studio,
  ownerState,
  openBrowser,
}) => {
  const caption = { id: randomUUID(), atMs: 1_000, lengthMs: 1_500, text: "Tonight" };
  const { id } = await seedFilm(studio, { captions: [caption] });
  const context = await openBrowser({
    ...{ hasTouch: true, baseURL: studio.process.address, storageState: ownerState },
    viewport: { width: 1180, height: 820 },
  });
  const page = await context.newPage();
  const film = new TimelinePage(page, studio, id);
  await page.goto(`/films/${id}`);
  const clip = film.clips("Captions").first();
  await expect(clip).toBeVisible();
  const session = await context.newCDPSession(page);
  const swipe = async (from: Locator, byX: number) => {
    const box = (await from.boundingBox())!;
    const at = (share: number) => [{ x: box.x + box.width / 2 + byX * share, y: box.y + box.height / 2 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) {
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(clip, 150);
  await expect(clip).toHaveAttribute("aria-pressed", "false");
  expect((await film.read()).captions[0]!.atMs).toBe(1_000);

  await clip.tap();
  await expect(clip).toHaveAttribute("aria-pressed", "true");
  const pxPerMs = (await clip.boundingBox())!.width / caption.lengthMs;
  await swipe(clip, 2_000 * pxPerMs);
  await film.expectSaved(({ captions }) => Math.abs(captions[0]!.atMs - 3_000) < 100).toBe(true);
  const { atMs } = (await film.read()).captions[0]!;
  await swipe(film.handle(/^End of Tonight/), 1_000 * pxPerMs);
  await film.expectSaved(({ captions }) => Math.abs(captions[0]!.lengthMs - 2_500) < 200).toBe(true);
  expect((await film.read()).captions[0]!.atMs).toBe(atMs);
});
