import { expectNoViolations } from "./fixtures/accessible";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { longText, makeSpeech, opening } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { expect, test } from "./fixtures/test";
import { expectDrawn, readWave, SoundTraffic, wavesIn } from "./fixtures/waves";

/** About half a minute, so that it does not end during a step on a slow machine. */
const lastingText = `${longText} ${longText}`;

test("one element plays a sound throughout the studio, drawn as a waveform wherever it is shown", async ({
  page,
  studio,
}) => {
  test.slow();
  const { id, outputs } = await makeSpeech(studio.api, lastingText);
  const [{ url, durationSeconds }] = outputs as [(typeof outputs)[0]];
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
  const ledger = await MediaLedger.keep(page);
  await watchSound(page);
  const traffic = new SoundTraffic(page);
  const player = new PlayerBar(page);
  const sound = page.getByRole("region", { name: "Audio" });
  const wave = wavesIn(sound);

  await test.step("a page without sound does not load the waveform library", async () => {
    await page.goto("/create/image");
    await page.waitForLoadState("networkidle");
    expect(await traffic.countWaveScripts()).toBe(0);
  });

  await test.step("takes, library and result page draw it without loading it", async () => {
    await page.getByRole("link", { name: "Speech", exact: true }).first().click();
    await expectDrawn(wavesIn(page.getByRole("article", { name: opening })));
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
    await expectDrawn(wavesIn(page.getByRole("main")));
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(opening) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/library/${id}`));
    await expectDrawn(wave);
    expect(await traffic.countWaveScripts()).toBeGreaterThan(0);
    expect(traffic.played).toEqual([]);
    expect((await ledger.read()).elements).toBe(0);
    await expect(player.bar).toBeHidden();
  });

  await test.step("only the player loads it, with one element", async () => {
    await player.start(sound);
    await expectDrawn(wavesIn(player.bar));
    await player.waitForSecond(0.2);
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.02);
    expect((await ledger.read()).elements).toBe(1);
    expect([...new Set(traffic.played)]).toEqual([url]);
    expect(traffic.fetched).toEqual([]);
  });

  await test.step("clicks and keys on the waveform of the page seek, and both waveforms follow", async () => {
    await player.bar.getByRole("button", { name: /^Pause/ }).click();
    const slider = sound.getByRole("slider", { name: /^Position in/ });
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const heard = async () => [
      (await readWave(wave))?.heardShare,
      (await readWave(wavesIn(player.bar)))?.heardShare,
    ];
    await expect.poll(heard).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)]);
    await slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(heard).toEqual([0, 0]);
    await page.keyboard.press("ArrowRight");
    const share = 5 / durationSeconds!;
    await expect.poll(heard).toEqual([expect.closeTo(share, 1), expect.closeTo(share, 1)]);
    await expect(slider).toHaveAttribute("aria-valuetext", /^0:05 of /);
    expect((await ledger.read()).elements).toBe(1);
  });

  await test.step("a waveform has the colours of the theme, the pixels of the screen and the width of its place", async () => {
    const window = page.viewportSize()!;
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
    const protocol = await page.context().newCDPSession(page);
    const screen = { ...window, deviceScaleFactor: 2.5, mobile: false };
    await protocol.send("Emulation.setDeviceMetricsOverride", screen);
    await page.evaluate(() => {
      const { queries } = globalThis as unknown as { queries: MediaQueryList[] };
      for (const query of queries) if (!query.matches) query.dispatchEvent(new Event("change"));
    });
    await expect.poll(async () => (await readWave(wave))?.pixelRatio).toBeCloseTo(2.5, 1);
    await protocol.send("Emulation.clearDeviceMetricsOverride");

    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(async () => (await readWave(wave))?.widthPx).toBeLessThan(300);
    await expectDrawn(wave);
    await page.setViewportSize(window);
  });

  await test.step("playback survives navigation", async () => {
    await page.keyboard.press("Space");
    await player.expectPlaying(opening);
    await page.getByRole("link", { name: "Library", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
    const before = await player.readSeconds();
    await player.waitForSecond(before + 0.2);
    expect((await ledger.read()).elements).toBe(1);
  });

  const readSession = () => page.evaluate(() => navigator.mediaSession.playbackState);
  await test.step("space pauses and plays, except in a text field", async () => {
    await page.keyboard.press("Space");
    await player.expectPaused(opening);
    expect(await readSession()).toBe("paused");
    await page.keyboard.press("Space");
    await player.expectPlaying(opening);
    expect(await readSession()).toBe("playing");
    const search = page.getByRole("searchbox");
    await search.fill("two");
    await search.press("Space");
    await expect(search).toHaveValue("two ");
    await player.expectPlaying(opening);
    await search.clear();
    await search.blur();
  });

  await test.step("keys seek, mute and change the speed", async () => {
    await page.keyboard.press("Space");
    const before = await player.readSeconds();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => player.readSeconds()).toBeCloseTo(before + 5, 0);
    await player.position.press("Home");
    await expect.poll(() => player.readSeconds()).toBe(0);
    await player.position.press("ArrowRight");
    await expect.poll(() => player.readSeconds()).toBe(5);
    await page.keyboard.press(">");
    await expect(player.bar.getByRole("button", { name: "Speed, 1.25×" })).toBeVisible();
    await page.keyboard.press("Shift+M");
    await player.bar.getByRole("button", { name: "Volume" }).click();
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a click on the waveform of the player seeks", async () => {
    const box = (await player.position.boundingBox())!;
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    const duration = Number(await player.position.getAttribute("max"));
    await expect.poll(() => player.readSeconds()).toBeCloseTo(duration / 4, 0);
  });

  await test.step("the volume survives a reload", async () => {
    await page.reload();
    await player.start(page.getByRole("main"));
    await player.bar.getByRole("button", { name: "Volume" }).click();
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  });
});

test("a reference is trimmed with handles on its waveform, which shows its sections", async ({ page }) => {
  test.slow();
  const cover = new CoverPage(page);
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  await expectDrawn(wavesIn(cover.reference));

  await test.step("by keys", async () => {
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

  await test.step("by dragging", async () => {
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

  await test.step("typed times move the handles", async () => {
    await cover.reference.getByRole("textbox", { name: "Start" }).fill("0:02");
    const start = (await cover.reference.getByRole("slider", { name: "Trim start" }).boundingBox())!;
    const wave = (await wavesIn(cover.reference).boundingBox())!;
    expect((start.x - wave.x) / wave.width).toBeCloseTo(2 / 30, 1);
  });

  await test.step("sections are regions of the waveform that do not block clicks", async () => {
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
