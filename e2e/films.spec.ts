import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { FilmExportList } from "@/lib/films/export-dto";
import type { FilmDto, FilmPage, FilmVersionPage, OpenFilm } from "@/lib/films/film-dto";
import { expectAccessible, expectAccessibleAtBothSizes, expectNoOverflow } from "./fixtures/accessible";
import { makePictures, phone } from "./fixtures/project-page";
import { expect, type Studio, test } from "./fixtures/test";

const wide = { width: 1440, height: 900 };

const bin = (page: Page) => page.getByRole("region", { name: "Takes" });
const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });
const addFromBin = (page: Page, name: string) =>
  bin(page)
    .getByRole("button", { name: `Add ${name}` })
    .click();
const isSaved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();

const createFilm = ({ api }: Studio, title: string): Promise<FilmDto> =>
  api.call<FilmDto>("POST", "/api/v1/films", { title });
const openFilm = ({ api }: Studio, id: string) => api.call<OpenFilm>("GET", `/api/v1/films/${id}`);
const namesOf = async (studio: Studio, id: string) =>
  (await openFilm(studio, id)).document.shots.map(({ name }) => name);

test("a film is created, filled from the bin, changed, undone and saved as one goes", async ({
  page,
  studio,
}) => {
  test.slow();
  await makePictures(studio);
  await page.setViewportSize(wide);

  await test.step("created with keys, in an aspect of its own", async () => {
    await page.goto("/films");
    await expect(page.getByText("No films yet")).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    await page.setViewportSize(wide);
    await page.getByRole("button", { name: "New film" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New film" });
    await expect(dialog.getByLabel("Title")).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type("Harbour lights");
    await dialog.getByRole("radio", { name: /4:5/ }).check();
    await dialog.getByRole("radio", { name: "25" }).check();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/films\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name: "Harbour lights" })).toBeAttached();
  });
  const id = page.url().split("/").at(-1)!;

  await test.step("what is pressed goes in after the shot at the playhead", async () => {
    await addFromBin(page, "Red kite");
    await addFromBin(page, "Green boat");
    await addFromBin(page, "Blue door");
    await expect(inspector(page).getByRole("heading", { name: "Shot 3" })).toBeVisible();
    await isSaved(page);
    expect(await namesOf(studio, id)).toEqual(["Red kite", "Green boat", "Blue door"]);
    const { document } = await openFilm(studio, id);
    expect(document).toMatchObject({ aspect: "4:5", frameRate: 25 });
    expect(document.shots.map(({ frames }) => frames)).toEqual([125, 125, 125]);
    await expectAccessible(page);
  });

  await test.step("length, fit, pan and zoom, and a transition", async () => {
    const stays = inspector(page).getByRole("textbox", { name: "Stays" });
    await stays.fill("2");
    await stays.press("Enter");
    await inspector(page).getByRole("radio", { name: "Blur" }).check();
    await inspector(page).getByRole("radio", { name: "In", exact: true }).check();
    await inspector(page)
      .getByRole("group", { name: /^End, / })
      .press("ArrowRight");
    await expect(inspector(page).getByRole("radio", { name: "Own" })).toBeChecked();
    await inspector(page)
      .getByRole("button", { name: /^From shot 2/ })
      .click();
    await page.getByRole("menuitemradio", { name: "Crossfade" }).click();
    await expect(page.getByText("Length 0:11")).toBeVisible();
    await isSaved(page);
    const { document } = await openFilm(studio, id);
    expect(document.shots[2]).toMatchObject({
      frames: 50,
      fit: "blur",
      transition: { kind: "fade", frames: 13 },
      content: { kind: "picture", move: {} },
    });
    await expectAccessible(page);
  });

  await test.step("undone and done again by keys", async () => {
    await page.keyboard.press("ControlOrMeta+z");
    await expect(inspector(page).getByRole("button", { name: "From shot 2: Cut" })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(inspector(page).getByRole("button", { name: "From shot 2: Crossfade" })).toBeVisible();
    await isSaved(page);
  });

  await test.step("renamed in place, named in its history, and looked back at", async () => {
    await page.getByRole("textbox", { name: "Title" }).fill("Harbour lights, cut 2");
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/Harbour lights/);
    await expect.poll(async () => (await openFilm(studio, id)).title).toBe("Harbour lights, cut 2");
    await page.getByRole("button", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History" });
    await history
      .getByRole("button", { name: /^Actions for / })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Name" }).click();
    await history.getByLabel("Name of this version").fill("With a fade");
    await page.keyboard.press("Enter");
    await expect(history.getByText("With a fade")).toBeVisible();
    await expectAccessible(page);
    await history.getByRole("listitem").last().getByRole("button").first().click();
    await expect(page.getByText(/^Version of /)).toBeVisible();
    await page.getByRole("button", { name: "Restore" }).click();
    await isSaved(page);
    await expect.poll(async () => (await namesOf(studio, id)).length).toBe(0);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(async () => (await namesOf(studio, id)).length).toBe(3);
    const { versions } = await studio.api.call<FilmVersionPage>("GET", `/api/v1/films/${id}/versions`);
    expect(versions.map(({ name }) => name)).toContain("With a fade");
  });

  await test.step("copied, trashed and brought back from the list", async () => {
    await page.getByRole("link", { name: "All films" }).click();
    const menu = page.getByRole("button", { name: "Actions for Harbour lights, cut 2", exact: true });
    await menu.click();
    await page.getByRole("menuitem", { name: "Copy" }).click();
    await expect(page.getByRole("link", { name: "Harbour lights, cut 2 (copy)" })).toBeVisible();
    await menu.click();
    await page.getByRole("menuitem", { name: "Move to trash" }).click();
    await expect(page.getByRole("link", { name: "Harbour lights, cut 2", exact: true })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: "Harbour lights, cut 2", exact: true })).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    const { films } = await studio.api.call<FilmPage>("GET", "/api/v1/films");
    expect(films.map(({ title }) => title).toSorted()).toEqual([
      "Harbour lights, cut 2",
      "Harbour lights, cut 2 (copy)",
    ]);
  });
});

