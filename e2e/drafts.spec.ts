import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test("looking at a form stores nothing, and a draft takes no default along", async ({ page, context }) => {
  const { origin } = new URL((await page.goto("/"))!.url());
  await context.addCookies([{ name: "locale", value: "zh", url: origin }]);
  const listDrafts = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith("reverie.draft.")));
  for (const generator of ["music", "cover", "image", "video", "speech", "narration"]) {
    await page.goto(`/create/${generator}`);
    // The form renders again after hydration and could store a draft only then.
    await expect(page.getByRole("main").locator("form")).toBeVisible();
    await page.waitForFunction(() => document.querySelector(".cm-content, textarea") !== null);
  }
  // Leaving a page saves its draft.
  await page.goto("/");
  expect(await listDrafts()).toEqual([]);

  const speech = new SpeechPage(page);
  await page.goto("/create/speech");
  const text = page.getByRole("main").locator("form .cm-content");
  await text.fill("你好");
  await page.goto("/");
  expect((await listDrafts()).map(([, draft]) => JSON.parse(draft) as unknown)).toEqual([{ text: "你好" }]);

  await context.addCookies([{ name: "locale", value: "en", url: origin }]);
  await page.goto("/create/speech");
  await expect(text).toHaveText("你好");
  await expect(speech.form.getByRole("button", { name: /^Voice/ })).toContainText("Expressive narrator");
});
