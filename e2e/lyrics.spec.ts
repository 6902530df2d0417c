import type { Locator } from "@playwright/test";
import { expectNoViolations } from "./fixtures/accessible";
import { MusicPage } from "./fixtures/music-page";
import type { SandboxControl } from "./fixtures/sandbox-control";
import { expect, test } from "./fixtures/test";

const song = [
  "[Intro]",
  "[Verse]\nMorning comes to the harbour",
  "[Chorus]\nLight the lamps",
  "[Outro]\nHome",
].join("\n\n");

/** The text in the editor, with its line ends. */
async function readText(editor: Locator): Promise<string> {
  // An empty text shows a placeholder line.
  if ((await editor.locator(".cm-placeholder").count()) > 0) return "";
  const lines = await editor.locator(".cm-line").allTextContents();
  return lines.join("\n");
}

async function expectText(editor: Locator, text: string): Promise<void> {
  await expect.poll(() => readText(editor)).toBe(text);
}

test.describe("lyrics are written in sections", () => {
  let music: MusicPage;
  let outline: Locator;
  test.beforeEach(async ({ page }) => {
    music = new MusicPage(page);
    await music.open();
    outline = page.getByRole("list", { name: "Lyrics sections" });
  });

  test("a tag is completed after an opening bracket, or taken from the palette", async ({ page }) => {
    await music.lyrics.click();
    await page.keyboard.type("[");
    const list = page.getByRole("listbox", { name: "Section tags" });
    await expect(list.getByRole("option")).toHaveCount(14);
    await expectNoViolations(page);
    await page.keyboard.type("ch");
    await expect(list.getByRole("option")).toHaveText([/Chorus/, /Pre Chorus/, /Post Chorus/]);
    // The list ignores keys for a moment after it opens, since they may be meant for the text.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(list.getByRole("option", { selected: true })).toHaveText(/Pre Chorus/);
    }).toPass();
    await page.keyboard.press("Enter");
    await expect(list).toBeHidden();
    await page.keyboard.type("And I wait");
    await expectText(music.lyrics, "[Pre Chorus]\nAnd I wait");

    await page.getByRole("button", { name: "Sections", exact: true }).click();
    await page.getByRole("dialog", { name: "Section tags" }).getByRole("button", { name: /^Hook/ }).click();
    await expectText(music.lyrics, "[Pre Chorus]\nAnd I wait\n\n[Hook]\n");
    await expect(music.lyrics).toBeFocused();
    await expect(outline.getByRole("listitem")).toHaveText([/Pre Chorus/, /Hook/]);
  });

  test("a section from the palette is a block of its own, with its caret on an empty line", async ({
    page,
  }) => {
    await music.lyrics.fill("[Intro]\n\n[Verse]\nOne");
    await music.lyrics.press("ControlOrMeta+Home");
    await page.keyboard.press("End");
    await page.getByRole("button", { name: "Sections", exact: true }).click();
    await page
      .getByRole("dialog", { name: "Section tags" })
      .getByRole("button", { name: /^Bridge/ })
      .click();
    await page.keyboard.type("We were young");
    await expectText(music.lyrics, "[Intro]\n\n[Bridge]\nWe were young\n\n[Verse]\nOne");
  });

  test("a tag that the service does not know is marked, and mended with one press", async ({ page }) => {
    await music.lyrics.fill("[verse]\nOne\n\n[Chours]\nTwo\n\n[Whisper]\nThree\n");
    await expect(page.getByText("isn’t a supported tag. Did you mean [Chorus]?")).toBeVisible();
    await expect(page.getByText("should be written as [Verse].")).toBeVisible();
    await expect(page.getByText("isn’t one of the 14 supported tags.")).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Fix all 2" }).click();
    await expectText(music.lyrics, "[Verse]\nOne\n\n[Chorus]\nTwo\n\n[Whisper]\nThree\n");
    await expect(page.getByText("[Chours]")).toHaveCount(0);
    await music.lyrics.press("ControlOrMeta+z");
    await expectText(music.lyrics, "[verse]\nOne\n\n[Chours]\nTwo\n\n[Whisper]\nThree\n");
  });

  test("sections move by keys and by hand, and the song is sent in their new order", async ({
    page,
    studio,
  }) => {
    await music.lyrics.fill(song);
    await expect(outline.getByRole("listitem")).toHaveText([/Intro/, /Verse/, /Chorus/, /Outro/]);

    await outline.getByRole("button", { name: "Move Chorus" }).press("ArrowUp");
    await expect(page.getByText("Chorus is now section 2 of 4.")).toBeAttached();
    await expect(outline.getByRole("listitem")).toHaveText([/Intro/, /Chorus/, /Verse/, /Outro/]);
    await expect(outline.getByRole("button", { name: "Move Chorus" })).toBeFocused();

    const handle = (await outline.getByRole("button", { name: "Move Outro" }).boundingBox())!;
    const target = (await outline.getByRole("listitem").first().boundingBox())!;
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(handle.x + handle.width / 2, handle.y, { steps: 4 });
    await page.mouse.move(handle.x + handle.width / 2, target.y + 4, { steps: 12 });
    await expect(outline.getByRole("listitem").first()).toHaveText(/Outro/);
    await page.mouse.up();
    const moved = [
      "[Outro]\nHome",
      "[Intro]",
      "[Chorus]\nLight the lamps",
      "[Verse]\nMorning comes to the harbour",
    ].join("\n\n");
    await expectText(music.lyrics, moved);
    await music.lyrics.press("ControlOrMeta+z");
    await expect(outline.getByRole("listitem")).toHaveText([/Intro/, /Chorus/, /Verse/, /Outro/]);
    await page.keyboard.press("ControlOrMeta+Shift+Z");
    await expect(outline.getByRole("listitem")).toHaveText([/Outro/, /Intro/, /Chorus/, /Verse/]);

    await outline.getByRole("button", { name: /^Verse/ }).click();
    await expect(music.lyrics).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.type(" again");
    await music.prompt.fill("harbour waltz");
    await music.submit.click();
    await expect(music.take("harbour waltz")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=waltz")).generations;
    expect(made!.input).toMatchObject({ lyrics: `${moved} again` });
  });

  test("characters are counted as the service counts them, at 360 px too", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await music.lyrics.fill(`[Verse]\n${"🎵".repeat(3491)}`);
    await expect(page.getByText("3,499 / 3,500")).toBeVisible();
    await music.lyrics.press("ControlOrMeta+End");
    await page.keyboard.type("la");
    await expect(page.getByText("3,501 / 3,500. 1 character over the limit.")).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

test.describe("lyrics are written by the service", () => {
  let music: MusicPage;
  let writer: Locator;
  test.beforeEach(async ({ page }) => {
    music = new MusicPage(page);
    await music.open();
    writer = page.getByRole("region", { name: "Lyrics writer" });
  });

  const countAsked = async (sandbox: SandboxControl) =>
    (await sandbox.readArrivals()).filter((path) => path === "/v1/lyrics_generation").length;

  test("new ones in place of none, with a style for the prompt; a double click asks once", async ({
    page,
    sandbox,
  }) => {
    await music.prompt.fill("A slow waltz about the harbour");
    await page.getByRole("button", { name: "Lyrics writer", exact: true }).click();
    await expect(writer.getByRole("textbox", { name: "Instruction" })).toHaveValue(
      "A slow waltz about the harbour",
    );
    await writer.getByRole("textbox", { name: "Song title" }).fill("Last boat");
    await writer.getByRole("button", { name: "Write lyrics", exact: true }).dblclick();
    await expect(writer.getByText("Lyrics written: “Last boat”.")).toBeVisible();
    await expect.poll(() => readText(music.lyrics)).toContain("[Chorus]");
    await expect(music.lyrics.locator(".cm-line").first()).toBeInViewport({ ratio: 1 });
    expect(await countAsked(sandbox)).toBe(1);
    await expectNoViolations(page);

    await writer.getByRole("button", { name: "Use in prompt" }).click();
    await expect(music.prompt).not.toHaveValue("A slow waltz about the harbour");
    await writer.getByRole("button", { name: "Undo" }).click();
    await expectText(music.lyrics, "");
  });

  test("lyrics are edited, and one undo restores them", async ({ page }) => {
    await music.lyrics.fill(song);
    await page.getByRole("button", { name: "Lyrics writer", exact: true }).click();
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByText("Describe what should change.")).toBeVisible();
    await writer.getByRole("textbox", { name: "Instruction" }).fill("One more part");
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByText(/^Lyrics written/)).toBeVisible();
    await expect.poll(() => readText(music.lyrics)).not.toBe(song);
    await music.lyrics.press("ControlOrMeta+z");
    await expectText(music.lyrics, song);
  });

  test("who stops waiting is told that it may be billed, and gets the same result without a second request", async ({
    page,
    sandbox,
  }) => {
    await page.getByRole("button", { name: "Lyrics writer", exact: true }).click();
    await writer.getByRole("textbox", { name: "Instruction" }).fill("Fog on the pier [[latency:1500]]");
    const write = writer.getByRole("button", { name: "Write lyrics", exact: true });
    await write.click();
    await expect(writer.getByText("Writing lyrics…")).toBeVisible();
    await expect.poll(() => countAsked(sandbox)).toBe(1);
    await writer.getByRole("button", { name: "Stop waiting" }).click();
    await expect(writer.getByRole("alert")).toContainText("the service may still finish and bill it");
    await expectText(music.lyrics, "");
    await write.click();
    await expect(writer.getByText(/^Lyrics written/)).toBeVisible();
    expect(await countAsked(sandbox)).toBe(1);
  });

  test("what it wrote is there after a reload, and used again without a request; a lost answer is told", async ({
    page,
    sandbox,
    guard,
  }) => {
    guard.allow(/status 502: POST \S+\/api\/v1\/lyrics/);
    const open = () => page.getByRole("button", { name: "Lyrics writer", exact: true }).click();
    const instruction = writer.getByRole("textbox", { name: "Instruction" });
    const write = writer.getByRole("button", { name: "Write lyrics", exact: true });
    const earlier = writer.getByRole("list", { name: "Earlier drafts" });
    await open();
    await instruction.fill("Salt on the rails");
    await writer.getByRole("textbox", { name: "Song title" }).fill("Low tide");
    await write.click();
    await expect(writer.getByText("Lyrics written: “Low tide”.")).toBeVisible();
    const text = await readText(music.lyrics);
    await expect(earlier.getByRole("button", { name: "In the editor" })).toBeDisabled();

    await music.open();
    await music.lyrics.fill("");
    await open();
    const before = await countAsked(sandbox);
    const kept = earlier.getByRole("listitem").filter({ hasText: "Low tide" });
    await kept.getByRole("button", { name: "Use" }).click();
    await expectText(music.lyrics, text);
    await expectNoViolations(page);
    await writer.getByRole("button", { name: "Undo" }).click();
    await expectText(music.lyrics, "");
    expect(await countAsked(sandbox)).toBe(before);

    await instruction.fill("[[fault:drop-after]] Gone");
    await write.click();
    await expect(earlier.getByRole("listitem").first()).toContainText("The request may have been billed");
  });

  test("a refusal is told in words and leaves the text alone", async ({ page, guard }) => {
    guard.allow(/status 402: POST \S+\/api\/v1\/lyrics/);
    await music.lyrics.fill(song);
    await page.getByRole("button", { name: "Lyrics writer", exact: true }).click();
    await writer.getByRole("textbox", { name: "Instruction" }).fill("[[fault:1008]]");
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByRole("alert")).toContainText("balance");
    await expectText(music.lyrics, song);
    await expect(music.lyrics).toBeEditable();
  });
});