test("two tabs never overwrite each other, and one without changes follows", async ({
  context,
  guard,
  studio,
}) => {
  test.slow();
  // The refusal of what would overwrite the other tab.
  guard.allow(/status 409: PUT \S+\/document/);
  await makePictures(studio);
  const { id } = await createFilm(studio, "Two tabs");
  const [left, right] = [await context.newPage(), await context.newPage()];
  for (const page of [left, right]) {
    await page.setViewportSize(wide);
    await page.goto(`/films/${id}`);
    await expect(bin(page).getByRole("button", { name: "Add Red kite" })).toBeVisible();
  }

  await test.step("what one saves, the other shows", async () => {
    await addFromBin(left, "Red kite");
    await expect(right.getByText("Length 0:05")).toBeVisible();
    await addFromBin(right, "Green boat");
    await expect(left.getByText("Length 0:10")).toBeVisible();
    expect(await namesOf(studio, id)).toHaveLength(2);
  });

  await test.step("changes to the same version become a copy", async () => {
    // The left tab's save waits until the right one has saved.
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await left.route("**/document", async (route) => {
      await released;
      await route.continue();
    });
    const [waiting] = await Promise.all([
      left.waitForRequest((request) => request.method() === "PUT"),
      addFromBin(left, "Blue door"),
    ]);
    expect(waiting.url()).toContain(id);
    await inspector(right)
      .getByRole("heading", { name: /^Shot|^Film/ })
      .waitFor();
    await addFromBin(right, "Red kite");
    await isSaved(right);
    release();
    const conflict = left.getByRole("alert").filter({ hasText: "You saved this film in another tab" });
    await expect(conflict).toBeVisible();
    await expectAccessible(left);
    await conflict.getByRole("button", { name: "Load theirs" }).click();
    await expect(conflict).toBeHidden();
    await left.unroute("**/document");
    const stored = await namesOf(studio, id);
    expect(stored).toHaveLength(3);
    expect(stored).not.toContain("Blue door");
    const { films } = await studio.api.call<FilmPage>("GET", "/api/v1/films");
    const copy = films.find(({ title }) => title === "Two tabs (my changes)")!;
    expect(await namesOf(studio, copy.id)).toContain("Blue door");
    await addFromBin(left, "Blue door");
    await isSaved(left);
    expect(await namesOf(studio, id)).toHaveLength(4);
  });
});

