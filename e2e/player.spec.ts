import { expectAccessible } from "./fixtures/accessible";
import { longText, makeSpeech } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";
import { countLiving, expectDrawn, readWave, wavesIn } from "./fixtures/waves";

const [first, second, third] = ["First of three.", "Second of three.", "Third of three."] as const;

test("a list plays on, is reordered, and two of its takes are compared", async ({ guard, page, studio }) => {
  test.slow();
  guard.allow(/status 404: \w+ .*\/api\/media\//);
  let thirdUrl = "";
  for (const text of [first, second, third]) {
    thirdUrl = (await makeSpeech(studio.api, `${text} ${longText}`)).outputs[0]!.url;
  }
  const ledger = await MediaLedger.keep(page);
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();

  await test.step("waveforms are released with the takes that leave the page", async () => {
    for (const text of [first, second, third]) await expectDrawn(wavesIn(speech.take(text)));
    await page.getByRole("link", { name: "Image", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Image" })).toBeVisible();
    await expect(wavesIn(page)).toHaveCount(0);
    await expect.poll(() => countLiving(page)).toEqual({ waves: 0, canvases: 0 });
    await page.goBack();
  });

  await test.step("a file that no longer exists is reported, and plays once it is there again", async () => {
    await page.route(`**${thirdUrl}`, (route) => route.fulfill({ status: 404 }));
    // The newest comes first, so the third one heads the list.
    await player.start(speech.take(third));
    await expect(player.bar.getByRole("status")).toHaveText(
      "The file no longer exists. Open the take for details.",
    );
    await page.unroute(`**${thirdUrl}`);
    await player.bar.getByRole("button", { name: /^Play/ }).click();
    await player.waitForSecond(0.1);
  });

  await test.step("the next take follows the end of one", async () => {
    await player.position.press("End");
    await expect(player.title(second)).toBeVisible();
    await player.waitForSecond(0.1);
  });

  await test.step("the queue can be reordered and shortened", async () => {
    // Paused so that nothing ends, and at the beginning, where "previous" leads to the track before.
    await page.keyboard.press("Space");
    await player.expectPaused(second);
    await player.position.press("Home");
    await page.keyboard.press("Shift+P");
    await player.expectPlaying(third);
    await page.keyboard.press("Space");
    await player.expectPaused(third);
    await player.bar.getByRole("button", { name: "Queue", exact: true }).click();
    const queue = page.getByRole("dialog", { name: "Queue" });
    await expect(queue.getByRole("button", { name: /^Play now/ })).toHaveCount(2);
    await queue.getByRole("button", { name: `Move down: ${second}` }).click();
    await expect(queue.getByRole("button", { name: /^Play now/ }).first()).toHaveAccessibleName(
      new RegExp(first),
    );
    await queue.getByRole("button", { name: `Remove from queue: ${second}` }).click();
    await expect(queue.getByRole("button", { name: /^Play now/ })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+N");
    await expect(player.title(first)).toBeVisible();
  });

  await test.step("media keys play, pause, step and seek", async () => {
    await ledger.press("pause");
    await player.expectPaused(first);
    await ledger.press("seekto", { seekTime: 0 });
    await ledger.press("previoustrack");
    await player.expectPlaying(third);
    await ledger.press("nexttrack");
    await player.expectPlaying(first);
    await ledger.press("pause");
    await player.expectPaused(first);
    await ledger.press("seekto", { seekTime: 4 });
    await expect.poll(() => player.readSeconds()).toBe(4);
    await ledger.press("seekforward", { seekOffset: 3 });
    await expect.poll(() => player.readSeconds()).toBe(7);
    await ledger.press("play");
    await player.expectPlaying(first);
    await ledger.press("stop");
    await player.expectPaused(first);
    const { title, artist } = await page.evaluate(() => {
      const metadata = navigator.mediaSession.metadata!;
      return { title: metadata.title, artist: metadata.artist };
    });
    expect(title).toContain(first);
    expect(artist).toBe("speech-2.6-hd");
  });

  await test.step("the queue can be extended and cleared", async () => {
    const take = speech.take(second);
    await take.hover();
    await take.getByRole("button", { name: "Add to queue" }).click();
    await player.bar.getByRole("button", { name: "Queue", exact: true }).click();
    const queue = page.getByRole("dialog", { name: "Queue" });
    await expect(queue.getByRole("button", { name: /^Play now/ })).toHaveAccessibleName(new RegExp(second));
    await queue.getByRole("button", { name: "Clear" }).click();
    await expect(queue.getByText("Nothing up next")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(player.bar.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  await test.step("two takes are compared from the same position, each with its waveform", async () => {
    const waveOfFirst = await expectDrawn(wavesIn(player.bar));
    await player.position.press("Home");
    await player.position.press("ArrowRight");
    await expect.poll(() => player.readSeconds()).toBe(5);
    const take = speech.take(second);
    await take.hover();
    await take.getByRole("button", { name: "Compare with the current track" }).click();
    await expect(player.title(second)).toBeVisible();
    await expect.poll(() => player.readSeconds()).toBe(5);
    expect((await expectDrawn(wavesIn(player.bar))).restColor).toBe(waveOfFirst.restColor);
    await expect
      .poll(async () => (await readWave(wavesIn(player.bar)))?.heardShare)
      .toBeCloseTo(5 / Number(await player.position.getAttribute("max")), 1);
    await expect(wavesIn(player.bar)).toHaveCount(1);
    const comparison = player.bar.getByRole("group", { name: "Comparing two takes" });
    await expect(comparison.getByRole("button", { name: /^Listen to B/ })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await comparison.getByRole("button", { name: /^Listen to A/ }).click();
    await expect(player.title(first)).toBeVisible();
    await expect.poll(() => player.readSeconds()).toBe(5);
    await page.keyboard.press("Shift+B");
    await expect(player.title(second)).toBeVisible();
    await comparison.getByRole("button", { name: "Stop comparing" }).click();
    await expect(comparison).toBeHidden();
  });

  await test.step("player and takes are accessible and fit a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const [bar, submit] = [(await player.bar.boundingBox())!, (await speech.submit.boundingBox())!];
    expect(submit.y + submit.height).toBeLessThanOrEqual(bar.y);
    await player.bar.getByRole("button", { name: "More controls" }).click();
    await expect(page.getByRole("dialog", { name: "More controls" })).toBeVisible();
    await expectAccessible(page);
  });
});
