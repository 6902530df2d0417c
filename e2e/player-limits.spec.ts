import { expectAccessible } from "./fixtures/accessible";
import { longText, makeSpeech, opening } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test("two hundred sounds in a row leave nothing behind", async ({ page, studio }) => {
  test.setTimeout(240_000);
  const sound = await makeSpeech(studio.api, "Go.");
  // One short sound under two hundred names: this measures the player.
  const generations = Array.from({ length: 200 }, (_, index) => ({
    ...sound,
    id: sound.id.replace(/....$/, String(index).padStart(4, "0")),
    input: { ...sound.input, text: `Sound ${index + 1} of 200` },
  }));
  // The page fetches search results itself; other lists are also rendered by the server.
  await page.route(
    (url) => url.pathname === "/api/v1/generations" && url.searchParams.has("q"),
    (route) => route.fulfill({ json: { generations, nextCursor: null } }),
  );
  const ledger = await MediaLedger.keep(page);
  const player = new PlayerBar(page);
  await page.goto("/library");
  // Keys pressed before hydration are lost.
  await expect(async () => {
    await page.getByRole("searchbox").fill("");
    await page.getByRole("searchbox").fill("Sound");
    await expect(page).toHaveURL(/q=Sound/, { timeout: 2_000 });
  }).toPass();
  const play = page.getByRole("button", { name: "Play Sound 1 of 200", exact: true });
  await expect(play).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  async function measure() {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const read = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return {
      heapMegabytes: read("JSHeapUsedSize") / 1e6,
      nodes: read("Nodes"),
      listeners: read("JSEventListeners"),
    };
  }

  await play.click();
  await player.expectPlaying("Sound ");
  for (let faster = 0; faster < 4; faster += 1) await page.keyboard.press(">");
  const readNumber = async () =>
    Number(/^Sound (\d+)/.exec(await player.bar.getByRole("link").innerText())![1]);
  await expect.poll(readNumber, { timeout: 60_000 }).toBeGreaterThan(20);
  const early = await measure();
  await expect.poll(readNumber, { timeout: 180_000 }).toBe(200);
  await player.expectPaused("Sound 200 of 200");
  const late = await measure();
  expect(await ledger.read()).toEqual({ elements: 1, openObjectUrls: 0, ends: 200 });
  expect(late.heapMegabytes).toBeLessThan(early.heapMegabytes + 5);
  expect(late.nodes).toBeLessThan(early.nodes * 1.1);
  expect(late.listeners).toBeLessThan(early.listeners * 1.1);
});

test("player and takes are accessible and fit a phone in both themes", async ({ page, studio }) => {
  await makeSpeech(studio.api, longText);
  await page.setViewportSize({ width: 360, height: 740 });
  const speech = new SpeechPage(page);
  const player = new PlayerBar(page);
  await speech.open();
  await player.start(speech.take(opening));
  await player.waitForSecond(0.2);
  const [bar, submit] = [(await player.bar.boundingBox())!, (await speech.submit.boundingBox())!];
  expect(submit.y + submit.height).toBeLessThanOrEqual(bar.y);
  await player.bar.getByRole("button", { name: "More controls" }).click();
  await expect(page.getByRole("dialog", { name: "More controls" })).toBeVisible();
  await expectAccessible(page);
});