test("unsaved changes survive being offline and a crashed tab", async ({ context, guard, studio }) => {
  test.slow();
  // An offline tab logs an error for every request.
  guard.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await makePictures(studio);
  const { id } = await createFilm(studio, "Offline");
  const page = await context.newPage();
  await page.setViewportSize(wide);
  await page.goto(`/films/${id}`);
  await addFromBin(page, "Red kite");
  await isSaved(page);

  await test.step("offline says so, and is saved once it is back", async () => {
    await context.setOffline(true);
    await addFromBin(page, "Red kite");
    await expect(page.getByText("Offline. Changes are kept in this browser.")).toBeVisible();
    expect(await namesOf(studio, id)).toHaveLength(1);
    await context.setOffline(false);
    await isSaved(page);
    expect(await namesOf(studio, id)).toHaveLength(2);
  });

  await test.step("crashed before it was saved, it is there in the next tab", async () => {
    await page.route("**/document", (route) => route.abort());
    await addFromBin(page, "Red kite");
    await expect(page.getByText("Not saved. Trying again…")).toBeVisible();
    // A page that closes saves once more; one that crashes doesn't.
    await page.goto("chrome://crash").catch(() => undefined);
    await page.close();
    expect(await namesOf(studio, id)).toHaveLength(2);
    const next = await context.newPage();
    await next.setViewportSize(wide);
    await next.goto(`/films/${id}`);
    await expect(next.getByText(/^Unsaved changes from .* restored$/)).toBeVisible();
    await isSaved(next);
    await expect.poll(() => namesOf(studio, id)).toHaveLength(3);
  });
});

test("on a phone, shots are added, ordered, trimmed, replaced and removed, and the film is watched and exported", async ({
  page,
  studio,
}) => {
  test.slow();
  await makePictures(studio);
  const { id } = await createFilm(studio, "On a phone");
  await page.setViewportSize(phone);
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: /Films/ }).click();
  await page.getByRole("link", { name: "On a phone" }).click();
  const shots = page.getByRole("region", { name: "Shots" });
  const add = async (name: string) => {
    await shots.getByRole("button", { name: "Add a shot" }).click();
    const picker = page.getByRole("dialog", { name: "Add a shot" });
    await picker.getByRole("radio", { name: "Images" }).check();
    await picker.getByRole("button", { name }).click();
  };
  await add("Red kite");
  await add("Green boat");
  await expect.poll(() => namesOf(studio, id)).toEqual(["Red kite", "Green boat"]);
  await expectAccessible(page);

  const open = shots.getByRole("group", { name: "Change this shot" });
  await expect(open).toBeVisible();
  await open.getByRole("button", { name: "Move earlier" }).click();
  await expect.poll(() => namesOf(studio, id)).toEqual(["Green boat", "Red kite"]);
  await open.getByRole("textbox", { name: "Stays" }).fill("3");
  await page.keyboard.press("Enter");
  await open.getByRole("button", { name: "Replace" }).click();
  await page
    .getByRole("dialog", { name: "Replace this shot" })
    .getByRole("button", { name: "Blue door" })
    .click();
  await expect.poll(() => namesOf(studio, id)).toEqual(["Blue door", "Red kite"]);
  const { document } = await openFilm(studio, id);
  expect(document.shots[0]!.frames).toBe(72);
  await expectAccessible(page);
  await open.getByRole("button", { name: "Remove" }).click();
  await expect.poll(() => namesOf(studio, id)).toEqual(["Red kite"]);

  await shots.getByRole("button", { name: "Storyboard" }).click();
  await page.getByRole("menuitem", { name: "Storyboard from a script…" }).click();
  const script = page.getByRole("dialog", { name: "Storyboard from a script" });
  await script.getByLabel("Script").fill("A quay at night.\nThe ferry leaves.");
  await expectAccessible(page);
  await script.getByRole("button", { name: "Add 2 shots" }).click();
  await shots.getByRole("button", { name: "Create 2 shots" }).click();
  const all = page.getByRole("dialog", { name: "Create all that’s missing" });
  await all.getByRole("button", { name: "Create 2 shots" }).click();
  const kinds = async () => (await openFilm(studio, id)).document.shots.map(({ content }) => content.kind);
  await expect.poll(kinds).toEqual(["picture", "picture", "picture"]);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Play", exact: true }).click();
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  await pause.click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Export" });
  await sheet.getByRole("radio", { name: /720p/ }).check();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Export", exact: true }).click();
  const done = sheet.getByRole("region", { name: "Done" }).getByRole("article", { name: "Film, 720p" });
  await expect(done.getByRole("link", { name: "Download" })).toBeVisible({ timeout: 120_000 });
});

