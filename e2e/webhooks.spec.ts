import type { Page } from "@playwright/test";
import { openReceiver, type Receiver } from "@/lib/webhooks/testing/open-receiver";
import { readMessage } from "@/lib/webhooks/testing/webhook-message";
import type { WebhookList } from "@/lib/webhooks/webhook-dto";
import { expectAccessible, expectAccessibleAtBothSizes } from "./fixtures/accessible";
import { expect, type Studio, test } from "./fixtures/test";

let receiver: Receiver;
/** Journeys share a studio, so that others may have left some. */
async function deleteWebhooks({ api }: Studio): Promise<void> {
  const { webhooks } = await api.call<WebhookList>("GET", "/api/v1/webhooks");
  for (const { id } of webhooks) await api.request("DELETE", `/api/v1/webhooks/${id}`);
}

test.beforeEach(async ({ studio }) => {
  receiver = await openReceiver();
  await deleteWebhooks(studio);
});
test.afterEach(async ({ studio }) => {
  await deleteWebhooks(studio);
  await receiver.close();
});

/** Opens the dialog with Enter. A press before hydration is lost. */
async function openDialog(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole("button", { name: "Create webhook" }).first().press("Enter");
    await expect(page.getByRole("dialog", { name: "Create webhook" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("a webhook is created by keys, tested, told of an end, repaired, given another secret and deleted", async ({
  page,
  studio,
}) => {
  test.slow();
  const dialog = page.getByRole("dialog", { name: "Create webhook" });
  const log = page.getByRole("list", { name: "Deliveries" });
  let secret = "";

  await test.step("created with an address that its field accepts; the secret is shown once", async () => {
    await page.goto("/settings/webhooks");
    await expect(page.getByText("No webhooks yet.")).toBeVisible();
    await openDialog(page);
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await page.keyboard.type("Night bell");
    await page.keyboard.press("Tab");
    await page.keyboard.type("http://bell.example/hook");
    await page.keyboard.press("Enter");
    await expect(dialog).toContainText("Use https.");
    await expectAccessibleAtBothSizes(page);
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByRole("switch", { name: "No response from the service" }).press("Space");
    await dialog.getByLabel("Address").press("Enter");
    const shown = dialog.getByLabel("Secret");
    await expect(shown).toHaveValue(/^whsec_/);
    secret = await shown.inputValue();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).press("Enter");
    await expect(dialog).toBeHidden();
    expect(await page.content()).not.toContain(secret);
  });

  await test.step("tested, with the result on its page", async () => {
    await page.getByRole("link", { name: "Night bell" }).click();
    await expect(page.getByText("Nothing sent yet.")).toBeVisible();
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Test delivered. Accepted · HTTP 204" }),
    ).toBeVisible();
    expect(readMessage(secret, receiver.messages[0]!)).toMatchObject({
      type: "webhook.test",
      data: { name: "Night bell" },
    });
    await expect(log.getByRole("listitem").first()).toContainText("Test");
  });

  await test.step("told of an end; what fails is sent again by hand", async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt: "A night quay" });
    await studio.api.waitForEnd(id);
    await expect.poll(() => receiver.messages.length).toBe(2);
    const message = readMessage(secret, receiver.messages[1]!);
    expect(message).toMatchObject({ type: "generation.succeeded", data: { id, state: "succeeded" } });
    await expect(async () => {
      await page.reload();
      await expect(log).toContainText("Not accepted · HTTP 500", { timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(/accepted since/)).toBeVisible();
    await expectAccessibleAtBothSizes(page);
    receiver.answer = (response) => void response.writeHead(204).end();
    // The page loads what has changed by itself.
    await expect(async () => {
      await page.getByRole("button", { name: /^Send again: Generation succeeded/ }).click({ timeout: 1_000 });
      await expect(log).toContainText("Accepted · HTTP 204 ·", { timeout: 5_000 });
      expect(receiver.messages.length).toBeGreaterThan(2);
    }).toPass();
    expect(readMessage(secret, receiver.messages.at(-1)!).id).toBe(message.id);
  });

  await test.step("given another secret, which signs beside the one before", async () => {
    // When this notice disappears, the buttons move up.
    await expect(page.getByText(/accepted since/)).toBeHidden();
    await page.getByRole("button", { name: "New secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New secret" }).click();
    const shown = page.getByLabel("Secret", { exact: true });
    await expect(shown).toHaveValue(/^whsec_/);
    const rotated = await shown.inputValue();
    expect(rotated).not.toBe(secret);
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Test delivered." })).toBeVisible();
    for (const known of [secret, rotated])
      expect(readMessage(known, receiver.messages.at(-1)!).type).toBe("webhook.test");
  });

  await test.step("disabled when the receiver is gone, which its page says", async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const { id } = await studio.api.createGeneration("image", { model: "image-01", prompt: "A last quay" });
    await studio.api.waitForEnd(id);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Disabled: the address answered 410 Gone.")).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expectAccessible(page);
    receiver.answer = (response) => void response.writeHead(204).end();
    await expect(async () => {
      await page.getByRole("switch", { name: "Enabled" }).check({ timeout: 1_000 });
      await expect(page.getByText("Disabled: the address")).toBeHidden({ timeout: 2_000 });
    }).toPass();
  });

  await test.step("deleted with its log", async () => {
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL(/\/settings\/webhooks$/);
    await expect(page.getByText("No webhooks yet.")).toBeVisible();
  });
});
