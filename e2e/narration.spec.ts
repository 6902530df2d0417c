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

let narration: NarrationPage;
test.beforeEach(async ({ page, sandbox }) => {
  // A task is done at the first poll, unless its text says otherwise.
  await sandbox.change({ taskDurationMs: 0 });
  narration = new NarrationPage(page);
  await narration.open();
});

test.describe("the narration form knows the rules of the service", () => {
  test("voice modify and the formats without it keep each other out, each with its reason", async () => {
    const { form, format } = narration;
    await narration.openAdvanced();
    const modify = form.getByRole("group", { name: "Voice effects" });
    const intensity = modify.getByRole("spinbutton", { name: "Intensity" });
    const refused = ["pcm", "pcmu_raw", "pcmu_wav", "opus"];

    await intensity.fill("40");
    for (const name of refused) {
      await expect(format.getByRole("option", { name, exact: true })).toBeDisabled();
    }
    for (const name of ["mp3", "wav", "flac"]) {
      await expect(format.getByRole("option", { name, exact: true })).toBeEnabled();
    }
    await expect(format).toHaveAccessibleDescription(
      "Not available with voice effects: pcm, pcmu_raw, pcmu_wav, and opus.",
    );

    await modify.getByRole("button", { name: "Reset Intensity to default" }).click();
    for (const name of refused) {
      await format.selectOption(name);
      await expect(intensity).toBeDisabled();
      await expect(modify).toHaveAccessibleDescription(`Needs mp3, wav or flac, not ${name}.`);
    }
    await format.selectOption("wav");
    await expect(intensity).toBeEnabled();
  });

  test("sounds in the text are for the 2.8 models", async ({ page, sandbox, studio }) => {
    const { form, model, text, submit } = narration;
    const sounds = form.getByRole("button", { name: "Tone tags", exact: true });
    const sighing = page.getByRole("button", { name: /^Sighing/ });
    await text.fill("Well then.");
    await sounds.click();
    await sighing.click();
    await expect(text).toContainText("Well then.(sighs)");

    // The text at the caret is validated once the focus moves on.
    await model.focus();
    await model.selectOption("speech-2.6-hd");
    const reason = "speech-2.6-hd doesn’t support tone tags. Choose speech-2.8-hd or speech-2.8-turbo.";
    await expect(text).toHaveAccessibleDescription(new RegExp(reason));
    await sounds.click();
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

  test("a text, a file and a file id each keep what was given, and one is sent", async ({ page, studio }) => {
    const { form, text, fileId, submit } = narration;
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
    // The visible text is sent, and the draft keeps it over a reload.
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

  test("what is wrong with an archive is told by its member before anything is sent", async ({
    page,
    sandbox,
    studio,
  }) => {
    const problems = page.getByRole("alert").filter({ has: page.getByRole("listitem") });
    await narration.chooseSource("File");
    const bad: [file: ChosenFile, told: RegExp[]][] = [
      [
        zipFile("escaping.zip", [{ name: "../../escaped.txt", content: "Out." }]),
        [/\.\.\/\.\.\/escaped\.txt points outside the zip file/],
      ],
      [
        zipFile("mixed.zip", [
          { name: "1.txt", content: "One." },
          { name: "2.json", content: '{"content":"Two."}' },
          { name: "cover.png", content: "none" },
        ]),
        [/contains both txt and json files/, /cover\.png isn’t a txt or json file/],
      ],
      [
        zipFile("bomb.zip", [{ name: "1.txt", content: Buffer.alloc(64 * 1024 * 1024, "a") }]),
        [/1\.txt is too large for text when unpacked/],
      ],
      [
        zipFile("wrong.zip", [{ name: "2.json", content: '{"content":7,"heading":"x"}' }]),
        [/2\.json: content must be text/],
      ],
    ];
    for (const [file, told] of bad) {
      await test.step(file.name, async () => {
        await narration.bring(file);
        await expect(narration.form.getByTitle(file.name)).toBeVisible();
        for (const words of told) await expect(problems).toContainText(words);
        await narration.submit.click();
        await expect(narration.submit).toBeEnabled();
        await expect(problems).toBeVisible();
      });
    }
    expect((await studio.api.listGenerations()).generations).toHaveLength(0);
    expect(await sandbox.readBill()).toHaveLength(0);

    // The earlier file is not sent while the next one uploads.
    await narration.bring(
      zipFile("mended.zip", [
        { name: "part/1.txt", content: "One." },
        { name: "part/2.txt", content: " " },
      ]),
    );
    await expect(narration.form.getByTitle("mended.zip")).toBeVisible();
    await expect(problems).toBeHidden();
    await narration.form.getByText("1 item is skipped").click();
    await expect(narration.form.getByText("part/2.txt: empty")).toBeVisible();
    await narration.submit.click();
    await expect(narration.take("mended.zip")).toBeVisible();
  });
});

test("a zip is brought, checked, narrated, heard, read and kept, sound by sound and as a whole", async ({
  page,
  sandbox,
  studio,
}) => {
  const texts = { "part 9": "The fog came first.", "part 10": "Then came the boat. Nobody rowed." };
  const members = Object.entries(texts).map(([name, content]) => ({ name: `${name}.txt`, content }));
  await narration.chooseSource("File");
  await narration.bring(zipFile("boat.zip", members));
  await expect(narration.form.getByText("52 / 999,999 characters · 2 texts, 6 result files")).toBeVisible();
  await expect(narration.form.getByRole("listitem")).toHaveText([/^part 9\.txt19$/, /^part 10\.txt33$/]);
  await expect(narration.form.getByText("52 characters, 2 recordings as mp3")).toBeVisible();
  await narration.submit.click();

  const take = narration.take("boat.zip");
  const sounds = take.getByRole("listitem");
  await expect(sounds).toHaveCount(2);
  await expect(sounds).toHaveText([/part 9/, /part 10/]);
  const { id } = (await studio.api.listGenerations()).generations[0]!;
  const done = await studio.api.waitForEnd(id);
  expect((await sandbox.readBill()).map(({ billed }) => billed)).toEqual([true]);

  await test.step("each is heard", async () => {
    for (const index of [0, 1]) {
      await sounds.nth(index).getByRole("button", { name: /^Play/ }).click();
      await expect(sounds.nth(index).getByRole("button", { name: /^Pause/ })).toBeVisible();
    }
    await expect(sounds.nth(0).getByRole("button", { name: /^Play/ })).toBeVisible();
  });

  const byDigest = new Map(done.outputs.map((output) => [output.sha256, output]));
  await test.step("each is downloaded", async () => {
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
  await test.step("each is read", async () => {
    const choice = page.getByRole("radiogroup", { name: "Text" });
    await choice.getByRole("radio", { name: "part 10" }).check();
    const sentence = page.getByRole("button", { name: "Nobody rowed.", exact: true });
    await sentence.click();
    await expect(sentence).toHaveAttribute("aria-current", "true");
    await choice.getByRole("radio", { name: "part 9" }).check();
    await expect(page.getByRole("button", { name: texts["part 9"], exact: true })).toBeVisible();
  });

  await test.step("all are downloaded as one", async () => {
    const { bytes } = await download(page, page.getByRole("link", { name: "Download all as ZIP" }));
    const { members: files, problems } = await readZipMembers(bytes);
    expect(problems).toEqual([]);
    const kept = files.filter(({ name }) => !/\.(srt|vtt)$/.test(name));
    expect(kept.map(({ name, bytes }) => [digest(bytes), name]).sort()).toEqual(
      done.outputs.map(({ sha256, fileName }) => [sha256, fileName]).sort(),
    );
    expect(kept).toHaveLength(6);
    // Each text also has subtitles.
    const subtitles = files.filter((file) => !kept.includes(file)).map(({ name }) => name);
    expect(subtitles.sort()).toEqual([
      expect.stringMatching(/-part-10-subtitles\.srt$/),
      expect.stringMatching(/-part-10-subtitles\.vtt$/),
      expect.stringMatching(/-part-9-subtitles\.srt$/),
      expect.stringMatching(/-part-9-subtitles\.vtt$/),
    ]);
  });
});

test("the form and its takes are accessible and fit a phone in both themes", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await narration.open();

  await narration.openAdvanced();
  await narration.form.getByRole("button", { name: "Add word" }).click();
  await narration.text.fill("<#1#> wrong");
  await narration.submit.click();
  await expect(narration.text).toBeFocused();
  await expectAccessible(page);

  await narration.chooseSource("File");
  await narration.bring(
    zipFile("a-name-that-is-longer-than-a-phone-is-wide-and-then-some-more.zip", [
      {
        name: "1.json",
        content: JSON.stringify({ title: "The boat", content: "It came.", extra: "End." }),
      },
    ]),
  );
  await expect(narration.form.getByText("title: 8 · content: 8 · extra: 4")).toBeVisible();
  await expectAccessible(page);
  await narration.submit.click();
  const take = page.getByRole("article").first();
  await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(3);
  await narration.chooseSource("Text");
  await narration.text.fill("Too late. [[fault:task-expired]]");
  await narration.submit.click();
  await expect(narration.take("Too late.")).toContainText("no longer has this task");
  await expectAccessible(page);
});