test("a film is exported while its tab is closed, and found in the library", async ({ context, studio }) => {
  test.slow();
  await makePictures(studio);
  const { id } = await createFilm(studio, "To export");
  const page = await context.newPage();
  await page.setViewportSize(wide);
  await page.goto(`/films/${id}`);
  await addFromBin(page, "Red kite");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Export" });
  await sheet.getByRole("radio", { name: /720p/ }).check();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Export", exact: true }).click();
  await expect(sheet.getByRole("article", { name: "Film, 720p" })).toBeVisible();
  await page.close();

  const next = await context.newPage();
  await next.setViewportSize(wide);
  await next.goto(`/films/${id}`);
  await next.getByRole("button", { name: "Export", exact: true }).click();
  const done = next.getByRole("region", { name: "Done" }).getByRole("article", { name: "Film, 720p" });
  await expect(done.getByRole("link", { name: "Download" })).toBeVisible({ timeout: 120_000 });
  await expectAccessible(next);
  await done.getByRole("link", { name: "Open in library" }).click();
  await expect(next.getByRole("main").locator("video").first()).toBeAttached();

  await test.step("shots without a result are left out", async () => {
    const { version, document } = await openFilm(studio, id);
    const place = {
      ...{ kind: "place", generator: "image", text: "A gull", model: null, firstFrame: { of: "none" } },
      generationId: null,
    } as const;
    const shots = [...document.shots, { ...document.shots[0]!, id: randomUUID(), content: place }];
    await studio.api.call("PUT", `/api/v1/films/${id}/document`, {
      ...{ version, document: { ...document, shots }, key: randomUUID() },
    });
    await next.goto(`/films/${id}`);
    await next.getByRole("button", { name: "Export", exact: true }).click();
    const form = next.getByRole("dialog", { name: "Export" });
    await expect(form.getByText("Shot 2 isn’t created yet.")).toBeVisible();
    await form.getByRole("button", { name: "Leave out" }).click();
    await expect(form.getByText(/It is left out with its voice and captions: 5 s less/)).toBeVisible();
    // Not what is dimmed behind the sheet, whose edge may cut through a word.
    await expectAccessible(next, "[role=dialog]");
    await form.getByRole("radio", { name: /720p/ }).check();
    await form.getByRole("button", { name: "Export", exact: true }).click();
    const films = async () =>
      (await studio.api.call<FilmExportList>("GET", `/api/v1/films/${id}/exports`)).exports;
    await expect
      .poll(async () => (await films()).map(({ state }) => state), { timeout: 120_000 })
      .toEqual(["succeeded", "succeeded"]);
    const lengths = (await films()).map(({ result }) => Math.round(result!.durationSeconds!));
    expect(lengths[0]).toBe(lengths[1]);
  });

  await test.step("a part of it is exported as a loop, which moves on its page", async () => {
    await next.goto(`/films/${id}`);
    await next.getByRole("button", { name: "Export", exact: true }).click();
    const form = next.getByRole("dialog", { name: "Export" });
    await form.getByRole("combobox", { name: "File" }).selectOption("webp");
    const length = form.getByRole("textbox", { name: "Length" });
    await expect(length).toHaveValue("5");
    await length.fill("1");
    await length.press("Enter");
    await form.getByRole("radio", { name: "320" }).check();
    await expect(form.getByText("From 0:00.00 to 0:01.00.")).toBeVisible();
    await expectAccessible(next, "[role=dialog]");
    await form.getByRole("button", { name: "Export", exact: true }).click();
    const loop = form.getByRole("region", { name: "Done" }).getByRole("article", { name: "Loop, WebP" });
    await loop.getByRole("link", { name: "Open in library" }).click({ timeout: 120_000 });
    await expect(next.getByText("12 fps")).toBeVisible();
    await expect(next.getByText("Random, not reported by the service")).toBeHidden();
    const image = next.getByRole("main").getByRole("img").first();
    await expect(image).toHaveJSProperty("naturalWidth", 320);
    // The file itself; thumbnails stand still.
    expect(await image.evaluate((img: HTMLImageElement) => new URL(img.currentSrc).search)).toBe("");
    await expectAccessible(next);
    await next.emulateMedia({ reducedMotion: "reduce" });
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain("?width=");
  });
});
