import { readFile } from "node:fs/promises";
import { downloadZip } from "client-zip";
import type { Locator, Page } from "@playwright/test";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { expectNoViolations } from "./fixtures/accessible";
import { expect, test, type Studio } from "./fixtures/test";

const paragraphs = [
  ["The letter had been lying there since Tuesday.", "Nobody had opened it."],
  ["On Wednesday it rained.", "The stamp came loose and fell behind the radiator."],
  ["Ada read it standing up.", "Then she sat down.", "Then she read it again."],
];
const sentences = paragraphs.flat();
const text = paragraphs.map((each) => each.join(" ")).join("\n");
const voice_setting = { voice_id: "English_Graceful_Lady" };

async function speak(studio: Studio, words = text): Promise<GenerationDto> {
  const input = { model: "speech-2.6-hd", text: words, voice_setting, subtitle_enable: true };
  return studio.api.waitForEnd((await studio.api.createGeneration("speech", input)).id);
}

/** The text that follows the sound. */
class ReaderPage {
  readonly page: Page;
  readonly reader: Locator;
  readonly heard: Locator;
  readonly sound: Locator;
  readonly backToSound: Locator;

  constructor(page: Page) {
    this.page = page;
    this.reader = page.getByRole("region", { name: "Read along" });
    this.heard = this.reader.locator("[aria-current]");
    this.sound = page.getByRole("region", { name: "Audio" });
    this.backToSound = this.reader.getByRole("button", { name: "Back to current sentence" });
  }

  async open(id: string): Promise<void> {
    await this.page.goto(`/library/${id}`);
    await expect(this.sentence(sentences[0]!)).toBeVisible();
  }

  sentence(words: string): Locator {
    return this.reader.getByRole("button", { name: words, exact: true });
  }

  async pause(): Promise<void> {
    await this.sound.getByRole("button", { name: /^Pause/ }).click();
    await expect(this.sound.getByRole("button", { name: /^Play/ })).toBeVisible();
  }
}

test("the text lights up with the sound, plays from any sentence and is walked through by keys", async ({
  page,
  studio,
}) => {
  const reader = new ReaderPage(page);
  const { id } = await speak(studio);
  await page.goto("/create/speech");
  await test.step("opens in its take", async () => {
    await page.getByRole("button", { name: "Read along" }).click();
    await reader.sentence(sentences[1]!).click();
    await expect(reader.heard).toHaveText(sentences[1]!);
    await expect(page).toHaveURL(/\/create\/speech$/);
    await page
      .getByRole("article")
      .getByRole("button", { name: /^Pause/ })
      .click();
  });
  await reader.open(id);

  await test.step("has the paragraphs of the text", async () => {
    await expect(reader.reader.locator("p[dir]")).toHaveText(paragraphs.map((each) => each.join(" ")));
    await expect(reader.heard).toHaveCount(0);
  });

  await test.step("follows the sound from sentence to sentence", async () => {
    await reader.sound.getByRole("button", { name: /^Play/ }).click();
    await expect(reader.heard).toHaveText(sentences[0]!);
    await expect(reader.heard).toHaveText(sentences[1]!);
    await expect(reader.heard).toHaveText(sentences[2]!);
  });

  await test.step("plays from the sentence that is pressed", async () => {
    await reader.sentence(sentences[5]!).click();
    await expect(reader.heard).toHaveText(sentences[5]!);
    await expect(reader.reader.getByText("Sentence 6 of 7")).toBeVisible();
    await reader.pause();
  });
  // On a slow machine the pause may hit the next sentence.
  const stoppedAt = (await reader.heard.textContent()) ?? "";
  expect(sentences.slice(5)).toContain(stoppedAt);

  await test.step("steps by keys, and only Enter moves the sound", async () => {
    await reader.sentence(sentences[5]!).focus();
    await page.keyboard.press("Home");
    await expect(reader.sentence(sentences[0]!)).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowLeft");
    await expect(reader.sentence(sentences[1]!)).toBeFocused();
    await expect(reader.heard).toHaveText(stoppedAt);
    await page.keyboard.press("Enter");
    await expect(reader.heard).toHaveText(sentences[1]!);
    await page.keyboard.press("End");
    await expect(reader.sentence(sentences[6]!)).toBeFocused();
    await reader.pause();
  });

  await test.step("is one stop for Tab", async () => {
    await expect(reader.reader.locator("[data-sentence][tabindex='0']")).toHaveCount(1);
  });

  await expectNoViolations(page);
});

test("the page follows the sound until somebody scrolls away from it", async ({ page, studio }) => {
  const lines = Array.from({ length: 60 }, (_, index) => `This is line number ${index + 1} of a long tale.`);
  const reader = new ReaderPage(page);
  const { id } = await speak(studio, lines.join("\n\n"));
  await page.goto(`/library/${id}`);

  const isHeardInSight = () =>
    reader.heard.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  await reader.sentence(lines[30]!).click();
  await expect(reader.heard).toHaveText(lines[30]!);
  await expect.poll(isHeardInSight).toBe(true);

  await page.mouse.wheel(0, -5_000);
  await expect(reader.backToSound).toBeVisible();
  await expect(reader.heard).toHaveText(lines[31]!);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await reader.backToSound.click();
  await expect(reader.backToSound).toBeHidden();
  await expect.poll(isHeardInSight).toBe(true);
});

