import { expect, test } from "./fixtures/test";

test("activity shows what is running, what is queued and why, and what failed", async ({
  page,
  sandbox,
  studio,
}) => {
  await studio.api.connect({
    profileId: "sandbox",
    overrides: {
      rateLimits: { endpoints: { imageGeneration: { requests: 1_000, windowMs: 60_000, concurrency: 1 } } },
    },
  });
  const submit = (prompt: string) => studio.api.createGeneration("image", { model: "image-01", prompt });
  const running = page.getByRole("region", { name: "In progress" });
  const waiting = page.getByRole("region", { name: "Queued" });
  const troubled = page.getByRole("region", { name: "Failed, no response or cancelled" });
  await page.goto("/activity");
  await expect(page.getByText("Nothing in progress")).toBeVisible();

  await submit("An iron gate [[fault:2013]]");
  await expect(troubled.getByRole("listitem")).toContainText("The service rejected the parameters.");
  // The two lists load one after the other.
  await expect(running).toBeHidden();

  await sandbox.change({ calls: "held" });
  await submit("The first of three bells");
  await expect(running.getByRole("listitem")).toContainText("The first of three bells");
  await submit("The second of three bells");
  await submit("The third of three bells");
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  const [second, third] = [waiting.getByRole("listitem").first(), waiting.getByRole("listitem").last()];
  await expect(second).toContainText("The second of three bells");
  await expect(second).toContainText("Next in queue (another request is running)");
  await expect(third).toContainText("2nd in queue");
  await expect(page.getByRole("link", { name: "Activity" }).first()).toContainText("3 in progress");

  await third.getByRole("button", { name: "Cancel" }).click();
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  // The first generation ends and lets the second one start.
  await sandbox.change({ calls: "answered" });
  await expect(running).toBeHidden({ timeout: 30_000 });
  await expect(waiting).toBeHidden();
  await expect(page.getByText("of three bells")).toHaveCount(1);
  const cancelled = troubled.getByRole("listitem").filter({ hasText: "The third of three bells" });
  await expect(cancelled).toContainText("Cancelled");

  // What has ended is dismissed by keys, one or all, and taken back.
  const dismissOne = cancelled.getByRole("button", { name: "Dismiss The third of three bells" });
  await dismissOne.focus();
  await page.keyboard.press("Enter");
  await expect(cancelled).toBeHidden();
  await expect(troubled.getByRole("button", { name: "Dismiss An iron gate" })).toBeFocused();
  const dismissAll = troubled.getByRole("button", { name: "Dismiss all", exact: true });
  await dismissAll.focus();
  await page.keyboard.press("Enter");
  await expect(troubled).toBeHidden();
  await page.getByRole("button", { name: "Dismissed", exact: true }).press("Enter");
  await expect(page).toHaveURL(/dismissed=true/);
  const dismissed = page.getByRole("region", { name: "Dismissed" });
  await expect(dismissed.getByRole("listitem")).toHaveCount(2);
  await page.reload();
  await expect(dismissed.getByRole("listitem")).toHaveCount(2);
  await expect(dismissed).toContainText("The service rejected the parameters.");
  await dismissed.getByRole("button", { name: "Bring back An iron gate" }).press("Enter");
  await expect(dismissed.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Dismissed", exact: true }).press("Enter");
  await expect(troubled.getByRole("listitem")).toHaveCount(1);

  // A failed generation offers its words in the form.
  await troubled
    .getByRole("listitem")
    .filter({ hasText: "An iron gate" })
    .getByRole("button", { name: "Edit and run" })
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: "Prompt" })).toHaveValue("An iron gate [[fault:2013]]");
});
