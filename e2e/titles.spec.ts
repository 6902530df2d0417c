import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { parseFile } from "music-metadata";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { MusicPage } from "./fixtures/music-page";
import { PlayerBar } from "./fixtures/player-bar";
import type { StudioApi } from "./fixtures/studio-api";
import { expect, test } from "./fixtures/test";

const title = "Harbour waltz, final";
const longest = "Unbreakablewaltz".repeat(8).slice(0, 120);
const wide = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/** Unique words, since takes are numbered per prompt, including those in the trash. */
const inventPrompt = () => `Slow waltz for a fishing harbour, 180 bpm, ${randomUUID().slice(0, 8)}`;

/** Creates a short song and waits for it. */
async function compose(api: StudioApi, prompt: string): Promise<GenerationDto> {
  const lyrics = "[Outro]\nla";
  const { id } = await api.createGeneration("music", { model: "music-3.0", prompt, lyrics });
  return api.waitForEnd(id);
}

/** The rename dialog. */
class RenameDialog {
  readonly dialog: Locator;
  readonly title: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Rename" });
    this.title = this.dialog.getByRole("textbox", { name: "Title" });
  }

  press(name: string): Promise<void> {
    return this.dialog.getByRole("button", { name }).click();
  }

  /** Waits until the whole title is selected, so that typing replaces it. */
  async expectOpen(words: string): Promise<void> {
    await expect(this.title).toBeFocused();
    await expect(this.title).toHaveValue(words);
    const selected = await this.title.evaluate(
      ({ selectionStart, selectionEnd }: HTMLInputElement) => Number(selectionEnd) - Number(selectionStart),
    );
    expect(selected).toBe(words.length);
  }
}

const heading = (page: Page, words: string) =>
  page.getByRole("heading", { level: 1, name: words, exact: true });

