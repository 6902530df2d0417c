import type { Presets, PresetWithInput } from "@/lib/presets/preset-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { ImagePage } from "./fixtures/create-page";
import { createPicture } from "./fixtures/pictures";
import { choosePreset, openPresets } from "./fixtures/preset-menu";
import { expect, test } from "./fixtures/test";
import { waitForClosedLayers } from "./fixtures/settled-page";

// A default would fill the forms of the journeys that follow.
test.afterEach(async ({ studio }) => {
  const { presets } = await studio.api.call<Presets>("GET", "/api/v1/presets");
  for (const { id } of presets) await studio.api.request("DELETE", `/api/v1/presets/${id}`);
});

test("values of a form are saved, applied and managed by keys, in every tab", async ({
  context,
  guard,
  openBrowser,
  page,
  studio,
}) => {
  guard.allow(/status 422: POST \S+\/api\/v1\/presets/);
  const image = new ImagePage(page);
  const button = page.getByRole("button", { name: "Presets" });
  const save = page.getByRole("dialog", { name: "Save as preset" });
  const other = await context.newPage();
  await other.goto("/create/image");
  await openPresets(other);
  await expect(other.getByText("No presets yet")).toBeVisible();

  await test.step("saved under a name that is free, in every tab", async () => {
    await image.open();
    await image.prompt.fill("Rain on glass");
    await image.chooseCount(2);
    await choosePreset(page, "Save as preset");
    await expect(save.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Night rain");
    await page.keyboard.press("Enter");
    await expect(save).toBeHidden();
    await expect(button).toBeFocused();
    await expect(other.getByRole("menuitem", { name: "Night rain" })).toBeVisible();
    await image.prompt.fill("Fog over a harbour");
    await choosePreset(page, "Save as preset");
    await expect(save.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("NIGHT RAIN");
    await page.keyboard.press("Enter");
    await expect(save).toContainText("Another preset has this name.");
    await expectAccessible(page);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Harbour");
    await save.getByRole("switch", { name: "Use as default" }).check();
    await save.getByRole("button", { name: "Save" }).press("Enter");
    await expect(save).toBeHidden();
  });

  await test.step("applied, and what the form held comes back", async () => {
    await image.prompt.fill("Something unsaved");
    await choosePreset(page, "Night rain");
    await expect(image.prompt).toHaveValue("Rain on glass");
    await expect(page.getByRole("radio", { name: "2", exact: true })).toBeChecked();
    await page.getByRole("button", { name: "Undo" }).last().press("Enter");
    await expect(image.prompt).toHaveValue("Something unsaved");
  });

  await test.step("the default fills new forms", async () => {
    await choosePreset(page, "Start over");
    await expect(image.prompt).toHaveValue("Fog over a harbour");
    const fresh = await openBrowser({ storageState: { cookies: await context.cookies(), origins: [] } });
    const newPage = await fresh.newPage();
    await newPage.goto("/create/image");
    await expect(newPage.getByRole("textbox", { name: "Prompt" })).toHaveValue("Fog over a harbour");
  });

  await test.step("renamed, replaced, made default and deleted", async () => {
    await image.prompt.fill("Snow on slate");
    await choosePreset(page, "Manage presets");
    const dialog = page.getByRole("dialog", { name: "Presets" });
    await expectAccessible(page);
    const star = dialog.getByRole("button", { name: "Use Night rain as default" });
    await star.press("Enter");
    await expect(dialog.getByRole("button", { name: "Don’t use Night rain as default" })).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Use Harbour as default" })).toBeVisible();
    await dialog.getByRole("button", { name: "Replace the values of Night rain" }).press("Enter");
    await dialog.getByRole("button", { name: "Replace", exact: true }).press("Enter");
    await expect(dialog.getByRole("button", { name: "Rename Night rain" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Snow");
    await page.keyboard.press("Enter");
    await expect(other.getByRole("menuitem", { name: "Snow" })).toBeVisible();
    await dialog.getByRole("button", { name: "Delete Harbour" }).press("Enter");
    await dialog.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await image.prompt.fill("Gone soon");
    await choosePreset(page, "Snow");
    await expect(image.prompt).toHaveValue("Snow on slate");
  });

  await test.step("on a phone", async () => {
    const name = "Snow that falls all night on the slate roofs of a harbour";
    const input = { prompt: "Snow" };
    await studio.api.call("POST", "/api/v1/presets", { generator: "image", name, input });
    await page.setViewportSize({ width: 360, height: 740 });
    await button.click();
    await expect(page.getByRole("menuitem", { name: "Default Snow" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("menuitem", { name: "Manage presets" }).click();
    const dialog = page.getByRole("dialog", { name: "Presets" });
    const rename = dialog.getByRole("button", { name: `Rename ${name}` });
    await expect(rename).toBeInViewport({ ratio: 1 });
    await dialog.getByRole("button", { name: `Replace the values of ${name}` }).click();
    await expect(dialog.getByText(/^Replace the values of/)).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page);
  });
});

test("a form says what its preset lacks, and a file from the address goes over the default", async ({
  page,
  studio,
}) => {
  const create = (generator: string, name: string, input: object, isDefault = false) =>
    studio.api.call<PresetWithInput>("POST", "/api/v1/presets", { generator, name, input, isDefault });
  const lost = await studio.api.upload("Lost.png", await createPicture(512, 512));
  const frame = await studio.api.upload("Frame.png", await createPicture(1280, 720));
  await create("image", "Gone", {
    model: "image-00",
    prompt: "A face",
    subject_reference: [{ type: "character", image_file: { assetId: lost.assetId } }],
  });
  await create(
    "video",
    "Waves",
    { prompt: "Waves roll in", first_frame_image: { assetId: lost.assetId } },
    true,
  );
  await page.goto("/settings/storage/uploads");
  await page.getByRole("button", { name: "Delete Lost.png" }).click();
  const question = page.getByRole("dialog", { name: "Delete “Lost.png” for good?" });
  await expect(question).toContainText("2 presets lose it.");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Upload deleted")).toBeVisible();
  await waitForClosedLayers(page);

  const missing = page.getByText("The file that the preset has here was deleted. Choose another one.");
  const image = new ImagePage(page);
  await image.open();
  await choosePreset(page, "Gone");
  await expect(image.prompt).toHaveValue("A face");
  await expect(image.model).toContainText("image-01");
  await expect(page.getByText("The preset has “image-00” here, which is no longer available.")).toBeVisible();
  await expect(missing).toBeVisible();
  await expectAccessible(page);

  await page.goto("/create/video");
  const prompt = page.getByRole("textbox", { name: "Prompt" });
  await expect(prompt).toHaveText("Waves roll in");
  await expect(missing).toBeVisible();
  await page.goto(`/create/video?asset=${frame.assetId}`);
  await expect(page.getByRole("img", { name: /Frame\.png/ })).toBeVisible();
  await expect(prompt).toHaveText("Waves roll in");
  await expect(missing).toBeHidden();
});
