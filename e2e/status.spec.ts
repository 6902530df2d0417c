import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import packageJson from "@/package.json" with { type: "json" };
import { expectAccessible, expectNoOverflow } from "./fixtures/accessible";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, test } from "./fixtures/test";

const phone = { width: 360, height: 740 };

test("the owner sees what the studio does, and what needs them, without loading the page again", async ({
  page,
  studio,
}) => {
  await page.goto("/settings/status");
  const listOf = (name: string) => page.getByRole("list", { name });

  await test.step("nothing waits, one worker runs, and the version is said", async () => {
    await expect(page.getByText("Everything is running.")).toBeVisible();
    await expect(page.getByText("Nothing waits, and nothing is under way.")).toBeVisible();
    await expect(listOf("Workers").getByRole("listitem")).toContainText("Running");
    await expect(listOf("Workers").getByRole("listitem")).toContainText(`version ${packageJson.version}`);
    await expect(page.getByText(`Reverie ${packageJson.version}, build `)).toBeVisible();
    await expect(page.getByRole("heading", { name: "What’s new" })).toBeVisible();
  });

  await test.step("what waits, is sent and fails appears by itself", async () => {
    const { id } = await studio.api.call<GenerationDto>("POST", "/api/v1/generations", {
      generator: "image",
      input: { model: "image-01", prompt: "A lamp [[fault:1042]]" },
    });
    await studio.api.waitForEnd(id);
    const errors = page.getByRole("table", { name: "Errors of the last 24 hours" });
    // No other journey makes this error.
    const refused = errors.getByRole("row").filter({ hasText: "service.illegal-characters" });
    await expect(refused).toContainText("Service · service.illegal-characters · Image · 1 person", {
      timeout: 20_000,
    });
    await expect(refused).toContainText(id);
    await expect(refused).toContainText(/Trace ID\s*\w+/);
    await expect(refused.getByRole("cell").first()).toHaveText("1");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await refused.getByRole("button", { name: "Copy generation ID" }).click();
    await expect(refused.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
    await expect(errors).not.toContainText("A lamp");
    const limits = listOf("Rate limits").getByRole("listitem");
    await expect(limits.first()).toContainText(/\d+ of \d+ in/);
    // Journeys before this one may have used the limits of other keys.
    await expect(limits.filter({ hasText: "Image" }).first()).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("sandbox-key");
  });

  await test.step("in both themes, and on a phone", async () => {
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await expectNoOverflow(page);
  });

  await test.step("a worker that is lost is said, with what to do", async () => {
    await expect(async () => {
      // Until it renews its lease, as it does every 4 s.
      await changeStudioDatabase(
        studio.process.dataDir,
        `UPDATE "Worker" SET "leaseEnd" = now() - interval '1 minute'`,
        [],
      );
      await page.reload();
      await expect(page.getByText("No worker is running.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(listOf("Workers").getByRole("listitem")).toContainText("Lost");
    await expectNoOverflow(page);
    // It is back once it says so.
    await expect(page.getByText("No worker is running.")).toBeHidden({ timeout: 20_000 });
  });
});
