import sharp from "sharp";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test.describe("the image form knows the rules of the service", () => {
  let images: ImagePage;
  test.beforeEach(async ({ page }) => {
    images = new ImagePage(page);
    await images.open();
  });

  test("21:9 and a size of one's own are for image-01, styles for image-01-live", async ({
    page,
    studio,
  }) => {
    await expect(images.ratio("21:9")).toBeEnabled();
    const style = page.getByRole("radiogroup", { name: "Style" });
    await expect(style.getByRole("radio", { name: "Watercolour" })).toBeDisabled();
    await expect(style).toHaveAccessibleDescription(/Only available with image-01-live/);
    await images.ratio("21:9").check();

    await images.model.selectOption("image-01-live");
    await expect(images.ratio("21:9")).toBeDisabled();
    await expect(images.ratio("16:9")).toBeChecked();
    await expect(images.ratio("Custom size")).toBeHidden();
    await expect(page.getByText("21:9 and custom sizes need image-01.").first()).toBeVisible();
    await style.getByRole("radio", { name: "Watercolour" }).check();
    await expect(pictures(await images.make("A painted pond"))).toHaveCount(1);
    const { generations } = await studio.api.listGenerations("&q=pond");
    expect(generations[0]?.input).toMatchObject({
      model: "image-01-live",
      aspect_ratio: "16:9",
      style: { style_type: "水彩" },
    });

    // The choice comes back with the model that offers it.
    await images.model.selectOption("image-01");
    await expect(images.ratio("21:9")).toBeChecked();
  });

  test("a size of one's own says at its field what is wrong with it", async ({ page, studio }) => {
    await images.prompt.fill("A narrow door");
    await images.chooseCount(1);
    await images.ratio("Custom size").check();
    const [width, height] = [page.getByLabel("Width"), page.getByLabel("Height")];
    await width.fill("1020");
    await height.fill("4096");
    await images.submit.click();
    await expect(width).toHaveAccessibleDescription(/multiple of 8/);
    await expect(height).toHaveAccessibleDescription(/512 to 2,?048 px/);
    await height.fill("");
    await images.submit.click();
    await expect(height).toHaveAccessibleDescription(/Enter both width and height/);

    await width.fill("512");
    await height.fill("768");
    await images.submit.click();
    await expect(pictures(images.take("A narrow door"))).toHaveCount(1);
    const [made] = (await studio.api.listGenerations("&q=narrow")).generations;
    expect(made?.input).toMatchObject({ width: 512, height: 768 });
    expect(made?.input).not.toHaveProperty("aspect_ratio");
    expect(made?.outputs[0]).toMatchObject({ width: 512, height: 768 });
  });

  test("a prompt over 1500 characters is counted, told and not sent", async ({ sandbox, studio }) => {
    const before = (await studio.api.listGenerations()).generations.length;
    // Counted as the service does: characters, not bytes.
    await images.prompt.fill("灯".repeat(1_502));
    await expect(images.prompt).toHaveAccessibleDescription(/1,502 \/ 1,500/);
    await expect(images.prompt).toHaveAccessibleDescription(/2 characters over the limit/);
    await images.submit.click();
    await expect(images.prompt).toBeFocused();
    await images.prompt.fill("");
    await images.submit.click();
    await expect(images.prompt).toHaveAccessibleDescription(/Describe the image\./);
    expect((await studio.api.listGenerations()).generations).toHaveLength(before);
    expect(await sandbox.readBill()).toHaveLength(0);
  });

  test("a reference is taken for what its bytes are", async ({ page, guard, studio }) => {
    guard.allow(/status 4\d\d: POST \S+\/api\/uploads/);
    const subject = page.getByRole("group", { name: "Subject" });
    const choose = subject.getByLabel("Choose a file for Subject").last();
    const upload = (name: string, mimeType: string, buffer: Buffer) =>
      choose.setInputFiles({ name, mimeType, buffer });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

    await upload("portrait.svg", "image/svg+xml", svg);
    await expect(
      page.getByText(/portrait\.svg is an SVG drawing, which can’t be used as an image\./),
    ).toBeVisible();
    await upload("portrait.png", "image/png", Buffer.from("<!doctype html><title>No picture</title>"));
    await expect(page.getByText(/portrait\.png is a text file, not an image\./)).toBeVisible();
    await upload("empty.png", "image/png", Buffer.alloc(0));
    await expect(page.getByText(/empty\.png: The file is empty\./)).toBeVisible();

    const portrait = sharp({ create: { width: 640, height: 640, channels: 3, background: "#886644" } });
    // A WebP by its bytes, despite its name; converted before it is sent.
    await upload("portrait.jpg", "image/jpeg", await portrait.webp().toBuffer());
    await expect(subject.getByRole("button", { name: /^Remove/ })).toBeVisible();
    await expect(pictures(await images.make("The keeper of the light"))).toHaveCount(1);
    const [made] = (await studio.api.listGenerations("&q=keeper")).generations;
    expect(made?.input.subject_reference).toMatchObject([{ type: "character", image_file: {} }]);
  });

  test("mod+Enter sends, and a double click sends one", async ({ page, sandbox }) => {
    await images.prompt.fill("Sent by keyboard");
    await images.chooseCount(1);
    await images.prompt.focus();
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(pictures(images.take("Sent by keyboard"))).toHaveCount(1);

    await images.prompt.fill("Sent by double click");
    await images.submit.dblclick();
    await expect(pictures(images.take("Sent by double click"))).toHaveCount(1);
    await page.reload();
    await expect(images.take("Sent by double click")).toHaveCount(1);
    expect(await sandbox.readBill()).toHaveLength(2);
  });

  test("again, vary and edit begin from what was made", async ({ studio }) => {
    await images.page.getByRole("textbox", { name: "Seed" }).fill("7");
    const first = await images.make("A kite over dunes");
    await expect(pictures(first)).toHaveCount(1);
    await first.getByRole("button", { name: "Vary" }).click();
    await expect(images.take("A kite over dunes")).toHaveCount(2);
    await images.take("A kite over dunes").last().getByRole("button", { name: "Again" }).click();
    await expect(images.take("A kite over dunes")).toHaveCount(3);
    for (const place of [0, 1, 2])
      await expect(pictures(images.take("A kite over dunes").nth(place))).toHaveCount(1);
    const { generations } = await studio.api.listGenerations("&q=dunes");
    const [again, vary, original] = generations;
    expect([again?.relation, vary?.relation, original?.relation]).toEqual(["again", "vary", null]);
    expect(again?.input).toEqual(original?.input);
    expect(again?.outputs[0]?.sha256).toBe(original?.outputs[0]?.sha256);
    expect(vary?.input).toEqual({ ...original?.input, seed: vary?.input.seed });
    expect(vary?.outputs[0]?.sha256).not.toBe(original?.outputs[0]?.sha256);
  });
});
