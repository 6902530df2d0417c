import type { BatchList } from "@/lib/batches/batch-dto";
import { expectAccessible, expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { ImagePage, pictures } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

const perWindow = 5;

test("twelve variations are queued by one press, and those that still wait are cancelled", async ({
  page,
  sandbox,
  studio,
}) => {
  test.slow();
  await studio.api.connect({
    profileId: "sandbox",
    apiKey: `sandbox-key-good-${crypto.randomUUID()}`,
    overrides: {
      rateLimits: {
        models: {},
        endpoints: { imageGeneration: { requests: perWindow, windowMs: 3_600_000 } },
      },
    },
  });
  const images = new ImagePage(page);
  await images.open();
  const takes = page.getByRole("button", { name: /^Takes: / });
  const bar = page.getByRole("region", { name: "Queue" });

  await test.step("a press creates as many takes as chosen, with braces as they are", async () => {
    await images.prompt.fill("A {red|blue} kite");
    await images.chooseCount(1);
    await takes.click();
    await page.getByRole("menuitem", { name: "2 takes" }).click();
    await expect(takes).toHaveAccessibleName("Takes: 2×");
    await images.submit.click();
    await expect(takes).toHaveAccessibleName("Takes: 1×");
    await expect(pictures(images.take("A {red|blue} kite").first())).toHaveCount(1);
    await expect(images.take("A {red|blue} kite")).toHaveCount(2);
    expect(await sandbox.readBill()).toHaveLength(2);
  });

  const dialog = page.getByRole("dialog", { name: "Variations" });
  const make = dialog.getByRole("button", { name: /^Make/ });
  await test.step("the dialog shows what will be sent, and what is wrong where it is", async () => {
    await images.prompt.fill("A {red|blue kite");
    await takes.click();
    await page.getByRole("menuitem", { name: "Variations" }).click();
    const prompt = dialog.getByRole("textbox", { name: "Prompt" });
    await expect(prompt).toBeFocused();
    await expect(prompt).toHaveAccessibleDescription(/The brace at character 3 isn’t closed/);
    await expect(make).toBeDisabled();
    await prompt.fill("A {red|green|blue|white} {kite|boat|house}");
    await expect(dialog.getByRole("status")).toHaveText("12 requests will be sent");
    await expect(dialog.getByRole("listitem")).toHaveCount(12);
    await expect(dialog.getByRole("listitem").nth(4)).toContainText("A green boat");
    await expectAccessibleAtBothSizes(page);

    await dialog.getByRole("radio", { name: "Table" }).check();
    const table = dialog.getByRole("textbox", { name: "Table" });
    await table.fill("prompt\tn\tcolour\nA fox\t1\tred");
    await expect(dialog.getByText("There is no field “colour”.")).toBeVisible();
    await table.fill("prompt\tn\nA fox\t1\nAn owl\t99");
    await expect(dialog.getByRole("list", { name: "Problems" })).toContainText("Row 2: n");
    await expect(make).toBeDisabled();
    await dialog.getByRole("radio", { name: "Alternatives" }).check();
  });

  await test.step("one press queues all", async () => {
    await make.click();
    await expect(dialog).toBeHidden();
    await expect(bar).toContainText(/\d+ queued/);
    const { batches } = await studio.api.call<BatchList>("GET", "/api/v1/batches");
    expect(batches).toMatchObject([{ generator: "image", total: 12 }]);
    // Three more fit the window. Those that wait are only counted.
    await expect(pictures(images.take("A red house"))).toHaveCount(1);
    await expect(bar).toContainText("9 queued");
    await expect(images.take("A white house")).toHaveCount(0);
    await expectAccessible(page);
    // The form is as it was left, and takes the next prompt.
    await expect(images.prompt).toHaveValue("A {red|blue kite");
    await images.prompt.fill("An owl");
  });

  await test.step("what waits is cancelled, and what is there stays", async () => {
    await page.reload();
    await expect(bar).toContainText("9 queued");
    await bar.getByRole("button", { name: "Cancel all" }).click();
    await expect(bar).toBeHidden();
    const states = (await studio.api.listGenerations()).generations.map(({ state }) => state);
    expect(states.filter((state) => state === "cancelled")).toHaveLength(9);
    expect(states.filter((state) => state === "succeeded")).toHaveLength(5);
    expect(await sandbox.readBill()).toHaveLength(5);
    await expect(images.take("A red house")).toBeVisible();
  });
});
