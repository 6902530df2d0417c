import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { CoverPage } from "./fixtures/cover-page";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { expect, test, type Studio } from "./fixtures/test";

const prompt = "Slow lounge jazz after midnight, brushed drums";

async function waitForCover(studio: Studio): Promise<GenerationDto> {
  await expect
    .poll(async () => (await studio.api.listGenerations("&generator=cover")).generations.length)
    .toBe(1);
  const [made] = (await studio.api.listGenerations("&generator=cover")).generations;
  return studio.api.waitForEnd(made!.id, 60_000);
}

test("what the studio made is covered from the library", async ({ page, studio }) => {
  test.slow();
  const words =
    "The harbour lamps come on one by one, and nobody has told the ferry that the evening is over. ";
  const { id } = await studio.api.createGeneration("speech", {
    model: "speech-2.6-hd",
    text: words.repeat(2).trim(),
    voice_setting: { voice_id: "English_Graceful_Lady" },
  });
  const spoken = await studio.api.waitForEnd(id);
  // Unsuitable sounds are not offered.
  await studio.api.waitForEnd(
    (await studio.api.createGeneration("image", { model: "image-01", prompt: "A harbour" })).id,
  );

  const cover = new CoverPage(page);
  await cover.open();
  await cover.reference.getByRole("button", { name: "Choose from library" }).click();
  const picker = page.getByRole("dialog", { name: "Choose from library" });
  // Songs come first; speech is on another tab.
  await expect(picker.getByRole("radio", { name: "Songs" })).toBeChecked();
  await expect(picker.getByText("No suitable items in your library yet.")).toBeVisible();
  await picker.getByRole("radio", { name: "Speech" }).check();
  await expect(picker.getByRole("listitem")).toHaveCount(1);
  // Kind and length are shown before choosing, and it can be played. Arrow keys lead to it from the search.
  const choice = picker.getByRole("button", { name: /^The harbour lamps.*Speech, 0:\d\d/ });
  await expect(picker.getByRole("button", { name: /^Play The harbour lamps/ })).toBeVisible();
  await picker.getByRole("searchbox").press("ArrowDown");
  await expect(choice).toBeFocused();
  await choice.press("Enter");
  await expect(picker).toBeHidden();
  // It is named after the words of the speech.
  await expect(cover.reference.getByText(/^The harbour lamps/)).toBeVisible();
  await expect(cover.reference.getByText(/^0:\d\d · MP3/)).toBeVisible();
  await expect(cover.reference.getByRole("alert")).toBeHidden();

  await cover.prompt.fill(prompt);
  await cover.submit.click();
  const done = await waitForCover(studio);
  expect(done).toMatchObject({ state: "succeeded", error: null });
  expect(done.input.audio_base64).toEqual({ assetId: spoken.outputs[0]!.assetId });
  await expect(cover.take(prompt).getByRole("button", { name: /Original: The harbour lamps/ })).toBeVisible();
});

test.describe("with a microphone", () => {
  // Chromium's fake microphone, which beeps every second.
  test.use({ permissions: ["microphone"] });

  test("what is sung into it is heard, and covered", async ({ page, studio }) => {
    test.slow();
    await watchSound(page);
    const cover = new CoverPage(page);
    await cover.open();
    await cover.reference.getByRole("button", { name: "Record" }).click();
    const recording = cover.reference.getByRole("status");
    await expect(recording).toHaveText("Recording 0:07");
    await cover.reference.getByRole("button", { name: "Stop" }).click();
    await expect(cover.reference.getByText("Recording.wav")).toBeVisible();
    await expect(cover.reference.getByText(/^0:(0[6-9]|[1-5]\d) · WAV/)).toBeVisible();
    await expect(cover.reference.getByRole("alert")).toBeHidden();
    await cover.reference.getByRole("button", { name: /^Play/ }).click();
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.01);

    await cover.prompt.fill(prompt);
    await cover.submit.click();
    expect(await waitForCover(studio)).toMatchObject({ state: "succeeded", error: null });
  });

  test("it stops at six minutes and says so, and nobody leaves in the middle unasked", async ({ page }) => {
    await page.clock.install();
    const cover = new CoverPage(page);
    await cover.open();
    await cover.reference.getByRole("button", { name: "Record" }).click();
    await expect(cover.reference.getByText("the recording is lost")).toBeVisible();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();

    await page.clock.fastForward(6 * 60_000);
    await expect(cover.reference.getByText("Stopped at 6 min")).toBeVisible();
    await expect(cover.reference.getByText("Recording.wav")).toBeVisible();
  });
});

test.describe("without a microphone", () => {
  const record = (cover: CoverPage) => cover.reference.getByRole("button", { name: "Record" }).click();
  const told = (cover: CoverPage) => cover.reference.getByRole("alert");

  test("one that the person refuses is told, and how to allow it", async ({ page }) => {
    const cover = new CoverPage(page);
    await cover.open();
    await record(cover);
    await expect(told(cover)).toContainText("Microphone access is blocked. Allow it");
    await expect(cover.reference.getByRole("button", { name: "Record" })).toBeEnabled();
  });

  test("none at all is told", async ({ page }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("Requested device not found", "NotFoundError"));
    });
    const cover = new CoverPage(page);
    await cover.open();
    await record(cover);
    await expect(told(cover)).toContainText("No microphone available.");
  });

  test("an address without https is told", async ({ page }) => {
    // Browsers hide the API on such addresses.
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, "mediaDevices");
    });
    const cover = new CoverPage(page);
    await cover.open();
    await record(cover);
    await expect(told(cover)).toContainText("https");
  });
});
