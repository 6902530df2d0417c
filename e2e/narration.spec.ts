import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { makeZip, type ZipMember } from "@/generators/narration/text-files/testing/make-zip";
import { readZipMembers } from "@/generators/narration/text-files/read-text-file.server";
import { expectAccessible } from "./fixtures/accessible";
import { NarrationPage, type ChosenFile } from "./fixtures/narration-page";
import { expect, test } from "./fixtures/test";

const zipFile = (name: string, members: readonly ZipMember[]): ChosenFile => ({
  name,
  mimeType: "application/zip",
  buffer: makeZip(members),
});
const txtFile = (name: string, text: string): ChosenFile => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent("download");
  await link.click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const phone = { width: 360, height: 740 };

test("the narration form follows the rules of the service", async ({ page, sandbox, studio }) => {
  test.slow();
  // A task is done at the first poll.
  await sandbox.change({ taskDurationMs: 0 });
  const narration = new NarrationPage(page);
  const { form, format, model, text, fileId, submit } = narration;
  await narration.open();
  await narration.openAdvanced();

  await test.step("voice effects and formats without them exclude each other, with the reason", async () => {
    const modify = form.getByRole("group", { name: "Voice effects" });
    const intensity = modify.getByRole("spinbutton", { name: "Intensity" });
    await intensity.fill("40");
    for (const name of ["pcm", "pcmu_raw", "pcmu_wav", "opus"]) {
      await expect(format.getByRole("option", { name, exact: true })).toBeDisabled();
    }
    for (const name of ["mp3", "wav", "flac"]) {
      await expect(format.getByRole("option", { name, exact: true })).toBeEnabled();
    }
    await expect(format).toHaveAccessibleDescription(
      "Not available with voice effects: pcm, pcmu_raw, pcmu_wav, and opus.",
    );
    await modify.getByRole("button", { name: "Reset Intensity to default" }).click();
    await format.selectOption("opus");
    await expect(intensity).toBeDisabled();
    await expect(modify).toHaveAccessibleDescription("Needs mp3, wav or flac, not opus.");
    await format.selectOption("mp3");
    await expect(intensity).toBeEnabled();
  });

  await test.step("the form with a problem is accessible and fits a phone", async () => {
    const window = page.viewportSize()!;
    await page.setViewportSize(phone);
    await form.getByRole("button", { name: "Add word" }).click();
    await text.fill("<#1#> wrong");
    await submit.click();
    await expect(text).toBeFocused();
    await expectAccessible(page);
    await form
      .getByRole("button", { name: /^Remove/ })
      .last()
      .click();
    await page.setViewportSize(window);
  });

  await test.step("tone tags need a 2.8 model", async () => {
    const tags = form.getByRole("button", { name: "Tone tags", exact: true });
    const sighing = page.getByRole("button", { name: /^Sighing/ });
    await text.fill("Well then.");
    await tags.click();
    await sighing.click();
    await expect(text).toContainText("Well then.(sighs)");

    // The text at the caret is validated once the focus moves on.
    await model.focus();
    await model.selectOption("speech-2.6-hd");
    const reason = "speech-2.6-hd doesn’t support tone tags. Choose speech-2.8-hd or speech-2.8-turbo.";
    await expect(text).toHaveAccessibleDescription(new RegExp(reason));
    await tags.click();
    await expect(sighing).toBeDisabled();
    await expect(page.getByRole("dialog", { name: "Insert a tone tag" })).toContainText(reason);
    await page.keyboard.press("Escape");
    await submit.click();
    await expect(text).toBeFocused();
    expect(await sandbox.readBill()).toHaveLength(0);

    await model.selectOption("speech-2.8-turbo");
    await submit.click();
    await expect(narration.take("Well then.(sighs)")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&generator=narration")).generations;
    expect(made).toMatchObject({ input: { model: "speech-2.8-turbo", text: "Well then.(sighs)" } });
    await studio.api.waitForEnd(made!.id);
  });

  await test.step("the problems of an archive are shown by its members before anything is sent", async () => {
    const problems = page.getByRole("alert").filter({ has: page.getByRole("listitem") });
    await narration.chooseSource("File");
    await narration.bring(
      zipFile("mixed.zip", [
        { name: "1.txt", content: "One." },
        { name: "2.json", content: '{"content":7}' },
        { name: "cover.png", content: "none" },
      ]),
    );
    await expect(form.getByTitle("mixed.zip")).toBeVisible();
    for (const words of [/contains both txt and json files/, /cover\.png isn’t a txt or json file/])
      await expect(problems).toContainText(words);
    await submit.click();
    await expect(submit).toBeEnabled();
    await expect(problems).toBeVisible();
    expect((await studio.api.listGenerations()).generations).toHaveLength(1);
    expect(await sandbox.readBill()).toHaveLength(1);
  });

  await test.step("a skipped member is named, and the rest is sent", async () => {
    await narration.bring(
      zipFile("mended.zip", [
        { name: "part/1.txt", content: "One." },
        { name: "part/2.txt", content: " " },
      ]),
    );
    await expect(form.getByTitle("mended.zip")).toBeVisible();
    await expect(page.getByRole("alert").filter({ has: page.getByRole("listitem") })).toBeHidden();
    await form.getByText("1 item is skipped").click();
    await expect(form.getByText("part/2.txt: empty")).toBeVisible();
    await submit.click();
    await expect(narration.take("mended.zip")).toBeVisible();
  });

  await test.step("text, file and file ID keep their values, and the visible one is sent", async () => {
    await narration.chooseSource("Text");
    await text.fill("Typed by hand.");
    await narration.chooseSource("File");
    await narration.bring(txtFile("tides.txt", "Read from a file."));
    await expect(form.getByText("Read from a file.")).toBeVisible();
    await narration.chooseSource("File ID");
    await fileId.fill("file-12/é");

    await narration.chooseSource("File");
    await expect(form.getByText("Read from a file.")).toBeVisible();
    await narration.chooseSource("Text");
    await expect(text).toContainText("Typed by hand.");
    await narration.chooseSource("File ID");
    await expect(fileId).toHaveValue("file-12/é");
    // The draft keeps the visible source over a reload.
    await page.reload();
    await expect(fileId).toHaveValue("file-12/é");
    await narration.chooseSource("File");
    await narration.bring(txtFile("tides.txt", "Read from a file."));
    await expect(form.getByText("Read from a file.")).toBeVisible();
    await submit.click();
    // The take is named after its file from the start.
    await expect(narration.take("tides.txt")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&generator=narration")).generations;
    const { input } = await studio.api.waitForEnd(made!.id);
    expect(input).toHaveProperty("text_file.assetId");
    expect(input).not.toHaveProperty("text");
    expect(input).not.toHaveProperty("text_file_id");
  });
});

test("a zip is checked, narrated, heard, read and downloaded, by its parts and as a whole", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  await sandbox.change({ taskDurationMs: 0 });
  const texts = { title: "The boat.", content: "The fog came first. Nobody rowed.", extra: "The end." };
  const fileName = "a-name-that-is-longer-than-a-phone-is-wide-and-then-some-more.zip";
  const narration = new NarrationPage(page);
  await page.setViewportSize(phone);
  await narration.open();
  await narration.chooseSource("File");
  await narration.bring(zipFile(fileName, [{ name: "1.json", content: JSON.stringify(texts) }]));
  await expect(narration.form.getByText("title: 9 · content: 33 · extra: 8")).toBeVisible();
  await expect(narration.form.getByText("50 / 999,999 characters · 3 texts, 9 result files")).toBeVisible();
  await expect(narration.form.getByText("50 characters, 3 recordings as mp3")).toBeVisible();
  await narration.submit.click();

  const take = narration.take(fileName);
  const sounds = take.getByRole("listitem");
  await expect(sounds).toHaveText([/Title/, /Content/, /Extra/]);
  const { id } = (await studio.api.listGenerations()).generations[0]!;
  const done = await studio.api.waitForEnd(id);
  expect((await sandbox.readBill()).map(({ billed }) => billed)).toEqual([true]);
  const names = done.outputs.map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(9);

  await test.step("the form with its file, and the take, are accessible and fit a phone", async () => {
    await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(3);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step("each part is heard", async () => {
    for (const index of [0, 1]) {
      await sounds.nth(index).getByRole("button", { name: /^Play/ }).click();
      await expect(sounds.nth(index).getByRole("button", { name: /^Pause/ })).toBeVisible();
    }
    await expect(sounds.nth(0).getByRole("button", { name: /^Play/ })).toBeVisible();
  });

  const byDigest = new Map(done.outputs.map((output) => [output.sha256, output]));
  await test.step("each part is downloaded", async () => {
    for (const [index, group] of Object.keys(texts).entries()) {
      await sounds
        .nth(index)
        .getByRole("button", { name: /^Download/ })
        .click();
      const file = await download(page, page.getByRole("menuitem", { name: /^Original / }));
      expect(byDigest.get(digest(file.bytes))).toMatchObject({ role: "audio", group, fileName: file.name });
    }
  });

  await page.goto(`/library/${id}`);
  await test.step("each part is offered in all its formats, and read", async () => {
    const audio = page.getByRole("region", { name: "Audio" });
    await expect(audio.getByRole("slider")).toHaveCount(3);
    await audio.getByRole("button", { name: "Download: Title" }).click();
    await expect(page.getByRole("menuitem")).toHaveText([
      "Original MP3",
      "Formats and details",
      "SRT subtitles",
      "WebVTT subtitles",
      "Timing data from the service (JSON)",
      "Details from the service (JSON)",
    ]);
    await page.keyboard.press("Escape");
    const choice = page.getByRole("radiogroup", { name: "Text" });
    await expect(page.getByRole("button", { name: "Nobody rowed.", exact: true })).toBeVisible();
    await choice.getByRole("radio", { name: "Title" }).check();
    const sentence = page.getByRole("button", { name: texts.title, exact: true });
    await sentence.click();
    await expect(sentence).toHaveAttribute("aria-current", "true");
    await choice.getByRole("radio", { name: "Extra" }).check();
    await expect(page.getByRole("button", { name: texts.extra, exact: true })).toBeVisible();
  });

  await test.step("all parts are downloaded as one zip file", async () => {
    const { bytes } = await download(page, page.getByRole("link", { name: "Download all as ZIP" }));
    const { members: files, problems } = await readZipMembers(bytes);
    expect(problems).toEqual([]);
    const kept = files.filter(({ name }) => !/\.(srt|vtt)$/.test(name));
    expect(kept.map(({ name, bytes }) => [digest(bytes), name]).sort()).toEqual(
      done.outputs.map(({ sha256, fileName }) => [sha256, fileName]).sort(),
    );
    // Each text also has subtitles.
    const subtitles = files.filter((file) => !kept.includes(file)).map(({ name }) => name);
    expect(subtitles.sort()).toEqual(
      Object.keys(texts)
        .sort()
        .flatMap((group) =>
          ["srt", "vtt"].map((ending): unknown =>
            expect.stringMatching(new RegExp(`-${group}-subtitles\\.${ending}$`)),
          ),
        ),
    );
  });
});
