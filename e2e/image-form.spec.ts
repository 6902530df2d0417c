import sharp from "sharp";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

test("the image form offers what the model has, and says what is wrong with a size or prompt", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  const images = new ImagePage(page);
  await images.open();

  await test.step("an overlong prompt is counted in characters and not sent", async () => {
    // Counted as the service does: characters, not bytes.
    await images.prompt.fill("灯".repeat(1_502));
    await expect(images.prompt).toHaveAccessibleDescription(/1,502 \/ 1,500/);
    await expect(images.prompt).toHaveAccessibleDescription(/2 characters over the limit/);
    await images.submit.click();
    await expect(images.prompt).toBeFocused();
    await images.prompt.fill("");
    await images.submit.click();
    await expect(images.prompt).toHaveAccessibleDescription(/Describe the image\./);
    expect((await studio.api.listGenerations()).generations).toEqual([]);
    expect(await sandbox.readBill()).toHaveLength(0);
  });

  await test.step("21:9 and custom sizes are for image-01, styles for image-01-live", async () => {
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

  await test.step("a custom size reports problems at its fields and is made", async () => {
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
});

test("images are sent by keyboard and once by a double click, varied, repeated and given a reference", async ({
  page,
  guard,
  sandbox,
  studio,
}) => {
  test.slow();
  guard.allow(/status 4\d\d: POST \S+\/api\/uploads/);
  const images = new ImagePage(page);
  await images.open();

  await test.step("mod+Enter and a double click send one request each", async () => {
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
    // The form with the stored draft replaces the one from the server.
    await expect(images.prompt).toHaveValue("Sent by double click");
    expect(await sandbox.readBill()).toHaveLength(2);
  });

  await test.step("Again and Vary begin from an earlier result", async () => {
    const seed = page.getByRole("textbox", { name: "Seed" });
    await seed.fill("7");
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

  await test.step("a reference is checked by its bytes", async () => {
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
});
