import type { Page } from "@playwright/test";
import { pushAddress } from "@/lib/notices/push-address";
import type { PushStatus } from "@/lib/notices/push-dto";
import { expectAccessibleAtBothSizes, expectNoOverflow } from "./fixtures/accessible";
import { signIn } from "./fixtures/accounts";
import { agreeToNotifications, watchNotices } from "./fixtures/notices";
import { PushDevice } from "./fixtures/push-device";
import { pushTest as test } from "./fixtures/push-test";
import { setHidden } from "./fixtures/set-hidden";
import { expect, nobody, owner, ownerSettings } from "./fixtures/test";

const own = (page: Page) => page.getByRole("switch", { name: "Notify this device when no tab is open" });
const devices = (page: Page) => page.getByRole("list", { name: "Devices that get notifications" });

test("a device is told by Web Push while no tab is open, until it is gone, turned off or signed out", async ({
  front,
  service,
  startStudio,
  openBrowser,
  guard,
}) => {
  test.setTimeout(180_000);
  // The service worker asks after the session ended, and so may a page while it signs out.
  guard.allow(/status 401: (GET|POST) \S+\/api\/v1\//);
  const studio = await startStudio({
    ...ownerSettings,
    STUDIO_PUBLIC_URL: front.address,
    STUDIO_PRIVATE_HOSTS: service.host,
  });
  front.lead(studio.process.address);
  await studio.api.call("PATCH", "/api/v1/notifications/preferences", { minimumSeconds: 0 });
  const make = async (prompt: string) =>
    (
      await studio.api.waitForEnd(
        (await studio.api.createGeneration("image", { model: "image-01", prompt })).id,
      )
    ).id;
  const openDevice = async () => {
    const context = await openBrowser({ ...nobody, baseURL: front.address, serviceWorkers: "allow" });
    await agreeToNotifications(context);
    const device = await PushDevice.open(context, service);
    const page = await context.newPage();
    await signIn(page, owner);
    return { context, device, page };
  };
  const { context, device, page } = await openDevice();

  await test.step("blocked in the browser, then turned on by keys", async () => {
    await page.goto("/settings/notifications");
    await expect(own(page)).toBeDisabled();
    await expect(page.getByText("Allow notifications for this site")).toHaveCount(2);
    await page.evaluate(() => localStorage.setItem("test-permission", "default"));
    await page.reload();
    await expect(page.getByText("Off. The browser asks you when you turn it on.")).toBeVisible();
    await own(page).press("Space");
    await expect(devices(page).getByRole("listitem")).toContainText(/Chrome.* on Linux/);
    await expect(devices(page).getByText("This browser")).toBeVisible();
    await expect(own(page)).toBeChecked();
    await expect(own(page)).toBeFocused();
    await expectAccessibleAtBothSizes(page);
  });

  await test.step("turned off, in the browser too", async () => {
    await own(page).press("Space");
    await expect(page.getByText("Off. The browser asks you when you turn it on.")).toBeVisible();
    await expect(devices(page)).toBeHidden();
    expect(device.isSubscribed).toBe(false);
  });

  await test.step("turned on again in Chinese, on a phone", async () => {
    await context.addCookies([{ name: "locale", value: "zh", url: front.address }]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await page.getByRole("switch", { name: "没有打开的标签页时也通知此设备" }).press("Space");
    await expect(page.getByRole("list", { name: "接收通知的设备" })).toContainText("Linux 上的 Chrome");
    await expectNoOverflow(page);
    await context.addCookies([{ name: "locale", value: "en", url: front.address }]);
  });

  const notices = await watchNotices(context);
  const deliver = await device.openDelivery(front.address);
  await test.step("told in their language with all tabs closed; a click opens the result", async () => {
    await page.close();
    const id = await make("A quay at night");
    await deliver(await device.receive());
    await expect.poll(notices.list).toEqual(["A quay at night: 已完成"]);
    expect(await notices.language()).toBe("zh");
    expect(await notices.click()).toEqual({ opened: [`/library/${id}`], focused: [] });
    expect(await notices.list()).toEqual([]);
  });

  const tab = await context.newPage();
  /** Opens a page, which nobody looks at any more. */
  const openHidden = async (path: string) => {
    const looked = tab.waitForResponse(/digest\/looks/);
    await tab.goto(path);
    await looked;
    await setHidden(tab, true);
  };
  await test.step("an open tab gets the focus and goes there", async () => {
    await openHidden("/projects");
    const id = await make("A bay in fog");
    await deliver(await device.receive());
    await expect.poll(notices.list).toEqual(["A bay in fog: 已完成"]);
    expect(await notices.click()).toEqual({ opened: [], focused: ["/projects"] });
    await expect(tab).toHaveURL(`${front.address}/library/${id}`);
    await expect(tab.getByRole("heading", { name: "A bay in fog" })).toBeVisible();
  });

  await test.step("a subscription that is gone leaves the list", async () => {
    await openHidden("/settings/notifications");
    await expect(own(tab)).toBeChecked();
    device.leave();
    await make("A pier nobody hears of");
    await device.receive();
    await expect(async () => {
      await tab.reload();
      await expect(tab.getByText("Off. The browser asks you when you turn it on.")).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expect(own(tab)).not.toBeChecked();
    await expect(devices(tab)).toBeHidden();
  });

  await test.step("signing out takes it from this browser and from the list", async () => {
    await own(tab).press("Space");
    await expect(devices(tab).getByRole("listitem")).toHaveCount(1);
    await tab.goto("/settings/account");
    await tab.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).press("Enter");
    await expect(tab).toHaveURL(/\/sign-in/);
    expect(device.isSubscribed).toBe(false);
    const { subscriptions } = await studio.api.call<PushStatus>("GET", pushAddress);
    expect(subscriptions).toEqual([]);
  });

  await test.step("what arrives after the session was ended elsewhere is not shown", async () => {
    const shared = await openDevice();
    await shared.page.goto("/settings/notifications");
    await shared.page.evaluate(() => localStorage.setItem("test-permission", "default"));
    await shared.page.reload();
    await own(shared.page).press("Space");
    await expect(own(shared.page)).toBeChecked();
    await expect(devices(shared.page).getByRole("listitem")).toHaveCount(1);
    const shown = await watchNotices(shared.context);
    const deliverLate = await shared.device.openDelivery(front.address);
    await shared.page.close();
    await make("A secret of the owner");
    const message = await shared.device.receive();
    expect(message).toContain("A secret of the owner");

    const elsewhere = await (await openBrowser({ ...nobody, baseURL: front.address })).newPage();
    await signIn(elsewhere, owner);
    await elsewhere.goto("/settings/account");
    await elsewhere.getByRole("button", { name: "Sign out all others" }).press("Enter");
    await expect(elsewhere.getByText("1 session signed out")).toBeVisible();
    await deliverLate(message);
    await expect.poll(shown.hasUnsubscribed).toBe(true);
    expect(await shown.list()).toEqual([]);
  });
});
