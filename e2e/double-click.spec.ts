import type { Locator } from "@playwright/test";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { MusicPage } from "./fixtures/music-page";
import { expect, test, type Studio } from "./fixtures/test";

/** Double-clicks and expects one generation after the first one ended. */
async function expectOneGeneration(submit: Locator, take: Locator, studio: Studio, generator: string) {
  await submit.dblclick();
  await expect(take.first()).toBeVisible();
  const [made] = (await studio.api.listGenerations(`&generator=${generator}`)).generations;
  await studio.api.waitForEnd(made!.id, 60_000);
  await expect(submit).toBeEnabled();
  expect((await studio.api.listGenerations(`&generator=${generator}`)).generations).toHaveLength(1);
}

test.describe("a double click makes one", () => {
  test("song", async ({ page, studio }) => {
    const music = new MusicPage(page);
    await music.open();
    await music.prompt.fill("harbour waltz");
    await music.lyrics.fill("[Outro]\nla");
    await expectOneGeneration(music.submit, music.take("harbour waltz"), studio, "music");
  });

  test("cover", async ({ page, studio }) => {
    test.slow();
    const cover = new CoverPage(page);
    await cover.open();
    await cover.chooseFile(await readShippedSong());
    await cover.prompt.fill("Slow lounge jazz, brushed drums");
    const take = cover.take("Slow lounge jazz, brushed drums");
    await expectOneGeneration(cover.submit, take, studio, "cover");
  });
});
