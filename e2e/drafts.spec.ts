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

test("a draft is stored when the page closes before the browser had time to render it", async ({ page }) => {
  // React's scheduler waits for messages to itself: without them it renders nothing that can wait.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message: unknown[]) {
      if (!("busy" in window)) Reflect.apply(post, this, message);
    };
  });
  await page.goto("/create/speech");
  const text = new SpeechPage(page).form.locator(".cm-content");
  await expect(text).toBeVisible();
  await page.evaluate(() => Object.assign(window, { busy: true }));
  await text.fill("Rain over the harbour");
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain("Rain over");
  await page.goto("/");
  await page.goto("/create/speech");
  await expect(text).toHaveText("Rain over the harbour");
});

test("text that is typed right before its form goes away is stored", async ({ page }) => {
  await page.goto("/create/speech");
  const text = new SpeechPage(page).form.locator(".cm-content");
  await expect(text).toBeVisible();
  await text.focus();
  // Before the pause after which the form gets the text, and without taking the focus from it.
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const startShort = (call: () => void, ms = 0) => (ms < 200 ? start(call, ms) : 0);
    Object.assign(window, { setTimeout: startShort });
    document.execCommand("insertText", false, "Rain over the harbour");
    queueMicrotask(() => document.querySelector<HTMLElement>('nav a[href="/create/music"]')!.click());
  });
  await page.waitForURL("**/create/music");
  await page.locator('nav a[href="/create/speech"]').first().click();
  await expect(text).toHaveText("Rain over the harbour");
});
