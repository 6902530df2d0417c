import type { Locator, Page } from "@playwright/test";
import type { SnippetDto, Snippets } from "@/lib/snippets/snippet-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";
import { waitForClosedLayers } from "./fixtures/settled-page";

test.beforeEach(async ({ studio }) => {
  const { snippets } = await studio.api.call<Snippets>("GET", "/api/v1/snippets");
  for (const { id } of snippets) await studio.api.request("DELETE", `/api/v1/snippets/${id}`);
});

/** Opens the menu of a field by keys, and chooses an entry. */
async function choose(page: Page, field: string, entry: string): Promise<void> {
  const button = page.getByRole("button", { name: `Earlier texts and snippets: ${field}` });
  await expect(async () => {
    if ((await button.getAttribute("aria-expanded")) !== "true") await button.press("Enter");
    await expect(button).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
  }).toPass();
  const item = page.getByRole("menuitem", { name: entry });
  await item.focus();
  await item.press("Enter");
}

const options = (page: Page): Locator => page.getByRole("listbox", { name: "Snippets" }).getByRole("option");

test("an earlier text is found and fills its field, by keys", async ({ page, studio }) => {
  const image = new ImagePage(page);
  const long = `A harbour ${"in thick fog ".repeat(60)}at dawn`;
  for (const prompt of ["Reeds by a lake", long, "Lanterns over a quay"]) {
    await studio.api.createGeneration("image", { model: "image-01", prompt, n: 1 });
  }
  const dialog = page.getByRole("dialog", { name: "Earlier texts: Prompt" });
  const search = dialog.getByRole("searchbox", { name: "Search earlier texts" });

  await test.step("from the menu", async () => {
    await image.open();
    await image.prompt.fill("Something unsaved");
    await choose(page, "Prompt", "Earlier texts");
    await expect(search).toBeFocused();
    await expect(dialog.getByRole("listitem").first()).toContainText("Lanterns over a quay");
    await expectAccessible(page);
    await page.keyboard.type("fog harbour");
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(image.prompt).toHaveValue(long);
    await expect(image.prompt).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(image.prompt).toHaveValue("Something unsaved");
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await expect(image.prompt).toHaveValue(long);
    await page.getByRole("button", { name: "Undo" }).last().press("Enter");
    await expect(image.prompt).toHaveValue("Something unsaved");
  });

  await test.step("with the up arrow in an empty field", async () => {
    await image.prompt.press("ArrowUp");
    await expect(dialog).toBeHidden();
    await image.prompt.fill("");
    await image.prompt.press("ArrowUp");
    await expect(search).toBeFocused();
    await page.keyboard.type("nothing like it");
    await expect(dialog.getByText("No results for “nothing like it”")).toBeVisible();
    await page.keyboard.press("Escape");
    // The first Escape may clear the search.
    if (await dialog.isVisible()) await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(image.prompt).toBeFocused();
  });

  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Earlier texts and snippets: Prompt" }).click();
    await page.getByRole("menuitem", { name: "Earlier texts" }).click();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: /^Reeds by a lake/ }).click();
    await expect(image.prompt).toHaveValue("Reeds by a lake");
  });
});

