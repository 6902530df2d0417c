import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { CoverPage } from "./fixtures/cover-page";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { expect, test, type Studio } from "./fixtures/test";

async function waitForCover({ api }: Studio, prompt: string): Promise<GenerationDto> {
  const list = async () =>
    (await api.listGenerations("&generator=cover")).generations.filter(
      ({ input }) => input.prompt === prompt,
    );
  await expect.poll(async () => (await list()).length).toBe(1);
  return api.waitForEnd((await list())[0]!.id, 60_000);
}

test("speech from the library and a recording are covered", async ({ page, studio }) => {
  test.slow();
  await watchSound(page);
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

  await test.step("the library offers what is suitable", async () => {
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

    const prompt = "Slow lounge jazz after midnight, brushed drums";
    await cover.prompt.fill(prompt);
    await cover.submit.click();
    const done = await waitForCover(studio, prompt);
    expect(done).toMatchObject({ state: "succeeded", error: null });
    expect(done.input.audio_base64).toEqual({ assetId: spoken.outputs[0]!.assetId });
    await expect(
      cover.take(prompt).getByRole("button", { name: /Original: The harbour lamps/ }),
    ).toBeVisible();
  });

  await test.step("a recording is heard and covered", async () => {
    await cover.reference.getByRole("button", { name: /^Remove / }).click();
    // Chromium's fake microphone beeps every second.
    await cover.reference.getByRole("button", { name: "Record" }).click();
    await expect(cover.reference.getByRole("status")).toHaveText(/^Recording 0:(0[7-9]|[1-5]\d)$/);
    await cover.reference.getByRole("button", { name: "Stop" }).click();
    await expect(cover.reference.getByText("Recording.wav")).toBeVisible();
    await expect(cover.reference.getByText(/^0:(0[6-9]|[1-5]\d) · WAV/)).toBeVisible();
    await expect(cover.reference.getByRole("alert")).toBeHidden();
    await cover.reference.getByRole("button", { name: /^Play/ }).click();
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.01);

    const prompt = "A quiet march, snare drum and low brass";
    await cover.prompt.fill(prompt);
    await cover.submit.click();
    expect(await waitForCover(studio, prompt)).toMatchObject({ state: "succeeded", error: null });
  });
});

test("a recording says why it cannot begin, asks before it is lost and stops at six minutes", async ({
  page,
}) => {
  await page.clock.install();
  const cover = new CoverPage(page);
  const record = cover.reference.getByRole("button", { name: "Record" });
  const alert = cover.reference.getByRole("alert");
  await cover.open();

  for (const [step, name, words] of [
    ["without a permission", "NotAllowedError", "Microphone access is blocked. Allow it"],
    ["without a microphone", "NotFoundError", "No microphone available."],
  ] as const) {
    await test.step(step, async () => {
      await page.evaluate((reason) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException(reason, reason));
      }, name);
      await record.click();
      await expect(alert).toContainText(words);
      await expect(record).toBeEnabled();
    });
  }
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, "getUserMedia"));

  await test.step("with a microphone, it begins, and leaving the page asks first", async () => {
    await record.click();
    await expect(cover.reference.getByText("the recording is lost")).toBeVisible();
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
  });

  await test.step("after six minutes, it stops", async () => {
    // Sound arrives in real time, unlike the page's clock, and an empty recording is rejected.
    await delay(1_000);
    await page.clock.fastForward(6 * 60_000);
    await expect(cover.reference.getByText("Stopped at 6 min")).toBeVisible();
    await expect(cover.reference.getByText("Recording.wav")).toBeVisible();
  });

  await test.step("without https, browsers hide the microphone", async () => {
    await cover.reference.getByRole("button", { name: "Remove Recording.wav" }).click();
    await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, "mediaDevices"));
    await record.click();
    await expect(alert).toContainText("https");
  });
});