test("subtitles are downloaded as SRT, WebVTT and as the service wrote them", async ({ page, studio }) => {
  const reader = new ReaderPage(page);
  await reader.open((await speak(studio)).id);

  async function download(name: string): Promise<{ name: string; content: string }> {
    await reader.reader.getByRole("button", { name: "Download subtitles" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), content: await readFile(await file.path(), "utf8") };
  }

  const srt = await download("SRT subtitles");
  expect(srt.name).toMatch(/\.srt$/);
  const cues = srt.content.trim().split(/\r?\n\r?\n/);
  expect(cues.map((cue) => cue.split(/\r?\n/).slice(2).join(" "))).toEqual(sentences);
  for (const [index, cue] of cues.entries()) {
    expect(cue).toMatch(
      new RegExp(`^${index + 1}\\r?\\n\\d{2}:\\d{2}:\\d{2},\\d{3} --> \\d{2}:\\d{2}:\\d{2},\\d{3}\\r?\\n`),
    );
  }

  const vtt = await download("WebVTT subtitles");
  expect(vtt.name).toMatch(/\.vtt$/);
  // Parsed by the browser.
  const parsed = await page.evaluate(async (content) => {
    const track = document.createElement("track");
    track.src = URL.createObjectURL(new Blob([content], { type: "text/vtt" }));
    const video = document.createElement("video");
    video.append(track);
    track.track.mode = "hidden";
    await new Promise((resolve, reject) => {
      track.onload = resolve;
      track.onerror = reject;
    });
    return [...(track.track.cues ?? [])].map((cue) => (cue as VTTCue).text);
  }, vtt.content);
  expect(parsed).toEqual(sentences);

  const json = await download("Timing data from the service (JSON)");
  expect(json.name).toMatch(/\.json$/);
  expect((JSON.parse(json.content) as { text: string }[]).map((each) => each.text)).toEqual(sentences);
});

test("one sentence is made again, counted once, and knows where it came from", async ({
  page,
  studio,
  sandbox,
}) => {
  const reader = new ReaderPage(page);
  const whole = await speak(studio);
  await reader.open(whole.id);
  const billedBefore = (await sandbox.readBill()).length;

  await reader.sentence(sentences[3]!).click();
  await reader.pause();
  await reader.reader.getByRole("button", { name: "Regenerate this sentence" }).click();
  const panel = page.getByRole("dialog", { name: "Regenerate this sentence" });
  await expect(panel.getByRole("blockquote")).toHaveText(sentences[3]!);
  await expect(panel).toContainText(`${sentences[3]!.length} characters are billed.`);
  await panel.getByRole("button", { name: "Regenerate" }).dblclick();

  const take = panel.getByRole("listitem");
  await expect(take).toHaveCount(1);
  await take.getByRole("button", { name: /^Play/ }).click();
  await expect(take.getByRole("button", { name: /^Pause/ })).toBeVisible();
  // While another sound plays, no sentence of this one is highlighted.
  await expect(reader.heard).toHaveCount(0);
  const { generations } = await studio.api.listGenerations(`&parentId=${whole.id}`);
  expect(generations).toHaveLength(1);
  expect(generations[0]).toMatchObject({
    relation: "sentence",
    input: { ...whole.input, text: sentences[3]! },
  });
  expect(await sandbox.readBill()).toHaveLength(billedBefore + 1);

  await take.getByRole("link", { name: "New take 1" }).click();
  await expect(page).toHaveURL(new RegExp(`/library/${generations[0]!.id}`));
  await expect(page.getByRole("heading", { level: 1, name: sentences[3]! })).toBeVisible();
  await page
    .getByRole("region", { name: "Parameters" })
    .getByRole("link", { name: /one sentence regenerated/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/library/${whole.id}`));
});

test("a narration of three parts is heard, read and downloaded part by part and as a whole", async ({
  page,
  studio,
}) => {
  const parts = {
    title: "The tide tables.",
    content: "They came in March. Nobody read them.",
    extra: "The end.",
  };
  const file = await downloadZip([{ name: "1.json", input: JSON.stringify(parts) }]).blob();
  const { assetId } = await studio.api.upload("tides.zip", file);
  const input = { model: "speech-2.8-hd", text_file: { assetId }, voice_setting };
  const made = await studio.api.waitForEnd((await studio.api.createGeneration("narration", input)).id);
  expect(made.outputs).toHaveLength(9);
  const names = made.outputs.map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(9);

  const reader = new ReaderPage(page);
  await page.goto(`/library/${made.id}`);
  await expect(reader.sound.getByRole("slider")).toHaveCount(3);
  await expect(reader.sentence("Nobody read them.")).toBeVisible();
  const choice = page.getByRole("radiogroup", { name: "Text" });
  await choice.getByRole("radio", { name: "Title" }).check();
  await reader.sentence(parts.title).click();
  await expect(reader.heard).toHaveText(parts.title);
  await choice.getByRole("radio", { name: "Extra" }).check();
  await expect(reader.sentence(parts.extra)).toBeVisible();

  await reader.sound.getByRole("button", { name: "Download: Title" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Original MP3",
    "MP3 with title tag",
    "MP3 with title and prompt tags",
    "SRT subtitles",
    "WebVTT subtitles",
    "Timing data from the service (JSON)",
    "Details from the service (JSON)",
  ]);
  await page.keyboard.press("Escape");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all as ZIP" }).click();
  const archive = await readFile(await (await downloading).path());
  for (const name of names) expect(archive.includes(name), name).toBe(true);
});

test("without subtitles the text stands there, and how it could be read along", async ({ page, studio }) => {
  const input = { model: "speech-2.6-hd", text: "One line.\nAnother line.", voice_setting };
  const made = await studio.api.waitForEnd((await studio.api.createGeneration("speech", input)).id);
  await page.goto(`/library/${made.id}`);
  const spoken = page.getByRole("region", { name: "Text" });
  await expect(spoken).toContainText("turn on Subtitles before generating");
  await expect(spoken.getByText("Another line.")).toBeVisible();
  const facts = page.getByRole("region", { name: "Reported by the service" });
  await expect(facts).toContainText("Billed characters");
  await expect(facts).toContainText("Primary");
});
