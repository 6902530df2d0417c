import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test("a form stores nothing until it is edited, and its draft contains no defaults", async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "locale", value: "zh", url: baseURL! }]);
  const listDrafts = () =>
    page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith("reverie.draft.")));
  const speech = new SpeechPage(page);
  const text = speech.form.locator(".cm-content");
  // Leaving a page saves its draft. The voice of speech depends on the language.
  await page.goto("/create/speech");
  // The form renders again after hydration and could store a draft only then.
  await expect(text).toBeVisible();
  for (const generator of ["music", "cover", "image", "video", "narration", "speech"]) {
    await page.locator(`nav a[href="/create/${generator}"]`).first().click();
    await page.waitForURL(`**/create/${generator}`);
    await expect(page.locator(`main form .cm-content, main form textarea`).first()).toBeVisible();
  }
  expect(await listDrafts()).toEqual([]);

  await text.fill("你好");
  await page.goto("/");
  expect((await listDrafts()).map(([, draft]) => JSON.parse(draft) as unknown)).toEqual([{ text: "你好" }]);

  await context.addCookies([{ name: "locale", value: "en", url: baseURL! }]);
  await page.goto("/create/speech");
  await expect(text).toHaveText("你好");
  await expect(speech.form.getByRole("button", { name: /^Voice/ })).toContainText("Expressive narrator");
});
