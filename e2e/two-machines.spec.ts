import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { apiToken, openCluster, owner } from "@/scripts/cluster/open-cluster";
import { signIn } from "./fixtures/accounts";
import { ImagePage, pictures } from "./fixtures/create-page";
import { longText, makeSpeech, opening } from "./fixtures/make-speech";
import { openVideoMaker } from "./fixtures/make-video";
import { PlayerBar } from "./fixtures/player-bar";
import { StudioApi } from "./fixtures/studio-api";
import { WatchedVideo } from "./fixtures/watched-video";

const words = "Two lighthouses that answer each other";

/** Where the store keeps the main result. */
const keyOf = ({ outputs }: GenerationDto) => blobKey(outputs.find(({ item }) => item)!.sha256);

/** The image in the clipboard. */
async function readCopiedImage(page: Page): Promise<Buffer> {
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return Array.from(new Uint8Array(await (await item!.getType("image/png")).arrayBuffer()));
  });
  return Buffer.from(copied);
}

test("a person uses two machines that take turns, and goes on when one of them stops", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const cluster = await openCluster({ log: () => {} });
  try {
    await cluster.start();
    const { address, targets } = cluster.balancer;
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    const images = new ImagePage(page);

    await test.step("signs in and makes images", async () => {
      await signIn(page, owner);
      await page.goto("/create/image");
      await images.prompt.fill(words);
      await images.submit.click();
      await expect(pictures(images.take(words))).toHaveCount(4, { timeout: 60_000 });
      await page.reload();
      await expect(pictures(images.take(words))).toHaveCount(4);
      // The form has its draft once it accepts input.
      await expect(images.prompt).toHaveValue(words);
    });

    await test.step("sees a whole picture straight from the store", async () => {
      const before = cluster.store.linked.length;
      await pictures(images.take(words)).first().click();
      const shown = page.getByRole("dialog").getByRole("img").first();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect.poll(() => cluster.store.linked.length).toBeGreaterThan(before);
      await page.keyboard.press("Escape");
    });

    const api = new StudioApi(() => address, apiToken);

    await test.step("hears a sound straight from the store, from anywhere in it", async () => {
      const speech = await makeSpeech(api, longText);
      await page.goto(`/library/${speech.id}`);
      const before = cluster.store.linked.length;
      const player = new PlayerBar(page);
      await page
        .getByRole("main")
        .getByRole("button", { name: `Play ${opening}` })
        .first()
        .click();
      await player.waitForSecond(0.5);
      await player.position.fill("8");
      await player.waitForSecond(8.5);
      expect(cluster.store.linked.slice(before)).toContain(keyOf(speech));
    });

    await test.step("watches a video straight from the store, and copies frames of it", async () => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const makeVideo = await openVideoMaker(api);
      const video = await makeVideo();
      const before = cluster.store.linked.length;
      await page.goto(`/library/${video.id}`);
      const watched = new WatchedVideo(page);
      await watched.waitUntilThere();
      expect(cluster.store.linked.slice(before)).toContain(keyOf(video));
      const frames: string[] = [];
      for (const key of ["Home", "End"]) {
        await watched.player.focus();
        await page.keyboard.press(key);
        await expect.poll(() => watched.read("seeking")).toBe(false);
        await watched.button("Copy frame").click();
        await expect(watched.player.getByText("Frame copied")).toBeVisible();
        const { data, info } = await sharp(await readCopiedImage(page))
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(info.width).toBe(
          await watched.video.evaluate((element) => (element as HTMLVideoElement).videoWidth),
        );
        expect(Math.max(...data.subarray(0, 30_000)) - Math.min(...data.subarray(0, 30_000))).toBeGreaterThan(
          30,
        );
        frames.push(data.toString("base64"));
        await expect(watched.player.getByText("Frame copied")).toBeHidden();
      }
      expect(frames[0]).not.toBe(frames[1]);
    });

    await test.step("types while one machine stops, and sends with the other", async () => {
      await page.goto("/create/image");
      await expect(images.prompt).toHaveValue(words);
      await images.prompt.fill(`${words}, at night`);
      const [first] = cluster.machines;
      targets.delete(first!.address);
      expect(await first!.stop()).toBe(0);
      await expect(images.prompt).toHaveValue(`${words}, at night`);
      await images.submit.click();
      await expect(pictures(images.take(`${words}, at night`))).toHaveCount(4, { timeout: 60_000 });
    });

    expect(await cluster.sandbox.readBill()).toHaveLength(4);
    await context.close();
  } finally {
    await cluster.close();
  }
});
