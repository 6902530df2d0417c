import type { StudioApi } from "./fixtures/studio-api";
import { expect, test } from "./fixtures/test";

async function draw(api: StudioApi, prompt: string, fields: Record<string, unknown> = {}) {
  const { id } = await api.createGeneration("image", { model: "image-01", prompt, ...fields });
  return api.waitForEnd(id);
}

const voice_setting = { voice_id: "English_expressive_narrator" };

async function speak(api: StudioApi, fields: Record<string, unknown>) {
  const { id } = await api.createGeneration("speech", { model: "speech-2.6-hd", voice_setting, ...fields });
  return api.waitForEnd(id);
}

test("a result leads on through the list that it was opened from", async ({ page, studio }) => {
  const { api } = studio;
  const oldest = await draw(api, "A quiet harbour, the oldest");
  await draw(api, "A loud street");
  const middle = await draw(api, "A quiet harbour, twice", { n: 2 });
  const newest = await draw(api, "A quiet harbour, the newest");
  const heading = (words: string) => page.getByRole("heading", { level: 1, name: words });
  const steps = page.getByRole("navigation", { name: "Results in this list" });
  const previous = steps.getByRole("link", { name: "Previous result" });
  const next = steps.getByRole("link", { name: "Next result" });

  await test.step("through what a search found, by keys and by pressing", async () => {
    await page.goto("/library?q=quiet&generator=image");
    await page.getByRole("link", { name: /the newest$/ }).click();
    await expect(heading("the newest")).toBeVisible();
    await expect(previous).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("n");
    await expect(heading("A quiet harbour, twice")).toBeVisible();
    await expect(page.getByRole("button", { name: "Show result 1 of 2" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    // Each picture is one step, as it is one tile in the library.
    await next.click();
    await expect(page.getByRole("button", { name: "Show result 2 of 2" })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await next.press("Enter");
    await expect(heading("the oldest")).toBeVisible();
    await expect(next).toBeFocused();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("p");
    await expect(heading("A quiet harbour, twice")).toBeVisible();
    await expect(page).toHaveURL(`/library/${middle.id}?q=quiet&generator=image&result=2`);
  });

  await test.step("a reload keeps the list, and the way back leads to it", async () => {
    await page.reload();
    await page.keyboard.press("n");
    await expect(heading("the oldest")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/library?q=quiet&generator=image");
    await page.goForward();
    await page.getByRole("main").getByRole("link", { name: "Library", exact: true }).click();
    await expect(page).toHaveURL("/library?q=quiet&generator=image");
  });

  await test.step("an address without a list goes by the library", async () => {
    await page.goto(`/library/${oldest.id}`);
    await page.keyboard.press("p");
    await expect(heading("A loud street")).toBeVisible();
  });

  await test.step("what comes into the list meanwhile is the next one", async () => {
    await page.goto(`/library/${newest.id}?q=quiet`);
    await expect(previous).toHaveAttribute("aria-disabled", "true");
    await draw(api, "A quiet harbour, just now");
    await expect(previous).not.toHaveAttribute("aria-disabled");
    await previous.click();
    await expect(heading("just now")).toBeVisible();
  });

  await test.step("the list of shortcuts has its keys", async () => {
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts.getByText("Next result")).toBeVisible();
  });
});

test("the seed of each picture is told as far as it is known", async ({ page, studio }) => {
  const seeded = await draw(studio.api, "Seeded", { n: 2, seed: 42 });
  const drawn = await draw(studio.api, "Drawn", { n: 2 });
  const parameters = page.getByRole("region", { name: "Parameters" });
  await page.goto(`/library/${seeded.id}`);
  await expect(parameters).toContainText("42for all 2 images");
  await page.goto(`/library/${drawn.id}`);
  await expect(parameters).toContainText("Random, not reported by the service");
});

test("a long prompt opens on the page of a sound", async ({ page, studio }) => {
  const end = "until the last lamp of the quay is out";
  const prompt = `Slow harbour waltz, accordion and brushed drums, ${"a tired alto voice, ".repeat(40)}${end}`;
  const { id } = await studio.api.createGeneration("music", {
    model: "music-2.6",
    prompt,
    lyrics: "[Verse]\nThe ferry keeps its engine low",
  });
  await studio.api.waitForEnd(id);
  await page.goto(`/library/${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  const isCut = () => heading.evaluate((element) => element.scrollHeight > element.clientHeight + 1);
  expect(await isCut()).toBe(true);
  const more = page.getByRole("button", { name: "Show more" });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await more.press("Enter");
  expect(await isCut()).toBe(false);
  await expect(heading).toContainText(end);
  await page.getByRole("button", { name: "Show less" }).click();
  expect(await isCut()).toBe(true);

  // Every action appears once.
  const article = page.getByRole("article");
  for (const name of ["Download", "Rename", "Edit and run"]) {
    await expect(article.getByRole("button", { name, exact: true })).toHaveCount(1);
  }
});

test("a spoken take has its text: opened in place, with its pauses in seconds, copied as it was sent", async ({
  page,
  context,
  studio,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = "The keeper climbed the stair.<#0.8#>He listened to the sea.";
  await speak(studio.api, { text, subtitle_enable: false });
  await page.goto("/create/speech");
  const take = page.getByRole("article");
  const open = take.getByRole("button", { name: "Show text" });
  await open.click();
  await expect(open).toHaveAttribute("aria-expanded", "true");
  const spoken = take.getByRole("region", { name: "Text" });
  await expect(spoken.getByText("0.8 s pause")).toBeVisible();
  await expect(spoken).not.toContainText("<#");
  await spoken.getByRole("button", { name: "Show the text as sent" }).click();
  await expect(spoken).toContainText(text);
  await spoken.getByRole("button", { name: "Copy text" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);

  await page.evaluate(() => navigator.clipboard.writeText(""));
  await take.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Copy text" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
});

test("on a phone the actions of a result are one row", async ({ page, studio }) => {
  const made = await draw(studio.api, "A stone bridge over a slow river", { n: 2 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/library/${made.id}`);
  const actions = page.getByRole("group", { name: /^Actions for/ });
  await expect(actions.getByRole("button", { name: "Again" })).toBeVisible();
  expect((await actions.boundingBox())!.height).toBeLessThan(40);
  await actions.getByRole("button", { name: "More" }).click();
  for (const name of ["Create a video from this", "Edit and run", "Download all as ZIP"]) {
    await expect(page.getByRole("menuitem", { name })).toBeVisible();
  }
});

test("no title of a take is squeezed by its actions or lies under them", async ({ page, studio }) => {
  const title = "The reading with the long pause before the boats come home, for the trailer of the film";
  const older = await draw(
    studio.api,
    "A stone bridge over a slow river, early fog, long lens, muted colours",
  );
  await studio.api.call("PUT", `/api/v1/generations/${older.id}/title`, { title });
  await draw(
    studio.api,
    "A heron in the reeds of a slow river, painted in thin layers, early fog, long lens",
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/create/image");
  for (const take of await page.getByRole("article").all()) {
    await take.hover();
    const heading = await take.getByRole("heading").boundingBox();
    const actions = await take.getByRole("group", { name: /^Actions for/ }).boundingBox();
    const isBeside = heading!.x + heading!.width <= actions!.x;
    expect(isBeside || heading!.y + heading!.height <= actions!.y).toBe(true);
    expect(heading!.width).toBeGreaterThan(400);
  }
});
