import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { readHeardSound, watchSound } from "./fixtures/heard-sound";
import { endlessText, longText, opening } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";
import { expectDrawn, readWave, wavesIn } from "./fixtures/waves";

test("a stream is played and drawn while it is generated, and becomes the file", async ({
  context,
  sandbox,
  studio,
}) => {
  test.setTimeout(150_000);
  // Slower than the voice, so that playback has to wait.
  await sandbox.change({ streamPace: 0.4 });
  const page = await context.newPage();
  await watchSound(page);
  const ledger = await MediaLedger.keep(page);
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  const status = player.bar.getByRole("status");
  await speech.open();
  await speech.text.fill(endlessText);
  await speech.submit.click();
  const take = speech.take(opening);
  const wave = wavesIn(take);
  const readWidth = async () => (await readWave(wave))?.widthPx ?? 0;

  await test.step("it plays at once, and waits where the stream is slower than the voice", async () => {
    await expect.poll(async () => (await readHeardSound(page)).seconds ?? 0).toBeGreaterThan(0.2);
    await expect.poll(async () => (await readHeardSound(page)).loudest).toBeGreaterThan(0.05);
    await expect(status).toHaveText("Buffering");
    const before = await player.readSeconds();
    await player.waitForSecond(before + 0.2);
  });
  const [{ id, ...generation }] = (await studio.api.listGenerations()).generations as [GenerationDto];
  expect(generation).toMatchObject({ state: "running", live: { role: "audio", mimeType: "audio/mpeg" } });

  await test.step("its waveform grows", async () => {
    // From here on the stream is faster than the voice.
    await sandbox.change({ streamPace: 1.5 });
    await expect(take.getByText(/ received$/)).toBeVisible();
    await expect(status).toHaveText("Playing as it’s generated");
    const first = await readWidth();
    await expect.poll(readWidth).toBeGreaterThan(first + 8);
    expect((await readWave(wave))!.highest).toBeGreaterThan(0.9);
    await expect.poll(async () => (await readWave(wave))?.heardShare ?? 0).toBeGreaterThan(0);
    expect((await readWave(wave))!.heardShare).toBeLessThanOrEqual(1);
  });

  await test.step("it can be rewound", async () => {
    await player.bar.getByRole("button", { name: /^Pause/ }).click();
    await player.position.press("Home");
    await expect.poll(() => player.readSeconds()).toBe(0);
    await player.bar.getByRole("button", { name: /^Play/ }).click();
    await player.waitForSecond(0.2);
    await player.expectPlaying(opening);
  });

  await test.step("another tab plays it from the start and pauses this one", async () => {
    const other = await context.newPage();
    await watchSound(other);
    const otherPlayer = new PlayerBar(other);
    const otherSpeech = new SpeechPage(other);
    await otherSpeech.open();
    await otherPlayer.start(otherSpeech.take(opening));
    await otherPlayer.waitForSecond(0.2);
    await player.expectPaused(opening);
    await other.close();
  });

  await test.step("it plays from the start after a reload", async () => {
    await page.reload();
    await player.start(take);
    await player.waitForSecond(0.2);
    expect((await studio.api.getGeneration(id)).state).toBe("running");
  });

  await test.step("playback continues from the stored file", async () => {
    await sandbox.change({ streamPace: null });
    const done = await studio.api.waitForEnd(id);
    expect(done).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect(done.live).toBeUndefined();
    await expect(take.getByText(/ received$/)).toBeHidden();
    const before = await player.readSeconds();
    await player.waitForSecond(before + 0.3);
    await player.expectPlaying(opening);
    await player.position.press("End");
    await expect(player.position).toHaveAttribute("max", String(done.outputs[0]!.durationSeconds));
    await player.expectPaused(opening);
    expect(await ledger.read()).toEqual({ elements: 1, openObjectUrls: 0, ends: 1 });
    await expect
      .poll(async () => (await readWidth()) / (await take.getByRole("slider").boundingBox())!.width)
      .toBeGreaterThan(0.98);
    await expectDrawn(wave);
  });

  await test.step("a stream that breaks off plays what arrived and says so", async () => {
    await sandbox.change({ streamPace: 1 });
    await speech.text.fill(`Broken off. ${longText} [[fault:drop-after-frames:6]]`);
    await speech.submit.click();
    await expect(status).toHaveText("The stream was interrupted. The part received so far is kept.");
    const broken = speech.take("Broken off.");
    await expect(broken.getByText(/was cut off/)).toBeVisible();
    await expect(broken.getByText(/^Ended early at 0:0\d\. The rest is missing\.$/)).toBeVisible();
    await expect(broken.getByRole("button", { name: /^Play/ })).toBeVisible();
    const [newest] = (await studio.api.listGenerations()).generations;
    expect(newest).toMatchObject({
      state: "failed",
      counts: { stored: 0, partial: 1 },
      outputs: [{ partial: true }],
    });
  });
});
