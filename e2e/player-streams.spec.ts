import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { endlessText, longText, opening, startSpeechStream } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test.describe("sound in the making", () => {
  test.beforeEach(async ({ sandbox }) => {
    // Streams in real time, so that playback starts before the stream ends.
    await sandbox.change({ streamPace: 1 });
  });

  test("grows, is sought in, joins another tab and a reload from the start, and becomes the file", async ({
    context,
    sandbox,
    studio,
  }) => {
    test.setTimeout(150_000);
    const page = await context.newPage();
    await watchSound(page);
    const ledger = await MediaLedger.keep(page);
    const speech = new SpeechPage(page);
    const player = new PlayerBar(page);
    await speech.open();
    const id = await startSpeechStream(studio.api, endlessText);
    const take = speech.take(opening);
    await player.start(take);
    await player.waitForSecond(1);
    await expect(take.getByText(/ received$/)).toBeVisible();
    await expect(player.bar.getByRole("status")).toHaveText("Playing as it’s generated");
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.02);

    await test.step("back inside what is there", async () => {
      await player.bar.getByRole("button", { name: /^Pause/ }).click();
      await player.position.press("Home");
      await expect.poll(() => player.readSeconds()).toBe(0);
      await player.bar.getByRole("button", { name: /^Play/ }).click();
      await player.waitForSecond(0.3);
      await player.expectPlaying(opening);
    });

    await test.step("another tab begins at the beginning, and this one is silent", async () => {
      const other = await context.newPage();
      await watchSound(other);
      const otherPlayer = new PlayerBar(other);
      const otherSpeech = new SpeechPage(other);
      await otherSpeech.open();
      await otherPlayer.start(otherSpeech.take(opening));
      await otherPlayer.waitForSecond(0.3);
      await player.expectPaused(opening);
      await other.close();
    });

    await test.step("so does a reload", async () => {
      await page.reload();
      await player.start(speech.take(opening));
      await player.waitForSecond(0.3);
      expect((await studio.api.getGeneration(id)).state).toBe("running");
    });

    await test.step("it goes on when it is stored, and is heard from the file after that", async () => {
      await sandbox.change({ streamPace: null });
      const done = await studio.api.waitForEnd(id);
      await expect(take.getByText(/ received$/)).toBeHidden();
      const before = await player.readSeconds();
      await player.waitForSecond(before + 0.5);
      await player.expectPlaying(opening);
      await player.position.press("End");
      await expect(player.position).toHaveAttribute("max", String(done.outputs[0]!.durationSeconds));
      await player.expectPaused(opening);
      expect(await ledger.read()).toEqual({ elements: 1, openObjectUrls: 0, ends: 1 });
    });
  });

  test("a stream that is slower than the voice shows that it waits, and goes on", async ({
    page,
    sandbox,
    studio,
  }) => {
    await sandbox.change({ streamPace: 0.4 });
    const player = new PlayerBar(page);
    const speech = new SpeechPage(page);
    await speech.open();
    await speech.text.fill(endlessText);
    await speech.submit.click();
    await expect(player.bar.getByRole("status")).toHaveText("Buffering");
    const [generation] = (await studio.api.listGenerations()).generations;
    expect(generation!.state).toBe("running");
    const before = await player.readSeconds();
    await player.waitForSecond(before + 0.2);
    await sandbox.change({ streamPace: null });
    await studio.api.waitForEnd(generation!.id);
    const whole = await player.readSeconds();
    await player.waitForSecond(whole + 0.5);
    await player.expectPlaying(opening);
  });

  test("a stream that breaks off plays what came and says so", async ({ page, studio }) => {
    const player = new PlayerBar(page);
    const speech = new SpeechPage(page);
    await speech.open();
    await speech.text.fill(`${longText} [[fault:drop-after-frames:6]]`);
    await speech.submit.click();
    await expect(player.bar.getByRole("status")).toHaveText(
      "The stream was interrupted. The part received so far is kept.",
    );
    const take = speech.take(opening);
    await expect(take.getByText(/^Ended early at 0:0\d\. The rest is missing\.$/)).toBeVisible();
    const [generation] = (await studio.api.listGenerations()).generations;
    expect(generation!.outputs[0]).toMatchObject({ partial: true });
  });
});
