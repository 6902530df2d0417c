import type { Page } from "@playwright/test";
import type { Digest } from "@/lib/notices/digest-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { agreeToNotifications, watchNotices } from "./fixtures/notices";
import { setHidden } from "./fixtures/set-hidden";
import { expect, test } from "./fixtures/test";

test.use({ serviceWorkers: "allow" });

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
  // What ends before the page's first look counts as unseen.
  const looked = page.waitForResponse((response) => response.url().endsWith("/api/v1/digest/looks"));
  await page.goto("/library");
  await looked;
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

const isControlled = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Presses a key, and waits until the service worker answers for the page. */
async function waitForWorker(page: Page): Promise<void> {
  // Keys pressed before the code has loaded are missed.
  await expect(async () => {
    await page.keyboard.press("Shift");
    await expect.poll(() => isControlled(page), { timeout: 6_000 }).toBe(true);
  }).toPass({ timeout: 30_000 });
}

test("without a connection, a page says so in the person’s language and theme, and comes back by itself", async ({
  context,
  guard,
  page,
  studio,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /status 503: GET \S+\/library$/);
  const { address } = studio.process;
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (...options) {
      document.documentElement.dataset.registered = "";
      return register.apply(this, options);
    };
  });
  const looked = page.waitForResponse((response) => response.url().endsWith("/api/v1/digest/looks"));
  await page.goto("/library");
  // Asked for by the code that registers it.
  await looked;
  const root = page.locator("html");
  await expect(root).not.toHaveAttribute("data-registered");
  await waitForWorker(page);
  await expect(root).toHaveAttribute("data-registered");
  await context.setOffline(true);
  // A page in a new process may not know that the test has taken its network away.
  const again = page.getByRole("heading", { name: /^(You’re offline|The studio isn’t responding)\.$/ });
  const againInChinese = page.getByRole("heading", { name: /^(当前处于离线状态|工作室没有响应)。$/ });

  await test.step("opened offline", async () => {
    await page.goto("/library");
    await expect(again).toBeVisible();
    await page.evaluate(() => {
      Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
      dispatchEvent(new Event("offline"));
    });
    await expect(page.getByRole("heading", { name: "You’re offline." })).toBeVisible();
    await expect(page).toHaveTitle("You’re offline.");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoOverflow(page);
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await expect(again).toBeVisible();
  });

  await test.step("in the language and theme that were chosen", async () => {
    await context.addCookies([
      { name: "locale", value: "zh", url: address },
      { name: "theme", value: "light", url: address },
    ]);
    await page.reload();
    await expect(againInChinese).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await context.addCookies([{ name: "locale", value: "en", url: address }]);
  });

  await test.step("and the page comes back by itself; nothing was kept", async () => {
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Library", exact: true })).toBeVisible();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });
});

test("notifications are asked for in Settings, told once for all tabs, and taken back by a look", async ({
  context,
  page,
  studio,
}) => {
  const make = async (prompt: string) =>
    studio.api.waitForEnd((await studio.api.createGeneration("image", picture(prompt))).id);
  const own = page.getByRole("switch", { name: "Notifications in this browser" });

  await test.step("blocked in the browser, which says what to do", async () => {
    await agreeToNotifications(page);
    await page.goto("/settings/notifications");
    await expect(own).toBeDisabled();
    await expect(page.getByText("Allow notifications for this site")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 720 });
    await expectNoOverflow(page);
  });

  await test.step("switched on by keys, for generations of any length", async () => {
    await page.evaluate(() => localStorage.setItem("test-permission", "default"));
    await page.reload();
    await expect(own).toBeEnabled();
    await expect(own).not.toBeChecked();
    await own.press("Space");
    await expect(own).toBeChecked();
    const saved = page.waitForResponse(/notifications\/preferences/);
    await page.getByLabel("How long it took").selectOption("Any time");
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(own).toBeChecked();
    await expect(page.getByLabel("How long it took")).toHaveValue("0");
  });

  await test.step("a browser that shows notifications needs no press for its service worker", async () => {
    await expect.poll(() => isControlled(page)).toBe(true);
    // A page of the studio that registers it once more, also late, revives what was unregistered. This one has no scripts.
    await page.goto("/icon.svg");
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.unregister());
    // An unregistered service worker stays until its last page is left.
    await page.goto("about:blank");
    await page.goto("/icon.svg");
    const isRegistered = () => navigator.serviceWorker.getRegistration().then(Boolean);
    await expect.poll(() => page.evaluate(isRegistered)).toBe(false);
    await page.goto("/settings/notifications");
    await expect.poll(() => isControlled(page)).toBe(true);
  });
  const { list: listNotices } = await watchNotices(context);
  const other = await context.newPage();
  await agreeToNotifications(other);
  await other.goto("/activity");
  await waitForWorker(other);

  await test.step("nothing while somebody looks at a tab", async () => {
    await setHidden(page, true);
    await make("A watched bay");
    await expect.poll(async () => (await studio.api.call<Digest>("GET", "/api/v1/digest")).unseen).toBe(0);
    expect(await listNotices()).toEqual([]);
  });

  await test.step("one for all hidden tabs, and one for several ends", async () => {
    await setHidden(other, true);
    await make("A bay at night");
    await expect.poll(listNotices).toEqual(["A bay at night: Done"]);
    await make("[[fault:1008]] A bay in fog");
    await expect.poll(listNotices).toEqual(["2 generations ended: 1 done, 1 failed or without a response"]);
  });

  await test.step("taken back by a look", async () => {
    await setHidden(page, false);
    await expect.poll(listNotices).toEqual([]);
  });
  await studio.api.request("PATCH", "/api/v1/notifications/preferences", { minimumSeconds: 10 });
});
