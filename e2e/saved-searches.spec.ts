import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures/test";
import { waitForClosedLayers } from "./fixtures/settled-page";

/** Opens a menu with Enter and chooses an entry by keys. */
async function choose(page: Page, button: string | RegExp, entry: string): Promise<void> {
  await page.getByRole("button", { name: button }).first().press("Enter");
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await item.focus();
  await item.press("Enter");
}

test("searches are filtered, saved, opened and managed by keys, in every tab", async ({
  context,
  guard,
  page,
  studio,
}) => {
  guard.allow(/status 422: POST \S+\/api\/v1\/saved-searches/);
  const tag = `quay ${randomUUID().slice(0, 8)}`;
  const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt: "A stone quay" });
  const { outputs } = await studio.api.waitForEnd(id);
  await studio.api.call("PATCH", `/api/v1/items/${outputs[0]!.item!.id}`, { addTags: [tag] });
  const quay = page.getByRole("link", { name: /^Open result 1: A stone quay/ });
  const rail = page.getByRole("list", { name: "Saved searches" });
  const other = await context.newPage();
  const otherRail = other.getByRole("list", { name: "Saved searches" });
  await other.goto("/");

  await page.goto("/library");
  await test.step("further filters show, and each is removed with its own button", async () => {
    await page.getByRole("button", { name: "More filters" }).press("Enter");
    await choose(page, /^Created with: /, "Not the sandbox");
    await expect(page).toHaveURL(/sandbox=false/);
    await expect(quay).toHaveCount(0);
    await choose(page, /^Created with: /, "Sandbox");
    await choose(page, /^File size: /, "Up to 1 MB");
    await expect(page).toHaveURL(/maxBytes=1000000&sandbox=true/);
    await expect(quay).toHaveCount(1);
    await page.reload();
    await expect(quay).toHaveCount(1);
    await page.getByRole("button", { name: "Remove filter: Up to 1 MB" }).press("Enter");
    await expect(page).not.toHaveURL(/maxBytes/);
    await expect(page.getByRole("button", { name: "Remove filter: Up to 1 MB" })).toHaveCount(0);
    await page.getByRole("button", { name: "Remove filter: Sandbox" }).press("Enter");
    await expect(page).toHaveURL("/library");
  });

  await test.step("what is shown is saved under a name that is free", async () => {
    await choose(page, /^Tag: /, tag);
    await expect(page).toHaveURL(/tag=/);
    const dialog = page.getByRole("dialog", { name: "Save this search" });
    await choose(page, "Saved searches", "Save this search");
    await dialog.getByLabel("Name").fill("Quays");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await choose(page, /^Type: /, "Images");
    await choose(page, "Saved searches", "Save this search");
    await dialog.getByLabel("Name").fill("QUAYS");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Another saved search has this name.");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Pictures of quays");
    await page.keyboard.press("Enter");
    await expect(rail.getByRole("link")).toHaveText(["Quays", "Pictures of quays"]);
    await expect(rail.getByRole("link", { name: "Pictures of quays" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(otherRail.getByRole("link")).toHaveText(["Quays", "Pictures of quays"]);
  });

  await test.step("another tab opens it, and says what is gone of it", async () => {
    await otherRail.getByRole("link", { name: "Quays", exact: true }).press("Enter");
    await expect(other).toHaveURL(/\/library\?tag=/);
    await expect(other.getByRole("link", { name: /^Open result 1: A stone quay/ })).toHaveCount(1);
    await studio.api.call("PATCH", `/api/v1/items/${outputs[0]!.item!.id}`, { removeTags: [tag] });
    await expect(other.getByText(`Nothing here has the tag “${tag}”.`)).toBeVisible();
    await expect(other.getByRole("button", { name: `Remove filter: ${tag}` })).toBeVisible();
  });

  await test.step("they are ordered, renamed and deleted", async () => {
    await choose(page, "Saved searches", "Manage saved searches");
    const dialog = page.getByRole("dialog", { name: "Saved searches" });
    const up = dialog.getByRole("button", { name: "Move Pictures of quays up" });
    await up.press("Enter");
    await expect(otherRail.getByRole("link")).toHaveText(["Pictures of quays", "Quays"]);
    await expect(up).toBeFocused();
    await dialog.getByRole("button", { name: "Rename Quays" }).press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Piers");
    await page.keyboard.press("Enter");
    await expect(otherRail.getByRole("link")).toHaveText(["Pictures of quays", "Piers"]);
    await dialog.getByRole("button", { name: "Delete Pictures of quays" }).press("Enter");
    await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await expect(otherRail.getByRole("link")).toHaveText(["Piers"]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await waitForClosedLayers(page);
  });

  await test.step("a phone has them in the library's menu", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/library");
    await choose(page, "Saved searches", "Piers");
    await expect(page).toHaveURL(/\/library\?tag=/);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
  });
});
