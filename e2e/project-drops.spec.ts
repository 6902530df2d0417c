import type { Locator, Page } from "@playwright/test";
import type { ProjectItemPage } from "@/lib/projects/project-dto";
import { expectAccessible } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { createProject, makePictures, namesOf, phone, tiles } from "./fixtures/project-page";
import { expect, test } from "./fixtures/test";

/** Moves what is dragged onto an element. */
async function moveOnto(page: Page, to: Locator): Promise<void> {
  const end = (await to.boundingBox())!;
  const [x, y] = [end.x + end.width / 2, end.y + end.height / 2];
  await page.mouse.move(x, y, { steps: 6 });
  // The first move over an element only enters it.
  await page.mouse.move(x + 2, y + 2, { steps: 2 });
}

/** Drags with the mouse, step by step as a person does, onto what may appear only then. */
async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  position?: { x: number; y: number },
): Promise<void> {
  await from.hover({ position });
  await page.mouse.down();
  const box = (await from.boundingBox())!;
  const { x, y } = position ?? { x: box.width / 2, y: box.height / 2 };
  await page.mouse.move(box.x + x + 12, box.y + y + 12, { steps: 4 });
  await expect(to).toBeVisible();
  await moveOnto(page, to);
}

/** Moves what is dragged over an element until it takes it, whose code loads with the drag. */
async function expectTaken(page: Page, to: Locator): Promise<void> {
  await expect(async () => {
    await moveOnto(page, to);
    await expect(to).toHaveAttribute("data-drop-over", "", { timeout: 500 });
  }).toPass();
}

test("a drag that ends before its code has loaded leaves nothing behind", async ({ page, studio }) => {
  await makePictures(studio);
  await createProject(studio, "Beach");
  await page.goto("/library");
  await expect(tiles(page)).toHaveCount(3);
  await page.waitForLoadState("networkidle");
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await tiles(page).first().hover();
  await page.mouse.down();
  await page.mouse.move(600, 500, { steps: 6 });
  await asked.promise;
  await page.mouse.up();
  const loaded = page.waitForResponse(/_next\/static\/.*\.js/);
  answer.resolve();
  await (await loaded).finished();
  // It would come with the projects that it asks for.
  const panel = page.locator("[data-drop-panel]");
  await expect(panel.waitFor({ timeout: 3_000 })).rejects.toThrow(/Timeout/);
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
});

