import type { ItemPage } from "@/lib/items/item-dto";
import { makeSpeech } from "./fixtures/make-speech";
import { MediaLedger } from "./fixtures/media-ledger";
import { PlayerBar } from "./fixtures/player-bar";
import { expect, test } from "./fixtures/test";

const soundCount = 40;

test("many sounds in a row leave nothing behind", async ({ page, studio }) => {
  test.slow();
  const { id } = await makeSpeech(studio.api, "Go.");
  const { items } = await studio.api.call<ItemPage>("GET", `/api/v1/items?generationId=${id}`);
  const [sound] = items;
  // One short sound under many names: this measures the player.
  const found: ItemPage = {
    items: Array.from({ length: soundCount }, (_, index) => ({
      ...sound!,
      id: sound!.id.replace(/....$/, String(index).padStart(4, "0")),
      generationId: id.replace(/....$/, String(index).padStart(4, "0")),
      name: `Sound ${index + 1} of ${soundCount}`,
    })),
    nextCursor: null,
    previousCursor: null,
  };
  // The page fetches search results itself; other lists are also rendered by the server.
  await page.route(
    (url) => url.pathname === "/api/v1/items" && url.searchParams.has("q"),
    (route) => route.fulfill({ json: found }),
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
  const play = page.getByRole("button", { name: `Play Sound 1 of ${soundCount}`, exact: true });
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
  await expect.poll(readNumber, { timeout: 60_000 }).toBeGreaterThan(10);
  const early = await measure();
  await expect.poll(readNumber, { timeout: 90_000 }).toBe(soundCount);
  await player.expectPaused(`Sound ${soundCount} of ${soundCount}`);
  const late = await measure();
  expect(await ledger.read()).toEqual({ elements: 1, openObjectUrls: 0, ends: soundCount });
  // Fewer than one object for each sound in between.
  expect(late.nodes).toBeLessThan(early.nodes + 20);
  expect(late.listeners).toBeLessThan(early.listeners + 20);
  expect(late.heapMegabytes).toBeLessThan(early.heapMegabytes + 1);
});