test("snippets are saved, inserted behind a slash and managed, by keys and in every tab", async ({
  context,
  guard,
  page,
  studio,
}) => {
  guard.allow(/status 422: POST \S+\/api\/v1\/snippets/);
  const image = new ImagePage(page);
  const save = page.getByRole("dialog", { name: "Save as snippet" });
  const manage = page.getByRole("dialog", { name: "Snippets" });
  const other = await context.newPage();
  const otherPrompt = new ImagePage(other).prompt;
  await other.goto("/create/image");

  await test.step("the selected text is saved under a name that is free", async () => {
    await image.open();
    await image.prompt.fill("A quay, long shadows");
    await image.prompt.press("End");
    for (const _letter of "long shadows") await page.keyboard.press("Shift+ArrowLeft");
    await choose(page, "Prompt", "Save as snippet");
    await expect(save.getByLabel("Name")).toBeFocused();
    await expect(save.getByRole("textbox", { name: "Text" })).toHaveValue("long shadows");
    await page.keyboard.type("Film noir");
    await page.keyboard.press("Enter");
    await expect(save).toBeHidden();
    await choose(page, "Prompt", "Save as snippet");
    await expect(save.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("FILM NOIR");
    await page.keyboard.press("Enter");
    await expect(save).toContainText("Another snippet has this name.");
    await save.getByRole("textbox", { name: "Text" }).fill(" ");
    await expect(save.getByRole("button", { name: "Save" })).toBeDisabled();
    await expect(save).toContainText("Enter a text.");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(save).toBeHidden();
  });
  await studio.api.call("POST", "/api/v1/snippets", { name: "Rain", text: "heavy rain", fields: [] });
  await studio.api.call("POST", "/api/v1/snippets", {
    name: "Chorus",
    text: "[Chorus]\nOh, the harbour",
    fields: ["lyrics"],
  });

  await test.step("a slash at the beginning of a word lists those of the field", async () => {
    await image.prompt.fill("");
    await image.prompt.pressSequentially("A quay, /");
    await expect(options(page)).toHaveText([/^Film noir/, /^Rain/]);
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    const active = await image.prompt.getAttribute("aria-activedescendant");
    await expect(page.locator(`[id="${active}"]`)).toHaveText(/^Film noir/);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(image.prompt).toHaveValue("A quay, heavy rain");
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.type(" and /noir");
    await expect(options(page)).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(image.prompt).toHaveValue("A quay, heavy rain and long shadows");
    await expect(image.prompt).toBeFocused();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(image.prompt).toHaveValue("A quay, heavy rain and /noir");
  });

  await test.step("a slash that is meant as one stays", async () => {
    await image.prompt.fill("");
    await image.prompt.pressSequentially("and/or http://a.b/c / 1/2 /");
    await expect(options(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await page.keyboard.type("/zzz");
    await expect(options(page)).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(image.prompt).toHaveValue("and/or http://a.b/c / 1/2 /\n/zzz\n");
  });

  await test.step("edited, deleted and brought back, in every tab", async () => {
    await otherPrompt.pressSequentially("/");
    await expect(options(other)).toHaveText([/^Film noir/, /^Rain/]);
    await choose(page, "Prompt", "Manage snippets");
    await manage.getByRole("button", { name: "Edit Film noir" }).press("Enter");
    await expect(manage.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Noir");
    await manage.getByRole("textbox", { name: "Text" }).fill("low light");
    await manage.getByRole("combobox", { name: "Offer in" }).selectOption("All fields");
    await expectAccessible(page);
    await manage.getByRole("textbox", { name: "Name" }).press("Enter");
    await expect(manage.getByRole("button", { name: "Edit Noir" })).toBeFocused();
    await expect(options(other)).toHaveText([/^Noir.*low light/, /^Rain/]);
    await manage.getByRole("button", { name: "Delete Noir" }).press("Enter");
    await expect(manage.getByRole("button", { name: "Edit Rain" })).toBeFocused();
    await expect(options(other)).toHaveText([/^Rain/]);
    await manage.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(manage.getByText("“Noir” restored")).toBeFocused();
    await expect(options(other)).toHaveText([/^Noir/, /^Rain/]);
    await page.keyboard.press("Escape");
    await expect(manage).toBeHidden();
    await waitForClosedLayers(page);
  });

  await test.step("in an editor, with its undo", async () => {
    await page.goto("/create/music");
    const lyrics = page.getByRole("textbox", { name: "Lyrics" });
    await expect(lyrics).toHaveAttribute("contenteditable", "true");
    await lyrics.press("a");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/cho");
    await expect(options(page)).toHaveText([/^Chorus/]);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(lyrics).toContainText("Oh, the harbour");
    await expect(lyrics).not.toContainText("/cho");
    await page.keyboard.press("ControlOrMeta+z");
    await expect(lyrics).not.toContainText("Oh, the harbour");
    await expect(lyrics).toContainText("a");
  });

  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const [snippet] = (await studio.api.call<{ snippets: SnippetDto[] }>("GET", "/api/v1/snippets")).snippets;
    await page.goto("/create/speech");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await expect(text).toHaveAttribute("contenteditable", "true");
    await text.click();
    await text.pressSequentially("/");
    await expect(options(page).filter({ hasText: "Rain" })).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
    await options(page).filter({ hasText: "Rain" }).click();
    await expect(text).toHaveText("heavy rain");
    await page.getByRole("button", { name: "Earlier texts and snippets: Text" }).click();
    await page.getByRole("menuitem", { name: "Manage snippets" }).click();
    await expect(manage.getByRole("button", { name: `Edit ${snippet!.name}` })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });
});