test("a song is renamed, shown, found and downloaded by its title, and reset to its prompt", async ({
  guard,
  page,
  studio,
}) => {
  test.setTimeout(120_000);
  guard.allow(/status 500: PUT \S+\/title$/);
  const prompt = inventPrompt();
  const song = await compose(studio.api, prompt);
  const twoBoats = { model: "image-01", prompt: "Two boats", n: 2 };
  const images = await studio.api.createGeneration("image", twoBoats);
  await studio.api.waitForEnd(images.id);
  const player = new PlayerBar(page);
  const rename = new RenameDialog(page);
  const pencil = page.getByRole("complementary").getByRole("button", { name: "Rename" });
  const audio = page.getByRole("region", { name: "Audio", exact: true });
  await page.goto(`/library/${song.id}`);
  await player.start(audio);
  await expect(player.title(prompt)).toBeVisible();

  await test.step("an empty title is rejected at its field, and Escape changes nothing", async () => {
    await pencil.click();
    await rename.expectOpen(prompt);
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(rename.title).toHaveAccessibleDescription(/Required/);
    await page.keyboard.type("Not to be kept");
    await page.keyboard.press("Escape");
    await expect(rename.dialog).toBeHidden();
    await expect(pencil).toBeFocused();
    await expect(heading(page, prompt)).toBeVisible();
  });

  await test.step("a title that could not be saved is reverted with a message", async () => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/title", async (route) => {
      await mayAnswer;
      const body = JSON.stringify({ code: "internal", errors: [] });
      await route.fulfill({ status: 500, contentType: "application/problem+json", body });
    });
    await page.keyboard.press("Enter");
    await rename.expectOpen(prompt);
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    await expect(heading(page, title)).toBeVisible();
    answer();
    await expect(heading(page, prompt)).toBeVisible();
    await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem")).toBeVisible();
    expect((await studio.api.getGeneration(song.id)).title).toBeNull();
    await page.unroute("**/title");
  });

  await test.step("a title is shown at once, without surrounding spaces", async () => {
    await pencil.click();
    await rename.expectOpen(prompt);
    await page.keyboard.type(`  ${title} `);
    await page.keyboard.press("Enter");
    await expect(rename.dialog).toBeHidden();
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole("complementary").getByText(prompt)).toBeVisible();
    await expect(player.title(title)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    expect((await studio.api.getGeneration(song.id)).title).toBe(title);
  });

  await test.step("the file has it as its name and tag", async () => {
    await audio.getByRole("button", { name: "Download" }).click();
    await page.getByRole("menuitem", { name: "Formats and details" }).click();
    const start = page.getByRole("dialog", { name: "Download as" }).getByRole("button", { name: "Download" });
    const [file] = await Promise.all([page.waitForEvent("download"), start.click()]);
    expect(file.suggestedFilename()).toBe("harbour-waltz-final.mp3");
    expect((await parseFile(await file.path())).common.title).toBe(title);
  });

  const tile = page.getByRole("link", { name: /^Open result \d: / });
  await test.step("the library finds it by its title and by its prompt", async () => {
    await page.getByRole("main").getByRole("link", { name: "Library", exact: true }).click();
    await expect(tile).toHaveCount(3);
    await expect(tile.filter({ hasText: title })).toHaveAccessibleName(`Open result 1: ${title}`);
    const search = page.getByLabel("Search the library");
    for (const words of ["WALTZ, fin", "fishing harbour"]) {
      await search.fill(words);
      // Earlier results stay until the new search starts.
      await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
      await expect(tile).toHaveCount(1);
      await expect(tile).toHaveAccessibleName(`Open result 1: ${title}`);
    }
  });

  await test.step("it survives a reload, and can be reset to the prompt", async () => {
    await tile.click();
    await expect(heading(page, title)).toBeVisible();
    await page.reload();
    await expect(heading(page, title)).toBeVisible();
    await pencil.click();
    await rename.expectOpen(title);
    await rename.press("Reset to default");
    await expect(heading(page, prompt)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${prompt}`));
    await pencil.click();
    await rename.expectOpen(prompt);
    await expect(rename.dialog.getByRole("button", { name: "Reset to default" })).toHaveCount(0);
    // Saving the default unchanged keeps it the default.
    await page.keyboard.press("Enter");
    await expect(rename.dialog).toBeHidden();
    expect(await studio.api.getGeneration(song.id)).toMatchObject({ title: null });
  });

  await test.step("the page and the dialog are accessible and fit with the longest title", async () => {
    await studio.api.call("PUT", `/api/v1/generations/${song.id}/title`, { title: longest });
    await expect(heading(page, longest)).toBeVisible();
    await page.setViewportSize(wide);
    await expectNoOverflow(page);
    await page.setViewportSize(phone);
    await expectAccessible(page);
    await pencil.click();
    await rename.expectOpen(longest);
    await rename.title.fill(`${longest}!`);
    await page.keyboard.press("Enter");
    await expect(rename.title).toHaveAccessibleDescription("At most 120 characters.");
    await expectAccessible(page);
    await page.setViewportSize(wide);
    await expectNoOverflow(page);
  });

  await test.step("an image is renamed in its lightbox, whose shortcuts do not act while typing", async () => {
    await page.goto(`/library/${images.id}`);
    await page.getByRole("button", { name: /^Enlarge/ }).click();
    const lightbox = page.getByRole("dialog", { name: /^Result 1 of 2/ });
    await lightbox.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await rename.expectOpen("Two boats");
    // In the lightbox, i hides the panel, d downloads, + enlarges and arrows change the picture.
    await page.keyboard.type("id+");
    await page.keyboard.press("ArrowRight");
    await expect(rename.title).toHaveValue("id+");
    await page.keyboard.press("Enter");
    await expect(rename.dialog).toBeHidden();
    await expect(lightbox.getByRole("heading", { name: "id+" })).toBeVisible();
    await expect(lightbox.getByText("Two boats", { exact: true })).toBeVisible();
    await expect(lightbox.getByRole("button", { name: "More" })).toBeFocused();
    await expect(lightbox).toHaveAccessibleName("Result 1 of 2: id+");
  });
});

test("a take shows its title in every tab, and the next take has none", async ({ context, page, studio }) => {
  const prompt = inventPrompt();
  await compose(studio.api, prompt);
  const second = await compose(studio.api, prompt);
  const music = new MusicPage(page);
  const library = await context.newPage();
  await library.goto(`/library?q=${encodeURIComponent('"harbour waltz"')}`);
  await expect(library.getByText(/^No results/)).toBeVisible();
  await music.open();
  const take = (words: string, number: number) =>
    page.getByRole("article", { name: `${words}, take ${number}`, exact: true });

  const rename = new RenameDialog(page);
  const more = take(prompt, 2).getByRole("button", { name: "More" });
  await more.click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await rename.expectOpen(prompt);
  await page.keyboard.type(title);
  await rename.press("Save");
  await expect(take(title, 2).getByRole("heading", { name: `Take 2 ${title}` })).toBeVisible();
  await expect(take(title, 2).getByRole("button", { name: "More" })).toBeFocused();
  await expect(take(prompt, 1)).toBeVisible();
  await expect(page.getByRole("region", { name: `${prompt}, 2 takes` })).toBeVisible();

  // The other tab searched before the title existed.
  const tile = library.getByRole("link", { name: `Open result 1: ${title}, Take 2` });
  await expect(tile).toBeVisible();
  await studio.api.call("DELETE", `/api/v1/generations/${second.id}/title`);
  await expect(tile).toBeHidden();
  await studio.api.call("PUT", `/api/v1/generations/${second.id}/title`, { title });
  await expect(tile).toBeVisible();

  await take(title, 2).getByRole("button", { name: "Again" }).click();
  await expect(take(prompt, 3)).toBeVisible();
  const { generations } = await studio.api.listGenerations();
  expect(generations.map((each) => each.title)).toEqual([null, title, null]);

  // The longest title fits beside the actions of its take.
  await studio.api.call("PUT", `/api/v1/generations/${second.id}/title`, { title: longest });
  await expect(page.getByRole("heading", { name: `Take 2 ${longest}` })).toBeVisible();
  await page.setViewportSize(wide);
  await expectNoOverflow(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await studio.api.call("PUT", `/api/v1/generations/${second.id}/title`, { title });

  // Its page links to the other takes by title.
  await tile.click();
  await expect(
    library
      .getByRole("navigation", { name: "Takes of this idea" })
      .getByRole("link", { name: `Take 2 ${title}` }),
  ).toHaveAttribute("aria-current", "page");
});

test("a title given in the form is kept until it is sent, and names the take from the start", async ({
  page,
}) => {
  const music = new MusicPage(page);
  const title = music.form.getByRole("textbox", { name: "Title", exact: true });
  const prompt = inventPrompt();
  await music.open();

  await test.step("the lyrics writer fills an empty title and keeps a given one", async () => {
    await music.prompt.fill(prompt);
    await music.form.getByRole("button", { name: "Lyrics writer" }).click();
    const songTitle = page.getByRole("textbox", { name: "Song title" });
    await songTitle.fill("Last boat");
    await songTitle.press("Enter");
    await expect(title).toHaveValue("Last boat");
    await songTitle.fill("Another boat");
    await songTitle.press("Enter");
    await expect(page.getByText(/Another boat/).first()).toBeVisible();
    await expect(title).toHaveValue("Last boat");
  });

  await test.step("a title survives a reload and names its take", async () => {
    await title.fill("  Lantern   Street ");
    await page.reload();
    await expect(title).toHaveValue("  Lantern   Street ");
    await music.lyrics.fill("[Outro]\nla");
    await music.submit.click();
    const take = music.take("Lantern Street");
    await expect(take.getByText(prompt)).toBeVisible();
    await expect(title).toHaveValue("");
    await expect(take.getByText(/44\.1 kHz/)).toBeVisible({ timeout: 30_000 });
  });

  await test.step("a title that is too long is rejected at its field", async () => {
    await title.fill("x".repeat(121));
    await music.submit.click();
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription(/120/);
    await expect(page.getByRole("article")).toHaveCount(1);
  });

  await test.step("the library shows the title above the prompt", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    const tile = page.getByRole("link", { name: "Open result 1: Lantern Street" });
    await expect(tile).toContainText(prompt);
  });
});
