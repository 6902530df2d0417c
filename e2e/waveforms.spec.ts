import { expectNoViolations } from "./fixtures/accessible";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { endlessText, longText, makeSpeech, opening, startSpeechStream } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";
import { countLiving, expectDrawn, readWave, SoundTraffic, wavesIn } from "./fixtures/waves";

test("a sound is drawn wherever it is shown, and only the player loads it", async ({ page, studio }) => {
  const { id, outputs } = await makeSpeech(studio.api, longText);
  const ledger = await MediaLedger.keep(page);
  const traffic = new SoundTraffic(page);
  const player = new PlayerBar(page);

  await test.step("a page without sound does without the library", async () => {
    await page.goto("/create/image");
    await page.waitForLoadState("networkidle");
    expect(await traffic.countWaveScripts()).toBe(0);
  });

  await test.step("takes, library and the page of a sound", async () => {
    await new SpeechPage(page).open();
    await expectDrawn(wavesIn(page.getByRole("article", { name: opening })));
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
    await expectDrawn(wavesIn(page.getByRole("main")));
    await page.goto(`/library/${id}`);
    await expectDrawn(wavesIn(page.getByRole("region", { name: "Audio" })));
    expect(await traffic.countWaveScripts()).toBeGreaterThan(0);
    expect(traffic.played).toEqual([]);
    expect((await ledger.read()).elements).toBe(0);
  });

  await test.step("the player, whose one element is the only one that loads", async () => {
    await player.start(page.getByRole("region", { name: "Audio" }));
    await expectDrawn(wavesIn(player.bar));
    await player.waitForSecond(0.5);
    expect((await ledger.read()).elements).toBe(1);
    expect([...new Set(traffic.played)]).toEqual([outputs[0]!.url]);
    expect(traffic.fetched).toEqual([]);
  });

  await test.step("all of them follow it, by pointer and by key", async () => {
    await player.bar.getByRole("button", { name: /^Pause/ }).click();
    const sound = page.getByRole("region", { name: "Audio" });
    const slider = sound.getByRole("slider", { name: /^Position in/ });
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const heard = async () => [
      (await readWave(wavesIn(sound)))?.heardShare,
      (await readWave(wavesIn(player.bar)))?.heardShare,
    ];
    await expect.poll(heard).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)]);
    await slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(heard).toEqual([0, 0]);
    await page.keyboard.press("ArrowRight");
    const share = 5 / outputs[0]!.durationSeconds!;
    await expect.poll(heard).toEqual([expect.closeTo(share, 1), expect.closeTo(share, 1)]);
    await expect(slider).toHaveAttribute("aria-valuetext", /^0:05 of /);
    expect((await ledger.read()).elements).toBe(1);
  });
});

test("a wave has the colours of the theme, the pixels of the screen and the width of its place", async ({
  page,
  studio,
}) => {
  const { id } = await makeSpeech(studio.api, longText);
  const wave = wavesIn(page.getByRole("region", { name: "Audio" }));
  await page.addInitScript(() => {
    const queries: MediaQueryList[] = [];
    Object.assign(window, { queries });
    const { matchMedia } = window;
    window.matchMedia = (text) => {
      const query = matchMedia(text);
      if (text.includes("resolution")) queries.push(query);
      return query;
    };
  });
  await page.goto(`/library/${id}`);
  const dark = await expectDrawn(wave);
  expect(dark.heardColor).not.toBe(dark.restColor);

  await page.evaluate(() => (document.documentElement.dataset.theme = "light"));
  await expect.poll(async () => (await readWave(wave))?.restColor).not.toBe(dark.restColor);
  expect((await readWave(wave))!.heardColor).not.toBe(dark.heardColor);
  await page.evaluate(() => (document.documentElement.dataset.theme = "system"));
  await expect.poll(async () => (await readWave(wave))?.restColor).toBe(dark.restColor);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(async () => (await readWave(wave))?.restColor).not.toBe(dark.restColor);

  // As when the window moves to another screen. Emulation changes the pixel ratio without notifying media queries.
  const { width, height } = page.viewportSize()!;
  const protocol = await page.context().newCDPSession(page);
  const screen = { width, height, deviceScaleFactor: 2.5, mobile: false };
  await protocol.send("Emulation.setDeviceMetricsOverride", screen);
  await page.evaluate(() => {
    const { queries } = window as unknown as { queries: MediaQueryList[] };
    for (const query of queries) if (!query.matches) query.dispatchEvent(new Event("change"));
  });
  await expect.poll(async () => (await readWave(wave))?.pixelRatio).toBeCloseTo(2.5, 1);
  await protocol.send("Emulation.clearDeviceMetricsOverride");

  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await readWave(wave))?.widthPx).toBeLessThan(300);
  await expectDrawn(wave);
});

