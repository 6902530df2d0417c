import { parseFile } from "music-metadata";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectNoOverflow, expectNoViolations } from "./fixtures/accessible";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { createTone, encodePcm, wrapWav } from "@/lib/media/testing/sample-audio";
import { expect, test } from "./fixtures/test";

const prompt = "Slow lounge jazz after midnight, brushed drums";

/** Waits for the only cover to end. */
async function waitForCover(studio: {
  api: {
    listGenerations(query: string): Promise<{ generations: GenerationDto[] }>;
    waitForEnd(id: string, timeoutMs: number): Promise<GenerationDto>;
  };
}): Promise<GenerationDto> {
  await expect
    .poll(async () => (await studio.api.listGenerations("&generator=cover")).generations.length)
    .toBe(1);
  const [made] = (await studio.api.listGenerations("&generator=cover")).generations;
  return studio.api.waitForEnd(made!.id, 60_000);
}

test("an analysed song is edited by section, covered and compared with the original", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  await watchSound(page);
  const cover = new CoverPage(page);
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  await cover.form.getByRole("button", { name: "Analyse" }).click();

  await expect(cover.analysis.getByText(/Expires at the service in (24 h|23 h 59 min)/)).toBeVisible();
  const legend = cover.analysis.getByRole("list", { name: "Section colours" });
  await expect(legend.getByRole("listitem").first()).toBeVisible();
  const parts = cover.analysis.getByRole("group", { name: "Song sections" }).getByRole("button");
  expect(await parts.count()).toBeGreaterThan(1);

  // Pressing a section plays it.
  await parts.nth(1).click();
  await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.01);

  await test.step("the workbench is accessible and fits a desktop and a phone", async () => {
    const trim = cover.reference.getByRole("button", { name: "Trim" });
    await trim.click();
    await expectNoViolations(page);
    await expectNoOverflow(page);
    const desktop = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoViolations(page);
    await expectNoOverflow(page);
    await page.setViewportSize(desktop);
    await trim.click();
  });

  const words = cover.analysis.getByRole("textbox").first();
  await words.fill("Every lamp along the water\nkeeps a little of your name");
  await cover.showAsText();
  await expect(cover.lyrics).toContainText("keeps a little of your name");
  await cover.prompt.fill(prompt);
  await cover.submit.click();

  const take = cover.take(prompt);
  await expect(take).toBeVisible();
  const done = await waitForCover(studio);
  expect(done).toMatchObject({ state: "succeeded", error: null });
  expect(done.input).toMatchObject({
    cover_feature_id: expect.any(String),
    lyrics: expect.stringContaining("Every lamp along the water"),
  });
  expect(done.input).not.toHaveProperty("audio_base64");

  // A and B play in step: one continues where the other was left.
  const comparison = take.getByRole("group", { name: "Compare with the original" });
  await comparison.getByRole("button", { name: "Cover" }).click();
  await expect(comparison.getByRole("button", { name: "Cover" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await readHeardSound(page)).seconds ?? 0).toBeGreaterThan(1);
  const left = (await readHeardSound(page)).seconds ?? 0;
  await comparison.getByRole("button", { name: "Original" }).click();
  await expect(comparison.getByRole("button", { name: "Original" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(async () => (await readHeardSound(page)).seconds ?? 0).toBeGreaterThanOrEqual(left);

  // The same sound is not analysed again.
  await page.reload();
  await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
  const arrivals = await sandbox.readArrivals();
  expect(arrivals.filter((each) => each === "/v1/music_cover_preprocess")).toHaveLength(1);
  expect(arrivals.filter((each) => each === "/v1/music_generation")).toHaveLength(1);
});

test("a quick cover reports invalid fields before it is sent, and is made once", async ({
  page,
  studio,
  sandbox,
}) => {
  test.slow();
  const cover = new CoverPage(page);
  await cover.open();
  await cover.submit.click();
  await expect(cover.form.getByText("Choose reference audio for the cover.")).toBeVisible();
  await expect(cover.form.getByText("10 to 300 characters for a cover.")).toBeVisible();
  // The first invalid field has the focus, and the other mode starts without errors.
  await expect(cover.form.locator('[name="audio_url"]')).toBeFocused();
  await cover.chooseWay("With analysis");
  await expect(cover.form.getByText("Choose reference audio for the cover.")).toBeHidden();
  await expect(cover.form.getByText("10 to 300 characters for a cover.")).toBeHidden();
  await cover.chooseWay("Quick");

  const tone = createTone({ durationSeconds: 5, sampleRateHz: 8_000 });
  const wav = { formatTag: 1, bitsPerSample: 16, sampleRateHz: 8_000, channels: 1 } as const;
  const short = { name: "short.wav", mimeType: "audio/wav", buffer: wrapWav(encodePcm(tone), wav) };
  await cover.chooseFile(short);
  await expect(cover.reference.getByText("Shorter than 6 s.")).toBeVisible();
  await cover.chooseWay("With analysis");
  const analyse = cover.form.getByRole("button", { name: "Analyse" });
  await expect(analyse).toBeDisabled();
  await expect(analyse).toHaveAccessibleDescription(/can’t be analysed/);
  await expect(page.getByText("Shorter than 6 s.")).toHaveCount(1);
  expect(await sandbox.readArrivals()).toEqual([]);
  await cover.chooseWay("Quick");
  await cover.reference.getByRole("button", { name: "Remove short.wav" }).click();

  await cover.chooseFile(await readShippedSong("evening.mp3"));
  await cover.reference.getByRole("button", { name: "Trim" }).click();
  await cover.reference.getByRole("textbox", { name: "End" }).fill("0:03");
  await cover.reference.getByRole("button", { name: "Save clip", exact: true }).click();
  await expect(cover.reference.getByText("The selection is shorter than 6 s.")).toBeVisible();
  await cover.reference.getByRole("textbox", { name: "End" }).fill("0:10");
  await cover.reference.getByRole("button", { name: "Save clip", exact: true }).click();
  await expect(cover.reference.getByText("evening (trimmed).wav")).toBeVisible();
  await expect(cover.reference.getByText(/^0:10 · WAV/)).toBeVisible();

  await cover.prompt.fill(prompt);
  await cover.submit.dblclick();
  const done = await waitForCover(studio);
  expect(done).toMatchObject({ state: "succeeded", error: null });
  await expect(cover.submit).toBeEnabled();
  expect((await studio.api.listGenerations("&generator=cover")).generations).toHaveLength(1);
  expect(done.input).toMatchObject({ audio_base64: { assetId: expect.any(String) } });
  expect(await sandbox.readArrivals()).not.toContain("/v1/music_cover_preprocess");
  const take = cover.take(prompt);
  await expect(take.getByRole("group", { name: "Compare with the original" })).toBeVisible();

  // The file can be downloaded as stored or with tags.
  const tagsOf = async (details: string) => {
    await take.getByRole("button", { name: "Download", exact: true }).click();
    await page.getByRole("menuitem", { name: "Formats and details" }).click();
    const dialog = page.getByRole("dialog", { name: "Download as" });
    await dialog.getByLabel("Title, prompt and parameters").selectOption(details);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const { common } = await parseFile(await (await downloading).path());
    await expect(dialog).toBeHidden();
    return { title: common.title, comment: common.comment?.[0]?.text };
  };
  expect(await tagsOf("none")).toEqual({ title: undefined, comment: undefined });
  expect(await tagsOf("title")).toEqual({ title: prompt, comment: undefined });
  expect(await tagsOf("embedded")).toEqual({ title: prompt, comment: prompt });
});

test("the menu of a song begins a cover with the song's lyrics", async ({ page, studio }) => {
  test.slow();
  const lyrics = "[Verse]\nThe ferry keeps its engine low\nand the quay lamps count us in";
  const { id } = await studio.api.createGeneration("music", {
    model: "music-3.0",
    prompt: "Harbour waltz",
    lyrics,
  });
  await studio.api.waitForEnd(id, 60_000);
  await page.goto(`/library/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Create a cover of this" }).click();

  const cover = new CoverPage(page);
  await expect(page.getByText("Cover of Harbour waltz")).toBeVisible();
  await expect(cover.reference.getByText("Harbour waltz")).toBeVisible();
  await cover.chooseWay("With analysis");
  await cover.form.getByRole("button", { name: "Analyse" }).click();
  await cover.analysis.getByRole("button", { name: "Use the song’s original lyrics" }).click();
  await cover.showAsText();
  await expect(cover.lyrics).toContainText("the quay lamps count us in");
});
