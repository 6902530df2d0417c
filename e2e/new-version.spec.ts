import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { openCluster, owner } from "@/scripts/cluster/open-cluster";
import { signIn } from "./fixtures/accounts";
import { expectAccessible } from "./fixtures/accessible";
import { root } from "./fixtures/build-studio";
import { ImagePage, pictures } from "./fixtures/create-page";
import { copyAsOtherBuild } from "./fixtures/other-build";

const words = "A lighthouse that is upgraded";

const notice = (page: Page) => page.getByText("A new version is ready.");
const reload = (page: Page) => page.getByRole("button", { name: "Reload", exact: true });

/** The first machine runs what stands for the version before: this build under other names (fixtures/other-build.ts). */
test("a page of the version before says that there is a new one, and loses nothing", async ({ browser }) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-other-build-"));
  const cluster = await openCluster({ log: () => {}, before: path.join(folder, "studio") });
  try {
    const [before, after] = cluster.machines;
    // Has compiled everything once it runs.
    await after!.start();
    await copyAsOtherBuild(root, path.join(folder, "studio"));
    await before!.start();
    const { address, targets } = cluster.balancer;
    const goTo = (machine: typeof before) => {
      targets.clear();
      targets.add(machine!.address);
    };
    const context = await browser.newContext({ baseURL: address });
    const page = await context.newPage();
    const images = new ImagePage(page);
    const buildOfPage = () => page.locator("html").getAttribute("data-build");

    await test.step("a page of the version before works with its own web", async () => {
      goTo(before);
      await signIn(page, owner);
      await images.open();
      await images.prompt.fill(words);
      await images.submit.click();
      await expect(pictures(images.take(words))).toHaveCount(4, { timeout: 60_000 });
      await expect(notice(page)).toBeHidden();
    });
    const old = await buildOfPage();

    await test.step("a part that the other build lacks is explained", async () => {
      await images.prompt.fill(`${words}, at night`);
      goTo(after);
      await page.getByRole("button", { name: "Choose a preset" }).or(page.locator("body")).first().hover();
      await page.keyboard.press("ControlOrMeta+k");
      await expect(notice(page)).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Close" }).last().click();
      await expect(notice(page)).toBeHidden();
    });
    await context.close();
    expect(old).toMatch(/^0+$/);
  } finally {
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
});