test("a wave is destroyed when its place leaves, and when another takes its place in the player", async ({
  page,
  studio,
}) => {
  for (const text of ["One of two.", "Two of two."]) await makeSpeech(studio.api, `${text} ${longText}`);
  const player = new PlayerBar(page);
  const speech = new SpeechPage(page);
  await speech.open();
  await expectDrawn(wavesIn(speech.take("One of two.")));
  await expectDrawn(wavesIn(speech.take("Two of two.")));
  await expect.poll(() => countLiving(page)).toEqual({ waves: 2, canvases: 4 });

  await test.step("nothing of them lives on", async () => {
    await page.getByRole("link", { name: "Image", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Image" })).toBeVisible();
    await expect(wavesIn(page)).toHaveCount(0);
    await expect.poll(() => countLiving(page)).toEqual({ waves: 0, canvases: 0 });
  });

  await test.step("A and B are drawn in turn at the same place", async () => {
    await page.goBack();
    await player.start(speech.take("One of two."));
    await player.waitForSecond(0.2);
    const first = await expectDrawn(wavesIn(player.bar));
    await player.bar.getByRole("button", { name: /^Pause/ }).click();
    await player.position.press("Home");
    await player.position.press("ArrowRight");
    const take = speech.take("Two of two.");
    await take.hover();
    await take.getByRole("button", { name: "Compare with the current track" }).click();
    await expect(player.title("Two of two.")).toBeVisible();
    const second = await expectDrawn(wavesIn(player.bar));
    expect(second.restColor).toBe(first.restColor);
    await expect
      .poll(async () => (await readWave(wavesIn(player.bar)))?.heardShare)
      .toBeCloseTo(5 / Number(await player.position.getAttribute("max")), 1);
    await expect(wavesIn(player.bar)).toHaveCount(1);
  });
});

test("the wave of a stream grows while it arrives, and becomes that of the file", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  // Streams in real time.
  await sandbox.change({ streamPace: 1 });
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();
  const id = await startSpeechStream(studio.api, endlessText);
  await player.start(speech.take(opening));
  const wave = wavesIn(speech.take(opening));
  const readWidth = async () => (await readWave(wave))?.widthPx ?? 0;
  await expect.poll(readWidth).toBeGreaterThan(0);
  const first = await readWidth();
  await expect.poll(readWidth).toBeGreaterThan(first + 8);
  expect((await readWave(wave))!.highest).toBeGreaterThan(0.9);
  // Seeking works within the part received so far.
  await expect.poll(async () => (await readWave(wave))?.heardShare ?? 0).toBeGreaterThan(0);
  expect((await readWave(wave))!.heardShare).toBeLessThanOrEqual(1);

  await sandbox.change({ streamPace: null });
  await studio.api.waitForEnd(id);
  await expect(speech.take(opening).getByText(/ received$/)).toBeHidden();
  await expect
    .poll(
      async () => (await readWidth()) / (await speech.take(opening).getByRole("slider").boundingBox())!.width,
    )
    .toBeGreaterThan(0.98);
  await expectDrawn(wave);
});

test("a reference is trimmed with the handles of its wave, and its parts stand behind it", async ({
  page,
}) => {
  test.slow();
  const cover = new CoverPage(page);
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  await expectDrawn(wavesIn(cover.reference));

  await test.step("by key", async () => {
    await cover.reference.getByRole("button", { name: "Trim" }).click();
    const start = cover.reference.getByRole("slider", { name: "Trim start" });
    const end = cover.reference.getByRole("slider", { name: "Trim end" });
    await expect(start).toHaveAttribute("aria-valuetext", "0:00");
    await start.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("PageUp");
    await expect(start).toHaveAttribute("aria-valuenow", "11");
    await expect(cover.reference.getByRole("textbox", { name: "Start" })).toHaveValue("0:11");
    await expect(end).toHaveAttribute("aria-valuemin", "12");
    await end.focus();
    await page.keyboard.press("Home");
    await expect(cover.reference.getByRole("textbox", { name: "End" })).toHaveValue("0:12");
    await expect(cover.reference.getByText("The selection is shorter than 6 s.")).toBeVisible();
    await page.keyboard.press("End");
    await expect(cover.reference.getByRole("alert")).toBeHidden();
    await expectNoViolations(page, { include: "form" });
  });

  await test.step("by hand", async () => {
    const end = cover.reference.getByRole("slider", { name: "Trim end" });
    const wave = (await wavesIn(cover.reference).boundingBox())!;
    const from = (await end.boundingBox())!;
    const duration = Number(await end.getAttribute("aria-valuemax"));
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x - wave.width * 0.1, from.y + from.height / 2, { steps: 5 });
    await page.mouse.move(wave.x + wave.width * 0.8, from.y + from.height / 2, { steps: 20 });
    await page.mouse.up();
    const seconds = Number(await end.getAttribute("aria-valuenow"));
    expect(Math.abs(seconds - duration * 0.8)).toBeLessThan(2);
    await expect(cover.reference.getByRole("textbox", { name: "End" })).toHaveValue(`0:${seconds}`);

    // Dragging past the other handle leaves one second, and both handles stay within reach.
    const at = (await end.boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(wave.x + wave.width * 0.1, at.y + at.height / 2, { steps: 40 });
    await page.mouse.up();
    await expect(end).toHaveAttribute("aria-valuenow", /^1[2-4]$/);
    await expect(cover.reference.getByRole("slider", { name: "Trim start" })).toBeVisible();
  });

  await test.step("what is typed moves the handles", async () => {
    await cover.reference.getByRole("textbox", { name: "Start" }).fill("0:02");
    const start = (await cover.reference.getByRole("slider", { name: "Trim start" }).boundingBox())!;
    const wave = (await wavesIn(cover.reference).boundingBox())!;
    expect((start.x - wave.x) / wave.width).toBeCloseTo(2 / 30, 1);
  });

  await test.step("parts are regions behind the wave, and do not take its presses", async () => {
    await cover.form.getByRole("button", { name: "Analyse" }).click();
    const parts = cover.analysis.getByRole("group", { name: "Song sections" }).getByRole("button");
    await expect(parts.first()).toBeVisible();
    await expectDrawn(wavesIn(cover.analysis));
    const regions = wavesIn(cover.analysis).locator("[part~=region]");
    await expect(regions).toHaveCount(await parts.count());
    const [part, region] = [(await parts.nth(1).boundingBox())!, (await regions.nth(1).boundingBox())!];
    expect(region.x).toBeCloseTo(part.x, 0);
    expect(region.width).toBeCloseTo(part.width, 0);
    const slider = cover.analysis.getByRole("slider", { name: /^Position in/ });
    const box = (await slider.boundingBox())!;
    await slider.click({ position: { x: box.width / 2, y: box.height / 2 } });
    const player = new PlayerBar(page);
    await player.waitForSecond((Number(await slider.getAttribute("max")) / 2) * 0.9);
  });
});
