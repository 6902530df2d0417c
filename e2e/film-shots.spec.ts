import type { Page } from "@playwright/test";
import type { FilmExportDto } from "@/lib/films/export-dto";
import type { FilmDto, OpenFilm } from "@/lib/films/film-dto";
import type { ItemDto } from "@/lib/items/item-dto";
import { makeFilm } from "@/lib/films/film-document";
import { makeShot } from "@/lib/films/testing/make-shots";
import { expectAccessible } from "./fixtures/accessible";
import { phone } from "./fixtures/project-page";
import { expect, type Studio, test } from "./fixtures/test";

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });
const openFilm = ({ api }: Studio, id: string) => api.call<OpenFilm>("GET", `/api/v1/films/${id}`);

async function choose(page: Page, button: string, entry: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function addScript(page: Page, script: string, { as }: { as: "Image" | "Video" }): Promise<void> {
  await choose(page, "Storyboard", "Storyboard from a script…");
  const dialog = page.getByRole("dialog", { name: "Storyboard from a script" });
  await dialog.getByLabel("Script").fill(script);
  await dialog.getByRole("radio", { name: as }).check();
  await dialog.getByRole("button", { name: /^Add \d shots?$/ }).click();
}

// The studio is shared.
test.afterEach(({ studio }) => studio.api.request("PUT", "/api/v1/prices", { currency: null, prices: [] }));

test("the pictures of a storyboard become videos, which are cut and exported in another aspect", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  await sandbox.change({ taskDurationMs: 500, videoFramesPerSecond: 6 });
  await api.request("PUT", "/api/v1/prices", {
    currency: "EUR",
    prices: [{ generator: "image", model: "image-01", unit: "image", amount: "0.5" }],
  });
  const film = await api.call<FilmDto>("POST", "/api/v1/films", { title: "Harbour" });
  const contents = async () => (await openFilm(studio, film.id)).document.shots.map(({ content }) => content);
  const kinds = async () => (await contents()).map(({ kind }) => kind);
  const all = page.getByRole("dialog", { name: "Create all that’s missing" });
  const isCreated = expect.configure({ timeout: 120_000 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/films/${film.id}`);

  await test.step("what will be created, and at what cost, stands above its one confirmation", async () => {
    await addScript(page, "A quay at night\nA ferry leaves", { as: "Image" });
    await page.getByRole("button", { name: "Create 2 shots" }).click();
    await expect(all.getByRole("listitem")).toHaveText(["2 × Image, image-01"]);
    await expect(all).toContainText("About €1.00");
    await expect(all).toContainText("The rate limit lets all of them start now.");
    await expectAccessible(page);
    await all.getByRole("button", { name: "Create 2 shots" }).click();
    await isCreated.poll(kinds).toEqual(["picture", "picture"]);
  });
  const pictures = (await contents()).flatMap((content) => ("itemId" in content ? [content.itemId] : []));

  await test.step("shots that wait for the one before them are cancelled together", async () => {
    await choose(page, "Storyboard", "Turn 2 images into videos to create");
    await addScript(page, "The wake closes\nFog", { as: "Video" });
    await sandbox.change({ taskDurationMs: 25_000 });
    await page.getByRole("button", { name: "Create 4 shots" }).click();
    await expect(all.getByRole("listitem")).toHaveText([/^4 × Video, /]);
    await expect(all).toContainText("2 shots wait for the shot before");
    await all.getByRole("button", { name: "Create 4 shots" }).click();
    await isCreated.poll(() => sandbox.countWhole("/v1/video_generation")).toBe(2);
    await choose(page, "Storyboard", "Cancel 2 requests in the queue");
    await expect(page.getByText("Cancelled what wasn’t sent yet")).toBeVisible();
    await isCreated.poll(kinds).toEqual(["video", "video", "place", "place"]);
    expect(await sandbox.countWhole("/v1/video_generation")).toBe(2);
    await sandbox.change({ taskDurationMs: 500 });
  });

  await test.step("each video began with its picture", async () => {
    const { shots } = (await openFilm(studio, film.id)).document;
    for (const [index, { origin }] of shots.slice(0, 2).entries()) {
      const { input } = await api.call<{ input: { first_frame_image: { assetId: string } } }>(
        "GET",
        `/api/v1/generations/${origin!.generationId}`,
      );
      const picture = await api.call<ItemDto>("GET", `/api/v1/items/${pictures[index]}`);
      expect(input.first_frame_image.assetId).toBe(picture.assetId);
    }
  });

  await test.step("the other takes of a shot are one press away", async () => {
    const [made] = await contents();
    await page.locator("[data-clip]").first().click();
    const take = (name: string) => inspector(page).getByRole("button", { name, exact: true });
    await expect(take("Take 2")).toHaveAttribute("aria-pressed", "true");
    await take("Take 1").click();
    await expect.poll(async () => (await contents())[0]).toMatchObject({ itemId: pictures[0] });
    await take("Take 2").click();
    await expect.poll(async () => (await contents())[0]).toEqual(made);
  });

  await test.step("a video is trimmed by keys, sped up and silenced", async () => {
    const read = async () => (await openFilm(studio, film.id)).document.shots[0]!;
    const before = await read();
    await inspector(page).getByRole("slider", { name: "In point" }).press("Shift+ArrowRight");
    await inspector(page).getByRole("slider", { name: "Out point" }).press("ArrowLeft");
    await expect.poll(read).toMatchObject({ frames: before.frames - 11 });
    const { content } = await read();
    expect("from" in content && content.from).toBeCloseTo(10 / 24, 2);
    await inspector(page).getByRole("radio", { name: "2×", exact: true }).check();
    await inspector(page).getByRole("switch", { name: "Own sound" }).press("Space");
    await expect.poll(read).toMatchObject({ content: { speed: 2, sound: { isOn: false } } });
    const { frames } = await read();
    expect(Math.abs(frames - (before.frames - 11) / 2)).toBeLessThanOrEqual(1);
    await expectAccessible(page);
  });

  await test.step("a text card is written", async () => {
    await page.keyboard.press("Escape");
    await choose(page, "Add a shot", "Text card");
    await inspector(page).getByLabel("Text", { exact: true }).fill("The end");
    await inspector(page).getByRole("radio", { name: "Light" }).check();
    const cards = async () => (await contents()).filter(({ kind }) => kind === "card");
    await expect.poll(cards).toEqual([{ kind: "card", text: "The end", tone: "light" }]);
    await expectAccessible(page);
  });

  await test.step("the film is exported upright, without the shots that don’t exist", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Export" });
    await sheet.getByRole("button", { name: "Leave out" }).click();
    await sheet.getByRole("combobox", { name: "Aspect" }).selectOption("9:16");
    await expect(sheet).toContainText("The film is 16:9. Shots keep their Fill, Fit or Blur setting.");
    await sheet.getByRole("radio", { name: /720p.*720 × 1280/ }).check();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Export", exact: true }).click();
    await expect(sheet.getByRole("article", { name: "Film, 9:16, 720p" })).toBeVisible();
    const read = async () =>
      (await api.call<{ exports: FilmExportDto[] }>("GET", `/api/v1/films/${film.id}/exports`)).exports[0]!;
    await isCreated.poll(async () => (await read()).state, { timeout: 120_000 }).toBe("succeeded");
    expect((await read()).result).toMatchObject({ width: 720, height: 1_280 });
  });

  await test.step("a phone plays it and trims a video, and leaves the timeline to the desk", async () => {
    await page.setViewportSize(phone);
    await page.goto(`/films/${film.id}`);
    const list = page.getByRole("region", { name: "Shots" });
    await list.getByRole("button", { name: /A quay at night/ }).click();
    await expect(page.getByRole("region", { name: "Timeline" })).toHaveCount(0);
    const position = page.getByRole("slider", { name: "Position" });
    await position.focus();
    await page.keyboard.press("Space");
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(5);
    await page.keyboard.press("Space");
    await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
    const readVideo = async () => (await contents()).find(({ kind }) => kind === "video");
    const before = await readVideo();
    await list.getByRole("slider", { name: "In point" }).press("ArrowRight");
    await expect.poll(readVideo).not.toEqual(before);
    expect(await readVideo()).toMatchObject({ speed: 2 });
    await expectAccessible(page);
  });
});

test("the other images of a generation are one press away", async ({ page, studio }) => {
  const { api } = studio;
  const sent = await api.createGeneration("image", { model: "image-01", prompt: "A quay", n: 3 });
  const itemIds = (await api.waitForEnd(sent.id)).outputs.map(({ item }) => item!.id);
  const { id } = await api.call<FilmDto>("POST", "/api/v1/films", {
    title: "Quays",
    document: {
      ...makeFilm({ aspect: "16:9", frameRate: 24 }),
      shots: [makeShot({ content: { kind: "picture", itemId: itemIds[0]!, move: null } })],
    },
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/films/${id}`);
  await page.locator("[data-clip]").first().click();
  const takes = inspector(page).getByRole("list", { name: "Takes" }).getByRole("button");
  await expect(takes).toHaveCount(3);
  await takes.and(page.locator("[aria-pressed=false]")).first().click();
  const shown = async () => {
    const { content } = (await openFilm(studio, id)).document.shots[0]!;
    return "itemId" in content && itemIds.indexOf(content.itemId);
  };
  await expect.poll(shown).toBeGreaterThan(0);
  await expectAccessible(page);
});
