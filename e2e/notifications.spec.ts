import type { Page } from "@playwright/test";
import type { Digest } from "@/lib/notices/digest-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { expect, test } from "./fixtures/test";

/** Nobody looks at the page, or somebody does. Headless browsers show every page. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      value: isHidden ? "hidden" : "visible",
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

const picture = (prompt: string, n = 1) => ({ model: "image-01", prompt, n });

test("a hidden tab tells what ended, and Activity what ended meanwhile", async ({
  context,
  page,
  studio,
}) => {
  const make = async (prompt: string) =>
    studio.api.waitForEnd((await studio.api.createGeneration("image", picture(prompt))).id);
  const readDigest = () => studio.api.call<Digest>("GET", "/api/v1/digest");
  await studio.api.request("DELETE", "/api/v1/digest");
  await page.goto("/library");
  const icon = page.locator("link[rel=icon]").first();

  await test.step("what is watched is no news", async () => {
    await expect(async () => expect((await readDigest()).unseen).toBe(0)).toPass();
    await make("A watched quay");
    await expect.poll(async () => (await readDigest()).total).toBe(0);
    await expect(page).toHaveTitle("Library · Reverie");
  });

  const other = await context.newPage();
  await other.goto("/settings/connection");
  await test.step("the title and the icon of hidden tabs count", async () => {
    await setHidden(page, true);
    await setHidden(other, true);
    await make("A quay at night");
    await expect(page).toHaveTitle("(1) Library · Reverie");
    await expect(other).toHaveTitle(/^\(1\) /);
    await expect(icon).toHaveAttribute("href", "/icon-news.svg");
    await make("[[fault:1008]] A quay in fog");
    await expect(page).toHaveTitle("(2) Library · Reverie");
  });

  await test.step("a look at one tab resets all", async () => {
    await setHidden(other, false);
    await expect(other).toHaveTitle(/^(?!\()/);
    await expect(page).toHaveTitle("Library · Reverie");
    await expect(icon).toHaveAttribute("href", "/icon.svg");
  });

  await test.step("Activity has the digest until it is cleared, in every tab", async () => {
    await page.setViewportSize({ width: 360, height: 720 });
    await page.goto("/activity");
    await other.goto("/activity");
    const digest = (tab: Page) => tab.getByRole("region", { name: "While you were away" });
    await expect(digest(page)).toContainText("1 done, 1 failed");
    await expect(digest(page).getByRole("link", { name: "A quay at night" })).toBeVisible();
    await expect(digest(page)).not.toContainText("A watched quay");
    await expectAccessible(page);
    await expectNoOverflow(page);
    await digest(page).getByRole("link", { name: "1 didn’t succeed. See what to do" }).press("Enter");
    await expect(page.getByText("A quay in fog")).toBeInViewport();
    await digest(other).getByRole("button", { name: "Clear" }).press("Enter");
    await expect(digest(other)).toBeHidden();
    await expect(digest(page)).toBeHidden();
  });
});
