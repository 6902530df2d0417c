import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openCluster, owner } from "@/scripts/cluster/open-cluster";
import { signIn } from "./fixtures/accounts";
import { expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { root } from "./fixtures/build-studio";
import { ImagePage, pictures } from "./fixtures/create-page";
import { copyAsOtherBuild } from "./fixtures/other-build";

const words = "A lighthouse in two versions";

const notice = (page: Page) => page.getByText("A new version is ready.");
const reload = (page: Page) => page.getByRole("button", { name: "Reload", exact: true });
const buildOf = (page: Page) => page.locator("html").getAttribute("data-build");

/** The first machine runs what stands for the version before: this build under other names (fixtures/other-build.ts). */
test("a page of the version before says that there is a new one, and loses no text", async ({ browser }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-other-build-"));
  const cluster = await openCluster({ log: () => {}, before: path.join(folder, "studio") });
  try {
    const [before, after] = cluster.machines;
    // Has compiled everything once it runs.
    await after!.start();
    await copyAsOtherBuild(root, path.join(folder, "studio"), ["changeNameAction"]);
    await before!.start();
    const { address, targets } = cluster.balancer;
    const goTo = (machine: typeof before) => {
      targets.clear();
      targets.add(machine!.address);
    };
    const context = await browser.newContext({ baseURL: address });

    await test.step("an action that the new version doesn't have says so, and the form is kept", async () => {
      goTo(before);
      const page = await context.newPage();
      const images = new ImagePage(page);
      await signIn(page, owner);
      await images.open();
      await images.make(words);
      await expect(pictures(images.take(words))).toHaveCount(1, { timeout: 60_000 });
      await images.prompt.fill(`${words}, at night`);
      expect(await buildOf(page)).toMatch(/^0+$/);
      await expect(notice(page)).toBeHidden();

      goTo(after);
      await images.submit.click();
      const refusal = page.getByRole("alert").filter({ hasText: "Not sent. The studio has been updated." });
      await expect(refusal).toContainText("Reload the page, then try again.");
      await expect(notice(page)).toBeVisible();
      await expect(images.prompt).toHaveValue(`${words}, at night`);
      await expectAccessibleAtBothSizes(page);

      await reload(page).click();
      await expect(page.locator("html")).not.toHaveAttribute("data-build", /^0+$/);
      await expect(images.prompt).toHaveValue(`${words}, at night`);
      await expect(notice(page)).toBeHidden();
      await images.submit.click();
      await expect(pictures(images.take(`${words}, at night`))).toHaveCount(1, { timeout: 60_000 });
      await page.close();
    });

    await test.step("a part of a page that the new version doesn't have brings the notice", async () => {
      goTo(before);
      // Without the files that the first page has left in its cache.
      const fresh = await browser.newContext({
        baseURL: address,
        storageState: await context.storageState(),
      });
      const page = await fresh.newPage();
      const images = new ImagePage(page);
      await images.open();
      // The form has its draft once it accepts input.
      await expect(images.prompt).toHaveValue(`${words}, at night`);
      await images.prompt.fill("Typed before");
      goTo(after);
      // The first sign of use fetches what the page may need.
      await page.mouse.move(400, 300);
      await page.keyboard.press("ControlOrMeta+k");
      await expect(notice(page)).toBeVisible();
      await expect(images.prompt).toHaveValue("Typed before");
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(notice(page)).toBeHidden();
      // A link loads the whole page, of the new version.
      await page.getByRole("link", { name: "Library" }).first().click();
      await expect(page).toHaveURL("/library");
      await expect(page.locator("html")).not.toHaveAttribute("data-build", /^0+$/);
      await fresh.close();
    });

    await test.step("an action that both versions have works from a page of the version before", async () => {
      goTo(before);
      const page = await context.newPage();
      await page.goto("/settings/account");
      await page.waitForLoadState("networkidle");
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await name.fill("Named by the version before");
      expect(await buildOf(page)).toMatch(/^0+$/);
      goTo(after);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      // Its answer is of another build, so the whole page is loaded anew.
      await expect(page.locator("html")).not.toHaveAttribute("data-build", /^0+$/);
      await expect(name).toHaveValue("Named by the version before");
      await page.close();
    });

    await test.step("text without a draft is not lost without a question", async () => {
      goTo(before);
      const page = await context.newPage();
      await page.goto("/settings/account");
      await page.waitForLoadState("networkidle");
      const name = page.getByRole("textbox", { name: "Name", exact: true });
      await name.fill("Typed, not saved");
      goTo(after);
      // As after a short interruption: the page's event stream reaches the other machine.
      await page.evaluate(() => dispatchEvent(new Event("offline")));
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect(notice(page)).toBeVisible();
      const asked = page.waitForEvent("dialog");
      const pressed = reload(page).click({ noWaitAfter: true });
      const question = await asked;
      expect(question.type()).toBe("beforeunload");
      await question.dismiss();
      await pressed;
      await expect(name).toHaveValue("Typed, not saved");
      expect(await buildOf(page)).toMatch(/^0+$/);
      page.once("dialog", (again) => void again.accept());
      await reload(page).click({ noWaitAfter: true });
      await expect(page.locator("html")).not.toHaveAttribute("data-build", /^0+$/);
    });
    await context.close();
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
});
