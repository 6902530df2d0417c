import type { ItemDto, ItemPage } from "@/lib/items/item-dto";
import type { StudioApi } from "./fixtures/studio-api";
import { expect, test } from "./fixtures/test";
import { waitForScripts } from "./fixtures/settled-page";

async function draw(api: StudioApi, prompt: string, fields: Record<string, unknown> = {}) {
  const { id } = await api.createGeneration("image", { model: "image-01", prompt, ...fields });
  return api.waitForEnd(id);
}

test("a result leads on through the list that it was opened from, and fits a phone", async ({
  page,
  studio,
}) => {
  test.slow();
  const { api } = studio;
  const oldest = await draw(api, "A quiet harbour, the oldest");
  await draw(api, "A loud street", { n: 2, seed: 42 });
  const middle = await draw(api, "A quiet harbour, twice", { n: 2 });
  const newest = await draw(api, "A quiet harbour, the newest");
  const parameters = page.getByRole("region", { name: "Parameters" });
  const heading = (words: string) => page.getByRole("heading", { level: 1, name: words });
  const again = page.getByRole("group", { name: /^Actions for/ }).getByRole("button", { name: "Again" });
  const steps = page.getByRole("navigation", { name: "Results in this list" });
  const previous = steps.getByRole("link", { name: "Previous result" });
  const next = steps.getByRole("link", { name: "Next result" });

  // The order of the list: of the two pictures of one take, the one that was stored later comes first.
  const list = await api.call<ItemPage>("GET", "/api/v1/items?q=quiet&generator=image");
  const [nearer, farther] = list.items.filter((item) => item.generationId === middle.id) as [
    ItemDto,
    ItemDto,
  ];
  const shown = ({ index }: ItemDto) => page.getByRole("button", { name: `Show result ${index + 1} of 2` });

  await test.step("keys and links lead through the results of a search", async () => {
    await page.goto("/library?q=quiet&generator=image");
    await page.getByRole("link", { name: /the newest$/ }).click();
    await expect(heading("the newest")).toBeVisible();
    await expect(previous).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("n");
    await expect(heading("A quiet harbour, twice")).toBeVisible();
    await expect(shown(nearer)).toHaveAttribute("aria-current", "true");
    // Each picture is one step, as it is one tile in the library.
    await next.click();
    await expect(shown(farther)).toHaveAttribute("aria-current", "true");
    await expect(next).not.toHaveAttribute("aria-disabled");
    await next.press("Enter");
    await expect(heading("the oldest")).toBeVisible();
    await expect(next).toBeFocused();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("p");
    await expect(heading("A quiet harbour, twice")).toBeVisible();
    const query = farther.index === 1 ? "&result=2" : "";
    await expect(page).toHaveURL(`/library/${middle.id}?q=quiet&generator=image${query}`);
    await expect(parameters).toContainText("Random, not reported by the service");
  });

  await test.step("a reload keeps the list, and back leads to it", async () => {
    await page.reload();
    await waitForScripts(again);
    await page.keyboard.press("n");
    await expect(heading("the oldest")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/library?q=quiet&generator=image");
    await page.goForward();
    await page.getByRole("main").getByRole("link", { name: "Library", exact: true }).click();
    await expect(page).toHaveURL("/library?q=quiet&generator=image");
  });

  await test.step("without a list, it leads through the library", async () => {
    await page.goto(`/library/${oldest.id}`);
    await waitForScripts(again);
    await page.keyboard.press("p");
    await expect(heading("A loud street")).toBeVisible();
    await expect(parameters).toContainText("42for all 2 images");
  });

  await test.step("on a phone, its actions are one row", async () => {
    const window = page.viewportSize()!;
    await page.setViewportSize({ width: 360, height: 740 });
    const actions = page.getByRole("group", { name: /^Actions for/ });
    await expect(actions.getByRole("button", { name: "Again" })).toBeVisible();
    expect((await actions.boundingBox())!.height).toBeLessThan(40);
    await actions.getByRole("button", { name: "More" }).click();
    for (const name of ["Create a video from this", "Edit and run", "Download all as ZIP"]) {
      await expect(page.getByRole("menuitem", { name })).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await page.setViewportSize(window);
  });

  await test.step("a result that is new in the list becomes its neighbour", async () => {
    await page.goto(`/library/${newest.id}?q=quiet`);
    await expect(previous).toHaveAttribute("aria-disabled", "true");
    await draw(api, "A quiet harbour, just now");
    await expect(previous).not.toHaveAttribute("aria-disabled");
    await previous.click();
    await expect(heading("just now")).toBeVisible();
  });

  await test.step("its keys are among the shortcuts", async () => {
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts.getByText("Next result")).toBeVisible();
  });

  await test.step("no title of a take is narrowed or covered by its actions", async () => {
    const title = "The reading with the long pause before the boats come home, for the trailer of the film";
    await api.call("PUT", `/api/v1/generations/${oldest.id}/title`, { title });
    await draw(api, "A heron in the reeds of a slow river, painted in thin layers, early fog, long lens");
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/create/image");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    for (const words of [title, "A heron in the reeds"]) {
      const take = page.getByRole("article", { name: words });
      await take.hover();
      const heading = await take.getByRole("heading").boundingBox();
      const actions = await take.getByRole("group", { name: /^Actions for/ }).boundingBox();
      const isBeside = heading!.x + heading!.width <= actions!.x;
      expect(isBeside || heading!.y + heading!.height <= actions!.y).toBe(true);
      expect(heading!.width).toBeGreaterThan(400);
    }
  });
});

test("a long prompt expands, and a spoken text is shown with its pauses and copied as sent", async ({
  page,
  context,
  studio,
}) => {
  const end = "until the last lamp of the quay is out";
  const prompt = `Slow harbour waltz, 180 bpm, accordion and brushed drums, ${"a tired alto voice, ".repeat(40)}${end}`;
  const { id } = await studio.api.createGeneration("music", {
    model: "music-2.6",
    prompt,
    lyrics: "[Outro]\nla",
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

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = "The keeper climbed the stair.<#0.8#>He listened to the sea.";
  const voice_setting = { voice_id: "English_expressive_narrator" };
  const speech = { model: "speech-2.6-hd", voice_setting, text, subtitle_enable: false };
  await studio.api.waitForEnd((await studio.api.createGeneration("speech", speech)).id);
  await page.goto("/create/speech");
  const take = page.getByRole("article");
  const show = take.getByRole("button", { name: "Show text" });
  await show.click();
  await expect(show).toHaveAttribute("aria-expanded", "true");
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
