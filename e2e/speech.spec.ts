import { expectAccessible } from "./fixtures/accessible";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test("the speech form follows the rules of the service", async ({ page, sandbox, studio }) => {
  test.slow();
  const speech = new SpeechPage(page);
  const { form, model, emotion, text, stream, subtitles, submit } = speech;
  await speech.open();
  await speech.openAdvanced();
  const format = form.getByRole("combobox", { name: "Format" });
  const delivery = form.getByRole("radiogroup", { name: "Delivery" });
  const watermark = form.getByRole("switch", { name: "Watermark" });
  const repeat = form.getByRole("switch", { name: "Skip the final full copy" });

  await test.step("a text that cannot be spoken is explained at its field and not sent", async () => {
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
  });

  await test.step("the form with its problems is accessible and fits a phone", async () => {
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    const rule = form.getByRole("button", { name: "Add word" });
    await rule.click();
    await expectAccessible(page);
    await form
      .getByRole("button", { name: /^Remove/ })
      .last()
      .click();
    await page.setViewportSize(window);
  });

  await test.step("a number beyond its range is explained at its field and not sent", async () => {
    await text.fill("Two words.");
    const speed = form.getByRole("spinbutton", { name: "Speed" });
    await speed.fill("9");
    await submit.click();
    await expect(speed).toHaveAccessibleDescription(/0\.5 to 2\./);
    expect(await sandbox.readBill()).toHaveLength(0);
    expect((await studio.api.listGenerations()).generations).toHaveLength(0);
    await speed.fill("1.5");
  });

  await test.step("a long text brings the suggestion to stream", async () => {
    await stream.click();
    await text.fill("A long chapter. ".repeat(200));
    await page.getByRole("button", { name: "Turn on streaming" }).click();
    await expect(stream).toBeChecked();
    await expect(page.getByRole("button", { name: "Turn on streaming" })).toBeHidden();
    await expect(text).toContainText("A long chapter.");
  });

  await test.step("emotions, languages and voice effects need models and formats that have them", async () => {
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
    await format.selectOption("flac");
    await expect(intensity).toBeDisabled();
    await expect(
      form.getByText(/Streaming needs mp3 for this, not flac\. Your settings are kept/),
    ).toBeVisible();
    await stream.click();
    await expect(intensity).toBeEnabled();
    await expect(intensity).toHaveValue("40");
    await stream.click();
    await format.selectOption("mp3");
  });

  await test.step("what a stream does not take is disabled with its reason, put aside and brought back", async () => {
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
  });

  await test.step("everything chosen is sent, and the draft keeps it", async () => {
    await text.fill("A whole answer, with its sentences.");
    await submit.click();
    await expect(speech.take("A whole answer")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=sentences")).generations;
    const done = await studio.api.waitForEnd(made!.id);
    expect(done.input).toMatchObject({
      model: "speech-2.6-turbo",
      voice_setting: { speed: 1.5, emotion: "whisper" },
      language_boost: "Tamil",
      voice_modify: { intensity: 40 },
      subtitle_enable: true,
      aigc_watermark: true,
      output_format: "url",
      audio_setting: { format: "wav" },
    });
    expect(done.outputs.map(({ role }) => role).sort()).toEqual(["audio", "subtitle"]);
    await page.reload();
    await expect(subtitles).toBeChecked();
    await expect(stream).not.toBeChecked();
  });
});
