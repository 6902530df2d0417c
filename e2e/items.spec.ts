import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

const phone = { width: 360, height: 740 };

test("one picture of four is marked, another one thrown away and restored, in both tabs", async ({
  context,
  guard,
  studio,
}) => {
  test.slow();
  // One step has a change refused.
  guard.allow(/status 404: PATCH .*\/api\/v1\/items\//);
  const [left, right] = [new ImagePage(await context.newPage()), new ImagePage(await context.newPage())];
  await left.open();
  await right.open();
  const prompt = "Four herons";
  const take = await left.make(prompt, { count: 4 });
  const other = right.take(prompt);
  await expect(pictures(take)).toHaveCount(4);
  await expect(pictures(other)).toHaveCount(4);
  const readItems = async () => {
    const { generations } = await studio.api.listGenerations();
    return generations[0]!.outputs.map(({ item }) => item!);
  };

  await test.step("the star of a tile marks one picture", async () => {
    await pictures(take).nth(1).hover();
    await take.getByRole("button", { name: "Add result 2 to favourites" }).click();
    await expect(take.getByRole("button", { name: "Remove result 2 from favourites" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Remove result 2 from favourites" })).toBeAttached();
    await expect
      .poll(async () => (await readItems()).map(({ favourite }) => favourite))
      .toEqual([undefined, true, undefined, undefined]);
    // The take's own star acts on all of them.
    await expect(take.getByRole("button", { name: "Add all 4 to favourites" })).toBeVisible();
  });

  await test.step("keys rate, mark and throw away the picture that holds focus", async () => {
    await pictures(take).nth(2).focus();
    await left.page.keyboard.press("4");
    await expect(other.getByText("4 stars")).toBeAttached();
    await left.page.keyboard.press("Delete");
    await expect(pictures(take)).toHaveCount(3);
    await expect(pictures(other)).toHaveCount(3);
    await expect(other.getByText("1 in the trash")).toBeVisible();
    await expect(left.page.getByText("Moved to trash", { exact: true }).first()).toBeVisible();
    await left.page.getByRole("button", { name: "Undo" }).click();
    await expect(pictures(take)).toHaveCount(4);
    await expect(pictures(other)).toHaveCount(4);
    await expect(other.getByText("1 in the trash")).toBeHidden();
  });

  await test.step("the lightbox rates, tags and names the shown picture", async () => {
    await pictures(take).nth(0).click();
    const lightbox = left.page.getByRole("dialog");
    const panel = lightbox.getByRole("region", { name: "Result 1" });
    await panel.getByRole("button", { name: "3 stars" }).click();
    await expect(panel.getByRole("button", { name: "3 stars" })).toHaveAttribute("aria-pressed", "true");
    const tag = panel.getByRole("textbox", { name: "Add a tag" });
    // Each of these letters is a shortcut, but none in a field.
    await tag.pressSequentially("dizzs");
    await expect(tag).toHaveValue("dizzs");
    await tag.fill("Sea  Birds");
    await left.page.keyboard.press("Enter");
    await expect(panel.getByText("sea birds")).toBeVisible();
    await panel.getByRole("textbox", { name: "Title of this result" }).fill("The left one");
    await left.page.keyboard.press("Enter");
    await expect
      .poll(async () => (await readItems())[0])
      .toMatchObject({
        rating: 3,
        tags: ["sea birds"],
        title: "The left one",
      });
    expect((await readItems())[0]!.favourite).toBeUndefined();
    await lightbox.getByRole("button", { name: "Next", exact: true }).click();
    await left.page.keyboard.press("s");
    await expect
      .poll(async () => (await readItems()).some(({ favourite }) => favourite === true))
      .toBe(false);
    // However fast it is pressed: the second press undoes the first, also between two paints.
    await lightbox.evaluate((dialog) => {
      for (const key of ["s", "s", "4"])
        dialog.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
    await expect.poll(async () => (await readItems())[1]).toMatchObject({ rating: 4 });
    expect((await readItems())[1]!.favourite).toBeUndefined();
    await left.page.keyboard.press("s");
    await expect.poll(async () => (await readItems())[1]!.favourite).toBe(true);
    await left.page.keyboard.press("Escape");
  });

  await test.step("what is in the trash stays hidden after a reload, and comes back from its take", async () => {
    await pictures(take).nth(3).hover();
    await take.getByRole("button", { name: "Move result 4 to trash" }).click();
    await expect(pictures(take)).toHaveCount(3);
    await left.page.reload();
    await expect(pictures(take)).toHaveCount(3);
    await expect(take.getByRole("button", { name: "Remove result 2 from favourites" })).toBeAttached();
    await take.getByText("1 in the trash").getByRole("button", { name: "Restore" }).click();
    await expect(pictures(take)).toHaveCount(4);
    await expect(pictures(other)).toHaveCount(4);
  });

  await test.step("a change that the studio refuses is taken back", async () => {
    const { id } = (await readItems())[3]!;
    await left.page.route(`**/api/v1/items/${id}`, (route) =>
      route.fulfill({
        status: 404,
        contentType: "application/problem+json",
        body: JSON.stringify({ type: "about:blank", title: "Not found", status: 404, code: "not-found" }),
      }),
    );
    await pictures(take).nth(3).hover();
    await take.getByRole("button", { name: "Move result 4 to trash" }).click();
    await expect(left.page.getByText("Not found.").first()).toBeVisible();
    await expect(pictures(take)).toHaveCount(4);
    await left.page.unroute(`**/api/v1/items/${id}`);
  });

  await test.step("the page of a result has the same, on a phone too", async () => {
    const { generations } = await studio.api.listGenerations();
    const { id } = generations[0]!;
    await left.page.setViewportSize(phone);
    await left.page.goto(`/library/${id}?result=3`);
    await expect(left.page.getByRole("button", { name: "Show result 3 of 4" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    const panel = left.page.getByRole("region", { name: "Result 3" });
    await expect(panel.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "true");
    // Keys work once the page has its scripts.
    await expect(async () => {
      await left.page.keyboard.press("0");
      await expect(panel.getByRole("button", { name: "4 stars" })).toHaveAttribute("aria-pressed", "false", {
        timeout: 1_000,
      });
    }).toPass();
    await left.page.keyboard.press("Delete");
    await expect(left.page.getByText("1 in the trash")).toBeVisible();
    await expect(left.page.getByRole("button", { name: "Show result 3 of 3" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await left.page.getByRole("button", { name: "Restore" }).click();
    await expect(left.page.getByRole("button", { name: "Show result 3 of 4" })).toBeVisible();
  });
});

test("a result says where it came from, and leads there", async ({ page, studio }) => {
  const { api } = studio;
  const draw = async (prompt: string, parentId?: string) => {
    const { id } = await api.call<{ id: string }>("POST", "/api/v1/generations", {
      generator: "image",
      input: { model: "image-01", prompt },
      ...(parentId ? { parentId, relation: "edit" } : {}),
    });
    await api.waitForEnd(id);
    return id;
  };
  const first = await draw("A harbour, the sketch");
  const second = await draw("A harbour, with boats", first);
  await page.goto(`/library/${second}`);
  const sources = page.getByRole("region", { name: "Where it came from" });
  await expect(sources.getByRole("link")).toHaveCount(2);
  await expect(sources.getByRole("link", { name: "A harbour, with boats" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  // What is made meanwhile comes in.
  const third = await draw("A harbour, at night", second);
  await expect(sources.getByRole("link")).toHaveCount(3);
  await sources.getByRole("link", { name: "A harbour, the sketch" }).click();
  await expect(page).toHaveURL(`/library/${first}`);
  const made = page.getByRole("region", { name: "What was made from it" });
  await made.getByRole("link", { name: "A harbour, at night" }).click();
  await expect(page).toHaveURL(`/library/${third}`);
});

test("pictures are compared at one zoom, sounds in step, and strangers' results are not there", async ({
  page,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  const { id } = await api.createGeneration("image", { model: "image-01", prompt: "Two lamps", n: 2 });
  const { outputs } = await api.waitForEnd(id);
  const [first, second] = outputs.map(({ item }) => item!.id) as [string, string];

  await test.step("its take leads to the comparison of its results", async () => {
    await page.goto(`/library/${id}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Compare all 2" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare 2 results" })).toBeVisible();
  });

  const pictures = page.getByRole("main").getByRole("img");
  const transforms = () =>
    pictures.evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform));

  await test.step("zoom and place are the same for both", async () => {
    await expect(pictures).toHaveCount(2);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Zoom in" }).click();
    const box = (await pictures.first().locator("..").boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 - 30);
    await page.mouse.up();
    const [left, right] = await transforms();
    expect(left).toBe(right);
    expect(left).toMatch(/^translate\(\d.*scale\(2\.25\)$/);
  });

  await test.step("keys, the wheel and two fingers zoom both", async () => {
    const reset = page.getByRole("button", { name: /^[\d.]+×$/ });
    const zooms = async () => (await transforms()).map((each) => Number(each.match(/scale\((.+)\)/)![1]));
    await reset.click();
    await page.keyboard.press("+");
    await expect.poll(zooms).toEqual([1.5, 1.5]);
    await page.keyboard.press("-");
    await page.keyboard.press("z");
    await expect.poll(zooms).toEqual([2.25, 2.25]);
    await page.keyboard.press("z");
    await expect.poll(zooms).toEqual([1, 1]);
    const { x, y, width, height } = (await pictures.first().locator("..").boundingBox())!;
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.wheel(0, -30);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -30);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await zooms()).every((each) => Math.abs(each - 1.35) < 0.01)).toBe(true);
    // What is left of the middle stays under the pointer, so the pictures move to the right.
    expect((await transforms())[1]).toMatch(/^translate\(\d/);
    await reset.click();
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: apart
          ? [-1, 1].map((side, id) => ({ x: x + width / 2 + side * apart, y: y + 60, id }))
          : [],
      });
    await touch("touchStart", 20);
    await touch("touchMove", 40);
    await touch("touchMove", 60);
    await touch("touchEnd");
    await expect.poll(zooms).toEqual([3, 3]);
    await reset.click();
  });

  await test.step("a slider wipes between two", async () => {
    await page.getByRole("radio", { name: "Wipe" }).check();
    const edge = page.getByRole("slider", { name: "Divider between the two images" });
    await edge.press("ArrowRight");
    await expect(edge).toHaveValue("51");
    await expect(pictures).toHaveCount(2);
  });

  await test.step("each is marked and rated there", async () => {
    const side = page.getByRole("group", { name: "Result 2" });
    await side.getByRole("button", { name: "5 stars" }).click();
    await side.getByRole("button", { name: "Add result 2 to favourites" }).click();
    await expect(side.getByRole("button", { name: "Remove result 2 from favourites" })).toBeVisible();
    await expect
      .poll(async () => (await api.getGeneration(id)).outputs.map(({ item }) => item))
      .toMatchObject([{ id: first }, { id: second, rating: 5, favourite: true }]);
  });

  await test.step("sounds play in step, one of them aloud", async () => {
    const sounds: string[] = [];
    for (const text of [
      "The tide is turning slowly tonight.",
      "The tide has turned, and the boats come home.",
    ]) {
      const made = await api.createGeneration("speech", {
        model: "speech-2.6-hd",
        text,
        voice_setting: { voice_id: "Santa_Claus" },
      });
      sounds.push((await api.waitForEnd(made.id)).outputs[0]!.item!.id);
    }
    await page.goto(`/library/compare?items=${sounds.join(",")}`);
    await page.getByRole("button", { name: "Play all" }).click();
    const readSounds = () =>
      page
        .locator("audio")
        .evaluateAll((all) =>
          (all as HTMLAudioElement[]).map(({ muted, currentTime }) => ({ muted, currentTime })),
        );
    await expect
      .poll(async () => (await readSounds()).every(({ currentTime }) => currentTime > 0.2))
      .toBe(true);
    await expect
      .poll(async () => {
        const [one, other] = await readSounds();
        return Math.abs(one!.currentTime - other!.currentTime);
      })
      .toBeLessThan(0.3);
    const [left, right] = await readSounds();
    expect([left!.muted, right!.muted]).toEqual([false, true]);
    await page.getByRole("radiogroup", { name: "Audio" }).getByRole("radio", { name: "Result 2" }).check();
    expect((await readSounds()).map(({ muted }) => muted)).toEqual([true, false]);
  });

  await test.step("what is not there is told", async () => {
    await page.goto(`/library/compare?items=${first},018f0000-0000-7000-8000-000000000000,nonsense`);
    await expect(page.getByText("2 results aren’t in your library.")).toBeVisible();
    await expect(page.getByText("A comparison needs 2 to 4 results of your library.")).toBeVisible();
    await page.setViewportSize(phone);
    await page.goto(`/library/compare?items=${first},${second}`);
    await expect(pictures).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});
