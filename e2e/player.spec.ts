import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { endlessText, longText, makeSpeech, opening } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

const shortTexts = ["First of three.", "Second of three.", "Third of three."] as const;

test("one element plays on through the studio, by hand, by key and by the system", async ({
  page,
  studio,
}) => {
  await makeSpeech(studio.api, endlessText);
  const ledger = await MediaLedger.keep(page);
  await watchSound(page);
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();
  await expect(player.bar).toBeHidden();
  await player.start(speech.take(opening));
  await player.waitForSecond(0.5);
  await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.02);

  await test.step("it survives navigation", async () => {
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
    const before = await player.readSeconds();
    await player.waitForSecond(before + 0.5);
    expect((await ledger.read()).elements).toBe(1);
  });

  const readSession = () => page.evaluate(() => navigator.mediaSession.playbackState);
  await test.step("space pauses and plays, but not in a text field", async () => {
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

  await test.step("a press on the waveform goes there", async () => {
    const box = (await player.position.boundingBox())!;
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    const duration = Number(await player.position.getAttribute("max"));
    await expect.poll(() => player.readSeconds()).toBeCloseTo(duration / 4, 0);
  });

  await test.step("loudness is remembered", async () => {
    await page.reload();
    await player.start(page.getByRole("main"));
    await player.bar.getByRole("button", { name: "Volume" }).click();
    await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  });
});

test("a list plays on, is put in order, and two of its takes are compared", async ({ page, studio }) => {
  for (const text of shortTexts) await makeSpeech(studio.api, `${text} ${longText}`);
  const [first, second, third] = shortTexts;
  const ledger = await MediaLedger.keep(page);
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();

  await test.step("the next take follows the end of one", async () => {
    // The newest comes first, so the third one heads the list.
    await player.start(speech.take(third));
    await player.waitForSecond(0.2);
    await player.position.press("End");
    await expect(player.title(second)).toBeVisible();
    await player.waitForSecond(0.2);
  });

  await test.step("what comes can be moved, taken out and put back", async () => {
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

  await test.step("the keys of the system play, pause, step and seek", async () => {
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

  await test.step("what comes can be added to and cleared", async () => {
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

  await test.step("A and B are heard at the same place", async () => {
    await player.position.press("Home");
    await player.position.press("ArrowRight");
    await expect.poll(() => player.readSeconds()).toBe(5);
    const take = speech.take(second);
    await take.hover();
    await take.getByRole("button", { name: "Compare with the current track" }).click();
    await expect(player.title(second)).toBeVisible();
    await expect.poll(() => player.readSeconds()).toBe(5);
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
});

test("a file that is gone is told, with what to do", async ({ page, guard, studio }) => {
  guard.allow(/status 404: \w+ .*\/api\/media\//);
  const { outputs } = await makeSpeech(studio.api, "It was here a moment ago.");
  await page.route(`**${outputs[0]!.url}`, (route) => route.fulfill({ status: 404 }));
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();
  await player.start(speech.take("It was here"));
  await expect(player.bar.getByRole("status")).toHaveText(
    "The file no longer exists. Open the take for details.",
  );
  await page.unroute(`**${outputs[0]!.url}`);
  await player.bar.getByRole("button", { name: /^Play/ }).click();
  await player.waitForSecond(0.2);
});
