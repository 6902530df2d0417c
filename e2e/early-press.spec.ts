import { makeSpeech } from "./fixtures/make-speech";
import { PlayerBar } from "./fixtures/player-bar";
import { expect, test } from "./fixtures/test";

const text = "Pressed before the page could hear it. ".repeat(12).trim();

for (const [place, addressOf] of [
  ["its own page", (id: string) => `/library/${id}`],
  ["the page where it was made", () => "/create/speech"],
] as const) {
  test(`play counts on ${place}, pressed before the script has come`, async ({ page, studio }) => {
    const { id } = await makeSpeech(studio.api, text);
    const released = Promise.withResolvers<void>();
    await page.route(/\/_next\/static\/.*\.js/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(addressOf(id), { waitUntil: "commit" });
    await page.getByRole("main").getByRole("button", { name: /^Play/ }).first().click();
    const player = new PlayerBar(page);
    await expect(player.bar).toBeHidden();
    released.resolve();
    await player.expectPlaying(text.slice(0, 20));
  });
}
