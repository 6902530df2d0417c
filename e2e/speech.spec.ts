import { expectAccessible } from "./fixtures/accessible";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test.describe("the speech form knows the rules of the service", () => {
  let speech: SpeechPage;
  test.beforeEach(async ({ page }) => {
    speech = new SpeechPage(page);
    await speech.open();
  });

  test("what a stream does not take is disabled with its reason, put aside and brought back", async ({
    page,
    studio,
  }) => {
    const { form, stream, subtitles } = speech;
    await speech.openAdvanced();
    const format = form.getByRole("combobox", { name: "Format" });
    const delivery = form.getByRole("radiogroup", { name: "Delivery" });
    const watermark = form.getByRole("switch", { name: "Watermark" });
    const repeat = form.getByRole("switch", { name: "Skip the final full copy" });

    await expect(stream).toBeChecked();
    await expect(subtitles).toBeDisabled();
    await expect(subtitles).toHaveAccessibleDescription(/Not available with streaming/);
    await expect(watermark).toBeDisabled();
    await expect(watermark).toHaveAccessibleDescription(/Not available with streaming/);
    await expect(delivery.getByRole("radio", { name: "URL" })).toBeDisabled();
    await expect(format.getByRole("option", { name: "wav" })).toBeDisabled();
    await expect(repeat).toBeEnabled();

    await stream.click();
    await expect(repeat).toBeDisabled();
    await expect(repeat).toHaveAccessibleDescription(/Only for streaming/);
    await subtitles.click();
    await watermark.click();
    await format.selectOption("wav");
    await delivery.getByRole("radio", { name: "URL" }).check();

    await stream.click();
    await expect(stream).toHaveAccessibleDescription(
      /Not available while this is on: Format “wav”, Subtitles, Watermark,? and Delivery “URL”\./,
    );
    await expect(format).toHaveValue("mp3");
    await expect(subtitles).not.toBeChecked();
    await stream.click();
    await expect(format).toHaveValue("wav");
    await expect(subtitles).toBeChecked();

    await speech.text.fill("A whole answer, with its sentences.");
    await speech.submit.click();
    await expect(speech.take("A whole answer")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=sentences")).generations;
    const done = await studio.api.waitForEnd(made!.id);
    expect(done.input).toMatchObject({
      subtitle_enable: true,
      aigc_watermark: true,
      output_format: "url",
      audio_setting: { format: "wav" },
    });
    expect(done.outputs.map(({ role }) => role).sort()).toEqual(["audio", "subtitle"]);
    // The draft keeps everything that was sent.
    await page.reload();
    await expect(subtitles).toBeChecked();
    await expect(stream).not.toBeChecked();
  });

  test("emotions, languages and voice effects are for models and formats that have them", async () => {
    const { form, model, emotion } = speech;
    await speech.openAdvanced();
    const language = form.getByRole("button", { name: /^Language boost/ });
    await emotion.selectOption("whisper");
    await language.click();
    await form.getByRole("option", { name: /^Tamil/ }).click();
    await model.selectOption("speech-02-hd");
    await expect(model).toHaveAccessibleDescription(
      "Not available with this model: Emotion “Whisper” and Language boost “Tamil”. Restored when you choose a 2.6 model.",
    );
    await expect(emotion).toHaveValue("");
    await expect(emotion.getByRole("option", { name: /^Whisper/ })).toBeDisabled();
    await expect(language).toHaveAccessibleName("Language boost None");
    await model.selectOption("speech-2.6-turbo");
    await expect(emotion).toHaveValue("whisper");
    await expect(language).toHaveAccessibleName("Language boost Tamil");

    const modify = form.getByRole("group", { name: "Voice effects" });
    const intensity = modify.getByRole("spinbutton", { name: "Intensity" });
    await intensity.fill("40");
    await form.getByRole("combobox", { name: "Format" }).selectOption("flac");
    await expect(intensity).toBeDisabled();
    await expect(
      form.getByText(/Streaming needs mp3 for this, not flac\. Your settings are kept/),
    ).toBeVisible();
    await speech.stream.click();
    await expect(intensity).toBeEnabled();
    await expect(intensity).toHaveValue("40");
  });

  test("a text that cannot be spoken is told at its field and not sent", async ({
    page,
    sandbox,
    studio,
  }) => {
    const { text, submit } = speech;
    await submit.click();
    await expect(text).toHaveAccessibleDescription(/Enter the text to read aloud\./);
    await text.fill("灯".repeat(10_000));
    await expect(text).toHaveAccessibleDescription(/10,000 \/ 9,999/);
    await submit.click();
    await expect(text).toBeFocused();
    await text.fill("<#1#> Begins with a pause <#200#> too long.");
    await text.blur();
    await expect(page.getByText("A pause needs text before and after it.")).toBeVisible();
    await expect(page.getByText("A pause must be 0.01 to 99.99 s, with up to two decimals.")).toBeVisible();
    await submit.click();
    await expect(text).toBeFocused();

    await text.fill("Two words.");
    const speed = speech.form.getByRole("spinbutton", { name: "Speed" });
    await speed.fill("9");
    await submit.click();
    await expect(speed).toHaveAccessibleDescription(/0\.5 to 2\./);
    expect(await sandbox.readBill()).toHaveLength(0);
    expect((await studio.api.listGenerations()).generations).toHaveLength(0);
    await speed.fill("1.5");
    await submit.click();
    await expect(speech.take("Two words.")).toBeVisible();
  });

  test("a long text brings the suggestion to stream", async ({ page }) => {
    await speech.stream.click();
    await speech.text.fill("A long chapter. ".repeat(200));
    await page.getByRole("button", { name: "Turn on streaming" }).click();
    await expect(speech.stream).toBeChecked();
    await expect(page.getByRole("button", { name: "Turn on streaming" })).toBeHidden();
    await expect(speech.text).toContainText("A long chapter.");
  });
});

test("streamed speech is heard before the service has finished", async ({ page, sandbox, studio }) => {
  // Streams in real time, so that playback starts before the stream ends.
  await sandbox.change({ streamPace: 1 });
  await watchSound(page);
  const speech = new SpeechPage(page);
  await speech.open();
  const words = "The keeper climbed the last stair and listened to the sea below. ".repeat(3).trim();
  await speech.text.fill(words);
  await speech.submit.click();

  await expect.poll(async () => (await readHeardSound(page)).seconds ?? 0).toBeGreaterThan(0.5);
  await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.05);
  const [generation] = (await studio.api.listGenerations("&q=keeper")).generations;
  expect(generation).toMatchObject({ state: "running", live: { role: "audio", mimeType: "audio/mpeg" } });

  const before = (await readHeardSound(page)).seconds ?? 0;
  const done = await studio.api.waitForEnd(generation!.id);
  expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
  expect(done.live).toBeUndefined();
  // The stored file replaces the stream and plays on from the same position.
  await expect
    .poll(async () => (await readHeardSound(page)).seconds ?? Number.POSITIVE_INFINITY)
    .toBeGreaterThan(before);
  expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(before);
});

test("a stream that breaks off leaves what was heard, and says so", async ({ page, studio }) => {
  const speech = new SpeechPage(page);
  await speech.open();
  await speech.text.fill("Broken in the middle of it all, before the end. [[fault:drop-after-frames:3]]");
  await speech.submit.click();
  const take = speech.take("Broken in the middle");
  await expect(take.getByText(/was cut off/)).toBeVisible();
  await expect(take.getByRole("button", { name: /^Play/ })).toBeVisible();
  const [generation] = (await studio.api.listGenerations("&q=Broken")).generations;
  expect(generation).toMatchObject({ state: "failed", counts: { stored: 0, partial: 1 } });
});

test("the form is accessible and fits a phone in both themes", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const speech = new SpeechPage(page);
  await speech.open();
  await speech.openAdvanced();
  await speech.form.getByRole("button", { name: "Add word" }).click();
  await speech.text.fill("<#1#> wrong");
  await speech.submit.click();
  await expect(speech.text).toBeFocused();
  await expectAccessible(page);
});
