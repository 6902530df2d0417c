import { CoverPage } from "./fixtures/cover-page";
import { ImagePage, pictures } from "./fixtures/create-page";
import { NarrationPage } from "./fixtures/narration-page";
import { expect, test } from "./fixtures/test";
import { VideoPage } from "./fixtures/video-page";

/** A tablet: as wide as a small desktop, without a mouse. */
test.use({ hasTouch: true, isMobile: true, viewport: { width: 820, height: 1180 } });

// The guard fails the test for every status of 400 or more, so these pages request nothing that is missing.
test("with touch alone, fields name what fingers can do, and every action is in reach", async ({ page }) => {
  test.slow();
  const images = new ImagePage(page);
  const video = page.getByRole("heading", { level: 1, name: "Video" });
  const heading = (words: string) => page.getByRole("heading", { level: 1, name: words });
  const expectTouchWords = async (words: string) => {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(page.getByText(/^Drop /)).toBeHidden();
  };

  await test.step("fields say nothing of dropping or pasting", async () => {
    await new VideoPage(page).open();
    await expectTouchWords("Choose an image.");
    await new CoverPage(page).open();
    await expectTouchWords("Choose an audio file.");
    const narration = new NarrationPage(page);
    await narration.open();
    await narration.chooseSource("File");
    await expectTouchWords("Choose a txt or zip file.");
    await images.open();
    await expectTouchWords("Choose a file.");
  });

  const older = await images.make("A stone bridge");
  await expect(pictures(older)).toHaveCount(1);
  const newer = await images.make("A red kite");
  await expect(pictures(newer)).toHaveCount(1);
  await test.step("the actions of an older take are visible", async () => {
    const actions = older.getByRole("group", { name: /^Actions for/ });
    await expect(actions).toHaveCSS("opacity", "1");
    await actions.getByRole("button", { name: "More" }).tap();
    await page.getByRole("menuitem", { name: "Open in library" }).tap();
    await expect(heading("A stone bridge")).toBeVisible();
  });

  await test.step("the actions of a result in the library are visible", async () => {
    await page.goto("/library");
    const filmIt = page.getByRole("link", { name: "Create a video from this" }).first();
    await expect(filmIt).toHaveCSS("opacity", "1");
    await filmIt.tap();
    await expect(video).toBeVisible();
  });

  const firstFrame = page.getByRole("img", { name: /first frame|A red kite/i }).first();
  await page.setViewportSize({ width: 360, height: 740 });
  await test.step("on a phone, the lightbox begins a video with its image", async () => {
    await images.open();
    await pictures(newer).first().tap();
    await page.getByRole("dialog").getByRole("link", { name: "Create a video from this" }).tap();
    await expect(video).toBeVisible();
    await expect(page).toHaveURL(/\/create\/video\?asset=/);
    await expect(firstFrame).toBeVisible();
    await page.reload();
    await expect(firstFrame).toBeVisible();
  });

  await test.step("on a phone, the page of an image begins a video with it", async () => {
    await page.goto("/library");
    await page
      .getByRole("link", { name: /A red kite/ })
      .first()
      .tap();
    await expect(heading("A red kite")).toBeVisible();
    await page.getByRole("main").getByRole("button", { name: "More" }).first().tap();
    await page.getByRole("menuitem", { name: "Create a video from this" }).tap();
    await expect(video).toBeVisible();
    await page.goBack();
    await expect(heading("A red kite")).toBeVisible();
    await page.goForward();
    await expect(firstFrame).toBeVisible();
    await page.waitForLoadState("networkidle");
  });
});
