import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import type { Page } from "@playwright/test";
import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function fillForm(page: Page, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  await page.getByRole("radio", { name: "Custom", exact: true }).check();
  await page.getByLabel("Base URL").fill(baseUrl);
  await page.getByLabel("API key").fill(apiKey);
}

test("a connection is tested for free, changed, saved and taken back", async ({ page, sandbox, studio }) => {
  const testButton = page.getByRole("button", { name: "Test connection" });
  const save = page.getByRole("button", { name: "Save" });
  const worked = page.getByText("Connected. The service accepted the key.");
  const good = { baseUrl: sandbox.baseUrl, apiKey: "sandbox-key-good-of-the-connection-test" };
  const dead = { ...good, baseUrl: `http://127.0.0.1:${await findClosedPort()}` };
  await page.goto("/settings/connection");

  const rejected = { ...good, apiKey: "sandbox-key-invalid" };
  const secure = { ...good, baseUrl: sandbox.baseUrl.replace("http:", "https:") };
  const outcomes = [
    { connection: rejected, title: "The service rejected the key.", code: "2049" },
    { connection: dead, title: "The service can’t be reached." },
    { connection: secure, title: "A secure connection couldn’t be established." },
    {
      connection: { ...good, baseUrl: studio.process.address },
      title: "This address doesn’t lead to the service.",
    },
    { connection: good, title: "Connected. The service accepted the key." },
  ];
  for (const { connection, title, code = "" } of outcomes) {
    await test.step(title, async () => {
      await fillForm(page, connection);
      await testButton.click();
      const outcome = page.getByRole("alert").filter({ hasText: title });
      await expect(outcome).toBeVisible();
      await expect(outcome).toContainText(code);
    });
  }
  expect(await sandbox.readBill()).toHaveLength(0);

  await test.step("a change of the form and a rejected save remove the outcome", async () => {
    await page.getByLabel("API key").fill("sandbox-key-invalid");
    await expect(worked).toBeHidden();
    await page.getByLabel("API key").fill(good.apiKey);
    await save.click();
    await expect(worked).toBeVisible();
    await page.getByLabel("Base URL").fill("no address");
    await save.click();
    await expect(page.getByLabel("Base URL")).toHaveAttribute("aria-invalid", "true");
    await expect(worked).toBeHidden();
  });

  await test.step("the status shows how the last test of the stored connection ended", async () => {
    await fillForm(page, dead);
    await save.click();
    const status = page.getByRole("paragraph").filter({ hasText: /^Your own connection/ });
    await expect(status).toContainText(/Test failed/);
    await page.reload();
    await expect(status).toContainText(dead.baseUrl);
    await expect(status).toContainText(/Test failed/);
  });

  await test.step("the sandbox keeps the address in the form and does not send it", async () => {
    await page.getByRole("radio", { name: "Sandbox", exact: true }).check();
    await expect(page.getByLabel("Base URL")).toBeHidden();
    await page.getByRole("radio", { name: "Custom", exact: true }).check();
    await expect(page.getByLabel("Base URL")).toHaveValue(dead.baseUrl);
    await page.getByRole("radio", { name: "Sandbox", exact: true }).check();
    await save.click();
    const readProfile = async () => {
      const response = await page.request.get("/api/v1/connection");
      return ((await response.json()) as { profileId: string }).profileId;
    };
    await expect.poll(readProfile).toBe("sandbox");
  });
});

test("a stored key is never sent to a browser again", async ({ page, context, sandbox }) => {
  const apiKey = `sandbox-key-good-${randomUUID()}-wxyz`;
  const bodies: Promise<string>[] = [];
  // Redirects and event streams have no body to read.
  context.on("response", (response) => {
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream");
    if (!isStream && response.ok()) bodies.push(response.text().catch(() => ""));
  });

  await page.goto("/settings/connection");
  await fillForm(page, { baseUrl: sandbox.baseUrl, apiKey });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connected. The service accepted the key.")).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("");

  for (const path of ["/", "/create/image", "/api/v1/connection"])
    expect(await (await page.request.get(path)).text(), path).not.toContain(apiKey);
  await page.reload();
  expect(await page.content()).not.toContain(apiKey);
  await expect(page.getByLabel("API key")).toHaveAttribute("placeholder", /wxyz$/);
  const seen = await Promise.all(bodies);
  expect(seen.join("")).toContain("wxyz");
  expect(seen.filter((body) => body.includes(apiKey))).toEqual([]);
  // Leaving the key out keeps it.
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "Connected. The service accepted the key." }),
  ).toBeVisible();
});

test("a value that the service's document leaves open is added, chosen in a form and accepted over REST", async ({
  page,
  studio,
}) => {
  await page.goto("/settings/connection");
  await page.locator("summary").filter({ hasText: "Advanced" }).click();
  const emotions = page.getByLabel("Emotions");
  await expect(emotions).toHaveAccessibleDescription(/^Default: happy, sad, angry/);
  await emotions.fill("happy, bored, happy");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(emotions).toHaveAttribute("aria-invalid", "true");
  await emotions.fill("happy, bored");
  await page.getByLabel("Speed up to").fill("3");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connected. The service accepted the key.")).toBeVisible();

  const speech = new SpeechPage(page);
  await speech.open();
  await expect(speech.emotion.getByRole("option", { name: "Sad" })).toHaveCount(0);
  await speech.emotion.selectOption("bored");
  await speech.form.getByRole("spinbutton", { name: "Speed" }).fill("3");
  await speech.text.fill("A tide table, again.");
  await speech.submit.click();
  await expect(speech.take("A tide table")).toBeVisible();
  const [made] = (await studio.api.listGenerations("&q=tide")).generations;
  expect(made!.input).toMatchObject({ voice_setting: { emotion: "bored", speed: 3 } });

  const create = (emotion: string) =>
    studio.api.createGeneration("speech", {
      model: "speech-2.6-hd",
      text: "Over REST.",
      voice_setting: { emotion },
    });
  await create("bored");
  await expect(create("sad")).rejects.toThrow(/field\.choice/);

  await page.goto("/settings/connection");
  await page.locator("summary").filter({ hasText: "Advanced" }).click();
  await expect(emotions).toHaveValue("happy, bored");
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(emotions).toHaveValue(/^happy, sad, angry/);
});
