import { expectAccessible } from "./fixtures/accessible";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { MusicPage } from "./fixtures/music-page";
import { expect, test } from "./fixtures/test";

/** Makes a short song. */
const lyrics = "[Outro]\nla";

test("the music form follows the rules of the service", async ({ page, sandbox, studio }) => {
  test.slow();
  const music = new MusicPage(page);
  const { form, lyrics: field, prompt, optimizer, stream, submit } = music;
  await music.open();
  await music.openAdvanced();

  await test.step("a song needs lyrics or the wish for them, and an instrumental a prompt", async () => {
    await expect(field).toHaveAttribute("aria-required", "true");
    await submit.click();
    await expect(field).toHaveAccessibleDescription(
      /Add lyrics, have them written, or switch to instrumental\./,
    );
    await expect(field).toBeFocused();

    await optimizer.click();
    await submit.click();
    await expect(prompt).toHaveAccessibleDescription(/Describe the song/);
    await expect(prompt).toBeFocused();

    await music.chooseKind("Instrumental");
    await expect(optimizer).toBeDisabled();
    await expect(optimizer).toHaveAccessibleDescription(/Only available for songs/);
    await submit.click();
    await expect(prompt).toHaveAccessibleDescription(/Instrumentals need a prompt/);

    // Switching back to a song restores the choice, until there are lyrics.
    await music.chooseKind("Song");
    await expect(optimizer).toBeChecked();
    await optimizer.click();
    await field.fill("灯".repeat(3501));
    await expect(page.getByText("3,501 / 3,500. 1 character over the limit.")).toBeVisible();
    await field.blur();
    await expect(optimizer).toBeDisabled();
    await expect(optimizer).toHaveAccessibleDescription(/Only available while the lyrics are empty/);
    await submit.click();
    await expect(field).toHaveAccessibleDescription(/At most 3,500 characters\./);
    await expect(field).toBeFocused();
    expect(await sandbox.readBill()).toHaveLength(0);
    expect((await studio.api.listGenerations()).generations).toHaveLength(0);
  });

  await test.step("an instrumental keeps the lyrics aside, and the form is accessible and fits a phone", async () => {
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    await field.fill("[Verse]\nla\n[Drop]\nla");
    await music.chooseKind("Instrumental");
    await expect(form.locator(".cm-content")).toBeHidden();
    await submit.click();
    await expect(prompt).toBeFocused();
    await expectAccessible(page);
    const show = form.getByRole("button", { name: "Show lyrics" });
    await expect(show).toHaveAccessibleDescription(/Your lyrics are kept here/);
    await show.click();
    await expect(field).toHaveText("[Verse]la[Drop]la");
    await page.setViewportSize(window);
    await music.chooseKind("Song");
    await expect(field).toContainText("la");
  });

  await test.step("what a stream does not take is disabled with its reason, put aside and brought back", async () => {
    const delivery = form.getByRole("radiogroup", { name: "Delivery" });
    const watermark = form.getByRole("switch", { name: "Watermark" });
    await expect(stream).toBeChecked();
    await expect(watermark).toBeDisabled();
    await expect(watermark).toHaveAccessibleDescription(/Not available with streaming/);
    await expect(delivery.getByRole("radio", { name: "URL" })).toBeDisabled();

    await stream.click();
    await watermark.click();
    await delivery.getByRole("radio", { name: "URL" }).check();
    await stream.click();
    await expect(stream).toHaveAccessibleDescription(
      "Not available while this is on: Watermark and Delivery “URL”.",
    );
    await expect(watermark).not.toBeChecked();
    await stream.click();
    await expect(watermark).toBeChecked();

    const bitrate = form.getByRole("combobox", { name: "Bitrate" });
    await form.getByRole("combobox", { name: "Format" }).selectOption("wav");
    await expect(bitrate).toBeDisabled();
    await expect(bitrate).toHaveAccessibleDescription("Only applies to mp3.");
    await form.getByRole("combobox", { name: "Sample rate" }).selectOption("24000");
  });

  await test.step("everything chosen is sent, and the draft keeps it", async () => {
    await prompt.fill("whole waltz, 180 bpm");
    await field.fill(lyrics);
    await submit.click();
    await expect(music.take("whole waltz")).toBeVisible();
    const [made] = (await studio.api.listGenerations("&q=waltz")).generations;
    const done = await studio.api.waitForEnd(made!.id);
    expect(done).toMatchObject({
      state: "succeeded",
      input: {
        model: "music-3.0",
        prompt: "whole waltz, 180 bpm",
        lyrics,
        output_format: "url",
        aigc_watermark: true,
        audio_setting: { format: "wav", sample_rate: 24000 },
      },
    });
    await page.reload();
    await expect(prompt).toHaveValue("whole waltz, 180 bpm");
    await expect(stream).not.toBeChecked();
  });

  await test.step("an instrumental is sent without lyrics, and a song may have them written", async () => {
    await music.chooseKind("Instrumental");
    // Rejected songs cost no time; generators/music/runner.integration.test.ts makes both.
    await prompt.fill("felt piano in the rain [[fault:1026]]");
    await submit.click();
    await expect(music.take("felt piano")).toBeVisible();
    await music.chooseKind("Song");
    await field.fill("");
    await prompt.fill("a sea shanty for two [[fault:1026]]");
    await optimizer.click();
    await submit.click();
    await expect(music.take("a sea shanty")).toBeVisible();
    const { generations } = await studio.api.listGenerations();
    expect(generations.slice(0, 2).map(({ input }) => input)).toMatchObject([
      { prompt: "a sea shanty for two [[fault:1026]]", lyrics_optimizer: true },
      { prompt: "felt piano in the rain [[fault:1026]]", is_instrumental: true },
    ]);
    for (const { input } of generations.slice(0, 2)) expect(input).not.toHaveProperty("lyrics");
  });
});

