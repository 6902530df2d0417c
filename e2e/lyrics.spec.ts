import type { Locator, Page } from "@playwright/test";
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

test("lyrics are edited in sections, counted and sent in their order, once", async ({ page, studio }) => {
  test.slow();
  const music = new MusicPage(page);
  const outline = page.getByRole("list", { name: "Lyrics sections" });
  await music.open();

  await test.step("a tag is completed after an opening bracket or inserted from the palette", async () => {
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

  await test.step("a section from the palette is a block with its caret on an empty line", async () => {
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

  await test.step("an unsupported tag is marked and fixed with one press", async () => {
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

  await test.step("characters are counted as the service counts them, on a phone too", async () => {
    const desktop = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 780 });
    await music.lyrics.fill(`[Verse]\n${"🎵".repeat(3491)}`);
    await expect(page.getByText("3,499 / 3,500")).toBeVisible();
    await music.lyrics.press("ControlOrMeta+End");
    await page.keyboard.type("la");
    await expect(page.getByText("3,501 / 3,500. 1 character over the limit.")).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize(desktop);
  });

  await test.step("sections move by keys and by mouse, and a double click sends the song once", async () => {
    // The editor draws only a part of the long line, and `fill` selects what is drawn.
    await music.lyrics.press("ControlOrMeta+a");
    await page.keyboard.insertText(song);
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
    await music.submit.dblclick();
    await expect(music.take("harbour waltz")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=waltz")).generations;
    expect(made!.input).toMatchObject({ lyrics: `${moved} again` });
    await studio.api.waitForEnd(made!.id, 60_000);
    await expect(music.submit).toBeEnabled();
    expect((await studio.api.listGenerations("&q=waltz")).generations).toHaveLength(1);
  });
});

const countRequests = async (sandbox: SandboxControl) =>
  (await sandbox.readArrivals()).filter((path) => path === "/v1/lyrics_generation").length;

function findWriter(page: Page) {
  const writer = page.getByRole("region", { name: "Lyrics writer" });
  return {
    writer,
    open: () => page.getByRole("button", { name: "Lyrics writer", exact: true }).click(),
    instruction: writer.getByRole("textbox", { name: "Instruction" }),
    write: writer.getByRole("button", { name: "Write lyrics", exact: true }),
  };
}

test("the service writes and edits lyrics, and reports why it does not", async ({ page, sandbox, guard }) => {
  test.slow();
  guard.allow(/status 402: POST \S+\/api\/v1\/lyrics/);
  const music = new MusicPage(page);
  const { writer, open, instruction, write } = findWriter(page);
  await music.open();

  await test.step("lyrics are edited, and one undo restores them", async () => {
    await music.prompt.fill("A slow waltz about the harbour");
    await music.lyrics.fill(song);
    await open();
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByText("Describe what should change.")).toBeVisible();
    await instruction.fill("One more part");
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByText(/^Lyrics written/)).toBeVisible();
    await expect.poll(() => readText(music.lyrics)).not.toBe(song);
    await music.lyrics.press("ControlOrMeta+z");
    await expectText(music.lyrics, song);
  });

  await test.step("a rejected request leaves the text unchanged", async () => {
    await music.lyrics.fill(song);
    await instruction.fill("[[fault:1008]]");
    await writer.getByRole("button", { name: "Edit lyrics" }).click();
    await expect(writer.getByRole("alert")).toContainText("balance");
    await expectText(music.lyrics, song);
    await expect(music.lyrics).toBeEditable();
  });

  await test.step("new lyrics fill an empty editor, with a style for the prompt; a double click sends one request", async () => {
    await music.lyrics.fill("");
    await expect(instruction).toHaveValue("A slow waltz about the harbour");
    const before = await countRequests(sandbox);
    await writer.getByRole("textbox", { name: "Song title" }).fill("Last boat");
    await write.dblclick();
    await expect(writer.getByText("Lyrics written: “Last boat”.")).toBeVisible();
    await expect.poll(() => readText(music.lyrics)).toContain("[Chorus]");
    await expect(music.lyrics.locator(".cm-line").first()).toBeInViewport({ ratio: 1 });
    expect(await countRequests(sandbox)).toBe(before + 1);
    await expectNoViolations(page);

    await writer.getByRole("button", { name: "Use in prompt" }).click();
    await expect(music.prompt).not.toHaveValue("A slow waltz about the harbour");
    await writer.getByRole("button", { name: "Undo" }).click();
    await expectText(music.lyrics, "");
  });
});

test("lyrics that the service wrote are kept, and are not requested twice", async ({
  page,
  sandbox,
  guard,
}) => {
  test.slow();
  guard.allow(/status 502: POST \S+\/api\/v1\/lyrics/);
  const music = new MusicPage(page);
  const { writer, open, instruction, write } = findWriter(page);
  await music.open();
  await open();

  await test.step("after a person stopped waiting, the same request returns its result", async () => {
    await sandbox.change({ calls: "held" });
    await instruction.fill("Fog on the pier");
    await write.click();
    await expect(writer.getByText("Writing lyrics…")).toBeVisible();
    await expect.poll(() => countRequests(sandbox)).toBe(1);
    await writer.getByRole("button", { name: "Stop waiting" }).click();
    await expect(writer.getByRole("alert")).toContainText("the service may still finish and bill it");
    await expectText(music.lyrics, "");
    await sandbox.change({ calls: "answered" });
    await write.click();
    await expect(writer.getByText(/^Lyrics written/)).toBeVisible();
    expect(await countRequests(sandbox)).toBe(1);
  });

  await test.step("a draft is used again after a reload, and a lost response is listed", async () => {
    const earlier = writer.getByRole("list", { name: "Earlier drafts" });
    await instruction.fill("Salt on the rails");
    await writer.getByRole("textbox", { name: "Song title" }).fill("Low tide");
    await write.click();
    await expect(writer.getByText("Lyrics written: “Low tide”.")).toBeVisible();
    const text = await readText(music.lyrics);
    await expect(earlier.getByRole("button", { name: "In the editor" })).toBeDisabled();

    await music.open();
    await music.lyrics.fill("");
    await open();
    const before = await countRequests(sandbox);
    const kept = earlier.getByRole("listitem").filter({ hasText: "Low tide" });
    await kept.getByRole("button", { name: "Use" }).click();
    await expectText(music.lyrics, text);
    await expectNoViolations(page);
    await writer.getByRole("button", { name: "Undo" }).click();
    await expectText(music.lyrics, "");
    expect(await countRequests(sandbox)).toBe(before);

    await instruction.fill("[[fault:drop-after]] Gone");
    await write.click();
    await expect(earlier.getByRole("listitem").first()).toContainText("The request may have been billed");
  });
});