test("results are dragged onto projects, generators and fields, and added by keys on a phone", async ({
  page,
  studio,
}) => {
  test.slow();
  await makePictures(studio);
  const { id } = await createProject(studio, "Harbour");
  // Longer than the panel is wide.
  await createProject(studio, `Other ${"a".repeat(60)}`);
  const listNames = async () =>
    (await studio.api.call<ProjectItemPage>("GET", `/api/v1/projects/${id}/items`)).items.map(
      ({ name }) => name,
    );
  const bar = page.getByRole("region", { name: "Selected items" });
  await page.goto("/library");
  await expect.poll(namesOf(page)).toEqual(["Blue", "Green", "Red"]);

  await test.step("two that are selected are dragged onto a project of the rail, and it is undone", async () => {
    for (const index of [0, 1]) {
      await tiles(page).nth(index).hover();
      await page.locator("[data-select]").nth(index).click();
    }
    await expect(bar).toContainText("2 selected");
    const target = page.locator("[data-drop-panel] li", { hasText: "Harbour" });
    await drag(page, tiles(page).nth(1), target);
    await expectTaken(page, target);
    await page.mouse.up();
    await expect(page.getByText("2 items added to “Harbour”")).toBeVisible();
    await expect(page.locator("[data-drop-panel]")).toBeHidden();
    expect(await listNames()).toEqual(["Blue door", "Green boat"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone for 2 items")).toBeVisible();
    expect(await listNames()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(bar).toBeHidden();
  });

  await test.step("one is dragged onto a generator that can begin with it, not onto others", async () => {
    const navigation = page.getByRole("navigation").first();
    const music = navigation.getByRole("link", { name: "Music" });
    await drag(page, tiles(page).first(), music);
    await expect(music).not.toHaveAttribute("data-drop-over");
    const video = navigation.getByRole("link", { name: "Video" });
    await expectTaken(page, video);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/create\/video\?.*asset=/);
    await expect(page.getByRole("heading", { level: 1, name: "Video" })).toBeVisible();
  });

  await test.step("selected words are dragged onto a generator that reads them aloud", async () => {
    const words = page.getByRole("heading", { level: 1, name: "Video" });
    const speech = page.getByRole("navigation").first().getByRole("link", { name: "Speech" });
    await expect(async () => {
      await page.mouse.up();
      await words.selectText();
      // The heading is wider than its words. A page that is still loading can lose the selection.
      await drag(page, words, speech, { x: 12, y: 12 });
      await expect(speech).toHaveAttribute("data-drop-over", "", { timeout: 2_000 });
    }).toPass();
    await page.mouse.up();
    await expect(page).toHaveURL(/\/create\/speech\?text=Video/);
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toContainText("Video");
  });

  await test.step("a picture of a take is dragged into a field, without an upload", async () => {
    const images = new ImagePage(page);
    await images.open();
    const field = page.getByRole("group", { name: "Subject" });
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/uploads")) uploads.push(request.url());
    });
    const picture = pictures(images.take("Red kite"));
    await expect(page.locator("li[draggable=true]").first()).toBeAttached();
    await drag(page, picture, field);
    await page.mouse.up();
    await expect(field.getByRole("img")).toBeVisible();
    expect(uploads).toEqual([]);
  });

  await page.setViewportSize(phone);
  const press = (key: string) => page.keyboard.press(key);

  await test.step("the selection bar adds to a project with keys", async () => {
    await page.goto("/library");
    await expect.poll(namesOf(page)).toEqual(["Blue", "Green", "Red"]);
    await expect(async () => {
      await tiles(page).nth(1).focus();
      // A key before the scripts handle the list is lost.
      if (!(await bar.isVisible())) await press("Space");
      await expect(bar).toContainText("1 selected", { timeout: 3_000 });
    }).toPass();
    await press("Shift+ArrowRight");
    await expect(bar).toContainText("2 selected");
    await bar.getByRole("button", { name: "Add to project" }).focus();
    await press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add to project" });
    await expect(dialog.getByRole("button", { name: "Harbour" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Harbour" }).focus();
    await press("Enter");
    await expect(page.getByText("2 items added to “Harbour”")).toBeVisible();
    expect(await listNames()).toEqual(["Green boat", "Red kite"]);
  });

  await test.step("a project takes results from the library, and gives them back", async () => {
    await page.goto(`/projects/${id}`);
    await expect.poll(namesOf(page)).toEqual(["Green", "Red"]);
    await page.getByRole("button", { name: "From the library" }).focus();
    await press("Enter");
    const dialog = page.getByRole("dialog", { name: "From the library" });
    await expect(dialog.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("blue");
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await expect(dialog.getByRole("button", { name: "Blue door" })).toBeVisible();
    await press("ArrowDown");
    await press("Space");
    await expect(dialog.getByRole("button", { name: "Blue door" })).toHaveAttribute("aria-pressed", "true");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Add 1 item" }).focus();
    await press("Enter");
    await expect.poll(namesOf(page)).toEqual(["Green", "Red", "Blue"]);
    await tiles(page).first().focus();
    await press("Space");
    await expect(bar).toContainText("1 selected");
    await expectAccessible(page);
    await bar.getByRole("button", { name: "Remove from project" }).focus();
    await press("Enter");
    await expect.poll(namesOf(page)).toEqual(["Red", "Blue"]);
    await press("ControlOrMeta+z");
    await expect.poll(namesOf(page)).toEqual(["Green", "Red", "Blue"]);
  });
});