test("a song is heard while it is composed, and its takes are grouped and compared", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  // Streams in real time, so that playback starts before the stream ends.
  await sandbox.change({ streamPace: 1 });
  await watchSound(page);
  const words = { prompt: "Quay waltz, 120 bpm", lyrics };
  const music = new MusicPage(page);
  const stack = (count: number) => page.getByRole("region", { name: `${words.prompt}, ${count} takes` });
  const take = (number: number) => page.getByRole("article", { name: `${words.prompt}, take ${number}` });
  await music.open();

  await test.step("the player plays the stream, then the stored file", async () => {
    await music.model.selectOption("music-2.6");
    await music.prompt.fill(words.prompt);
    await music.lyrics.fill(lyrics);
    await music.submit.click();
    await expect.poll(async () => (await readHeardSound(page)).seconds ?? 0).toBeGreaterThan(0.3);
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.05);
    const [generation] = (await studio.api.listGenerations()).generations;
    expect(generation).toMatchObject({ state: "running", live: { role: "audio", mimeType: "audio/mpeg" } });
    const composing = music.take(words.prompt);
    await expect(composing.getByText(/^Composing/)).toBeVisible();
    await expect(composing.getByText(/ received$/)).toBeVisible();

    const before = (await readHeardSound(page)).seconds ?? 0;
    // From here on the stream is as fast as possible.
    await sandbox.change({ streamPace: null });
    const done = await studio.api.waitForEnd(generation!.id, 60_000);
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect(done.live).toBeUndefined();
    // The stored file replaces the stream and plays on from the same position.
    await expect
      .poll(async () => (await readHeardSound(page)).seconds ?? Number.POSITIVE_INFINITY)
      .toBeGreaterThan(before);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(before);
  });

  await test.step("a second take of the same prompt is grouped with it", async () => {
    const { id } = await studio.api.createGeneration("music", { ...words, model: "music-3.0" });
    await studio.api.waitForEnd(id);
    await expect(stack(2).getByRole("article")).toHaveCount(2);
    await expect(take(2)).toContainText("music-3.0");
    await expect(take(1)).toContainText("music-2.6");
    for (const number of [1, 2]) await expect(take(number)).toContainText(/0:\d\d/);
  });

  await test.step("both takes are compared, the older one as A", async () => {
    await stack(2).getByRole("button", { name: "Compare", exact: true }).click();
    await expect(take(1).getByText("A", { exact: true })).toBeVisible();
    await expect(take(2).getByText("B", { exact: true })).toBeVisible();
    const comparison = page.getByRole("group", { name: "Comparing two takes" });
    await expect(
      comparison.getByRole("button", { name: /^Listen to A: Quay waltz, 120 bpm, take 1, \d/ }),
    ).toHaveText(/take 1/);
    await expect(comparison.getByRole("button", { name: /^Listen to B: .*take 2/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("a take can be a favourite", async () => {
    await take(2).getByRole("button", { name: "Add to favourites" }).click();
    await expect(take(2).getByRole("button", { name: "Remove from favourites" })).toBeVisible();
    await expect
      .poll(async () => (await studio.api.listGenerations()).generations.map(({ favourite: is }) => is))
      .toEqual([true, false]);
  });

  await test.step("a take is repeated, or edited into another one, until the prompt changes", async () => {
    await take(2).getByRole("button", { name: "Again" }).click();
    await expect(take(3)).toBeVisible();
    await take(1).hover();
    await take(1).getByRole("button", { name: "Edit and run" }).click();
    await expect(music.prompt).toHaveValue(words.prompt);
    await expect(music.model).toHaveValue("music-2.6");
    await music.lyrics.fill("[Outro]\nla la");
    await music.submit.click();
    // The prompt is the same, so it is another take of the same idea.
    await expect(stack(4)).toBeVisible();
    await expect(take(4)).toBeVisible();
    const [edited, again, second, first] = (await studio.api.listGenerations()).generations;
    expect(edited).toMatchObject({
      relation: "edit",
      parentId: first!.id,
      input: { lyrics: "[Outro]\nla la" },
    });
    expect(again).toMatchObject({ relation: "again", parentId: second!.id, input: words });
    for (const { id } of [edited!, again!]) await studio.api.waitForEnd(id);
  });

  await test.step("of five songs on a free model, three start and the others say when they will", async () => {
    await music.model.selectOption("music-2.6-free");
    const bar = page.locator("[data-submit-bar]");
    await expect(bar).toContainText("Starts right away, 3 left this minute");
    await music.lyrics.fill(lyrics);
    for (const [index, name] of ["One", "Two", "Three", "Four", "Five"].entries()) {
      await music.prompt.fill(`${name} of the line`);
      await music.submit.click();
      await expect(music.take(`${name} of the line`)).toBeVisible();
      if (index === 2) await expect(bar).toContainText(/Starts in about .* \(limit: 3 per minute\)/);
    }
    for (const name of ["Four", "Five"]) {
      await expect(music.take(`${name} of the line`)).toContainText(
        /in queue, starts in about (\d+ s|1 min) \(rate limit\)/,
      );
    }
    const { generations } = await studio.api.listGenerations("&q=line");
    const waiting = await Promise.all(generations.slice(0, 2).map(({ id }) => studio.api.getGeneration(id)));
    for (const { state, waiting: why, createdAt } of waiting) {
      expect(state).toBe("queued");
      expect(why?.reason).toBe("rate-limit");
      expect(Date.parse(why!.untilAt!) - Date.parse(createdAt)).toBeLessThan(66_000);
    }
    // Cancelling a waiting generation costs nothing.
    for (const name of ["Five", "Four"]) {
      const take = music.take(`${name} of the line`);
      await take.getByRole("button", { name: "Cancel" }).click();
      await expect(take).toContainText("Cancelled before it was sent");
    }
    const sent = generations.slice(2);
    for (const { id } of sent) expect(await studio.api.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    await expect(stack(4)).toBeVisible();
  });
});
