import type { BatchDto } from "@/lib/batches/batch-dto";
import type { PricesDto } from "@/lib/costs/price-dto";
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

// Prices would show in the forms of the journeys that follow, and budgets would hold what they send.
test.afterEach(async ({ studio }) => {
  await studio.api.request("PUT", "/api/v1/budgets", { budgets: [] });
  await studio.api.request("PUT", "/api/v1/prices", { currency: null, prices: [] });
});

test("prices are entered by keys, estimate what is sent, and add up afterwards", async ({
  page,
  guard,
  studio,
}) => {
  guard.allow(/status 422: POST \S+\/settings\/usage/);
  const image = new ImagePage(page);

  await test.step("nothing is shown without a price", async () => {
    await image.open();
    await image.prompt.fill("A lamp in the fog");
    await expect(page.getByText(/^(About|At least) /)).toHaveCount(0);
  });

  await test.step("a price of nonsense is named at its field", async () => {
    await page.goto("/settings/usage");
    await expect(page.getByText("No prices yet.")).toBeVisible();
    await page.getByRole("button", { name: "Add price" }).press("Enter");
    const price = page.getByRole("group", { name: "Price 1" });
    await page.getByRole("textbox", { name: "Currency" }).fill("eur");
    await price.getByRole("combobox", { name: "Generator" }).selectOption({ label: "Image" });
    await price.getByRole("combobox", { name: "Unit" }).selectOption({ label: "Image" });
    await price.getByRole("textbox", { name: "Amount" }).fill("1e400");
    const save = page.locator("form", { has: price }).getByRole("button", { name: "Save" });
    await save.press("Enter");
    await expect(price.getByText("Enter an amount from 0")).toBeVisible();
    await price.getByRole("textbox", { name: "Amount" }).fill("0.25");
    await save.press("Enter");
    await expect(page.getByText("Prices saved")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Budgets" })).toBeVisible();
  });

  await test.step("another price waits for its day", async () => {
    await page.getByRole("button", { name: "Add price" }).press("Enter");
    const price = page.getByRole("group", { name: "Price 2" });
    await price.getByRole("combobox", { name: "Unit" }).selectOption({ label: "Image" });
    await price.getByRole("textbox", { name: "Amount" }).fill("9");
    await price.getByLabel("Valid from").fill("2100-01-01");
    await page.locator("form", { has: price }).getByRole("button", { name: "Save" }).press("Enter");
    await expect(page.getByText("Prices saved")).toBeVisible();
    await expect
      .poll(async () => (await studio.api.call<PricesDto>("GET", "/api/v1/prices")).prices)
      .toMatchObject([{ amount: "0.25" }, { amount: "9", validFrom: "2099-12-31T23:00:00.000Z" }]);
    await expect(price.getByLabel("Valid from")).toHaveValue("2100-01-01");
  });

  await test.step("a removed price takes no other with it", async () => {
    await page.getByRole("button", { name: "Add price" }).press("Enter");
    const added = page.getByRole("group", { name: "Price 3" });
    await expect(added.getByRole("combobox", { name: "Generator" })).toBeFocused();
    await added.getByRole("combobox", { name: "Generator" }).selectOption({ label: "Speech" });
    await added.getByRole("combobox", { name: "Model" }).selectOption("speech-2.6-turbo");
    await added.getByRole("textbox", { name: "Amount" }).fill("much");
    const save = page.locator("form", { has: added }).getByRole("button", { name: "Save" });
    await save.press("Enter");
    await expect(added.getByText("Enter an amount from 0")).toBeVisible();
    await page.getByRole("button", { name: "Remove price 2" }).press("Enter");
    await expect(added).toHaveCount(0);
    const second = page.getByRole("group", { name: "Price 2" });
    await expect(second.getByText("Enter an amount from 0")).toBeVisible();
    await expect(second.getByRole("combobox", { name: "Generator" })).toHaveValue("speech");
    await expect(second.getByRole("combobox", { name: "Model" })).toHaveValue("speech-2.6-turbo");
    await expect(second.getByRole("textbox", { name: "Amount" })).toHaveValue("much");
    await expect(second.getByLabel("Valid from")).toHaveValue("");
    await second.getByRole("textbox", { name: "Amount" }).fill("7");
    await page.locator("form", { has: second }).getByRole("button", { name: "Save" }).press("Enter");
    await expect
      .poll(async () => (await studio.api.call<PricesDto>("GET", "/api/v1/prices")).prices)
      .toMatchObject([
        { generator: "image", amount: "0.25" },
        { generator: "speech", model: "speech-2.6-turbo", amount: "7" },
      ]);
  });

  await test.step("the form says what its images will cost", async () => {
    await image.open();
    await image.prompt.fill("A lamp in the fog");
    await image.chooseCount(2);
    await expect(page.getByText("About €0.50")).toBeVisible();
    await image.chooseCount(1);
    await expect(page.getByText("About €0.25")).toBeVisible();
    await image.submit.press("Enter");
    await expect(pictures(image.take("A lamp in the fog"))).toHaveCount(1, { timeout: 30_000 });
  });

  await test.step("the page of usage has it, accessible and on a phone", async () => {
    await page.goto("/settings/usage?sandbox=true");
    await expect(
      page.getByRole("table", { name: "By model" }).getByRole("row", { name: /image-01/ }),
    ).toContainText("€");
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoOverflow(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("usage.csv");
  });

  await test.step("a batch stops at the budget, says so and goes on with a higher one", async () => {
    const { id } = (await studio.api.call<{ id: string }>("GET", "/api/v1/account")) as { id: string };
    const { budgets } = await studio.api.call<{ budgets: { sandboxSpent: string }[] }>(
      "PUT",
      "/api/v1/budgets",
      {
        budgets: [{ memberId: id, soft: null, hard: "1000" }],
      },
    );
    const hard = (more: number) => String(Number(budgets[0]!.sandboxSpent) + more);
    await studio.api.request("PUT", "/api/v1/budgets", {
      budgets: [{ memberId: id, soft: null, hard: hard(0.5) }],
    });
    const batch = await studio.api.call<BatchDto>("POST", "/api/v1/batches", {
      generator: "image",
      input: { model: "image-01", prompt: "", n: 1 },
      rows: ["red", "blue", "green", "grey"].map((colour) => ({ prompt: `A ${colour} lamp` })),
    });
    const read = () => studio.api.call<BatchDto>("GET", `/api/v1/batches/${batch.id}`);
    await expect.poll(async () => (await read()).held, { timeout: 40_000 }).toBe(2);
    await image.open();
    // The whole of it, on a phone too.
    const warned = page.getByText(/^About €\S+ .*budget/);
    await expect(warned).toBeVisible();
    expect(await warned.evaluate((line) => line.scrollHeight <= line.clientHeight)).toBe(true);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await expect(page.getByText("2 wait for the monthly budget.")).toBeVisible();
    await studio.api.request("PUT", "/api/v1/budgets", {
      budgets: [{ memberId: id, soft: null, hard: hard(1) }],
    });
    await expect.poll(async () => (await read()).states.succeeded, { timeout: 40_000 }).toBe(4);
  });
});

test("the estimate follows each key", async ({ page, studio }) => {
  const character = { generator: "speech", unit: "character", amount: "1" };
  await studio.api.request("PUT", "/api/v1/prices", {
    currency: "EUR",
    prices: ["speech-2.6-hd", "speech-2.6-turbo"].map((model) => ({ ...character, model })),
  });
  await page.clock.install();
  const speech = new SpeechPage(page);
  await speech.open();
  await speech.text.click();
  await page.keyboard.insertText("Fog");
  await expect(page.getByText("About €3.00")).toBeVisible();
  // Timers stand still: the form receives none of what is typed now.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.type(" lamp");
  await expect(page.getByText("About €8.00")).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(page.getByText("About €7.00")).toBeVisible();
  // Another text replaces it, also in the estimate.
  await page.clock.resume();
  await expect(page.getByText("7 / ", { exact: false }).first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await expect(page.getByText(/^About €[78]/)).toHaveCount(0);
});
