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

async function fillConnection(page: Page, connection: { baseUrl: string; apiKey: string }) {
  await page.goto("/settings/connection");
  await fillForm(page, connection);
}

async function fillForm(page: Page, { baseUrl, apiKey }: { baseUrl: string; apiKey: string }) {
  await page.getByRole("radio", { name: "Custom", exact: true }).check();
  await page.getByLabel("Base URL").fill(baseUrl);
  await page.getByLabel("API key").fill(apiKey);
}

test("Test connection tells what is wrong, and costs nothing", async ({ page, sandbox, studio }) => {
  const good = "sandbox-key-good-of-the-connection-test";
  const secure = sandbox.baseUrl.replace("http:", "https:");
  const faults = [
    { baseUrl: sandbox.baseUrl, apiKey: good, title: "Connected. The service accepted the key." },
    {
      baseUrl: sandbox.baseUrl,
      apiKey: "sandbox-key-invalid",
      title: "The service rejected the key.",
      code: "2049",
    },
    {
      baseUrl: `http://127.0.0.1:${await findClosedPort()}`,
      apiKey: good,
      title: "The service can’t be reached.",
    },
    { baseUrl: secure, apiKey: good, title: "A secure connection couldn’t be established." },
    {
      baseUrl: studio.process.address,
      apiKey: good,
      title: "This address doesn’t lead to the service.",
    },
  ];
  await page.goto("/settings/connection");
  for (const { title, code = "", ...connection } of faults) {
    await test.step(title, async () => {
      await fillForm(page, connection);
      await page.getByRole("button", { name: "Test connection" }).click();
      const outcome = page.getByRole("alert").filter({ hasText: title });
      await expect(outcome).toBeVisible();
      await expect(outcome).toContainText(code);
    });
  }
  expect(await sandbox.readBill()).toHaveLength(0);
});

test("a stored key is never sent to a browser again", async ({ page, context, sandbox }) => {
  const apiKey = `sandbox-key-good-${randomUUID()}-wxyz`;
  const bodies: Promise<string>[] = [];
  // Redirects and event streams have no body to read.
  context.on("response", (response) => {
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream");
    if (!isStream && response.ok()) bodies.push(response.text().catch(() => ""));
  });

  await fillConnection(page, { baseUrl: sandbox.baseUrl, apiKey });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connected. The service accepted the key.")).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("");

  for (const path of ["/settings/connection", "/", "/create/image"]) {
    await page.goto(path);
    expect(await page.content()).not.toContain(apiKey);
  }
  expect(await (await page.request.get("/api/v1/connection")).text()).not.toContain(apiKey);
  await page.goto("/settings/connection");
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

test("back to the sandbox from an address of one's own, which stays typed and is not sent", async ({
  page,
  sandbox,
}) => {
  await fillConnection(page, { baseUrl: sandbox.baseUrl, apiKey: "sandbox-key-good-of-the-way-back" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Connected. The service accepted the key.")).toBeVisible();

  await page.getByRole("radio", { name: "Sandbox", exact: true }).check();
  await expect(page.getByLabel("Base URL")).toBeHidden();
  await page.getByRole("radio", { name: "Custom", exact: true }).check();
  await expect(page.getByLabel("Base URL")).toHaveValue(sandbox.baseUrl);
  await page.getByRole("radio", { name: "Sandbox", exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  const readProfile = async () => {
    const response = await page.request.get("/api/v1/connection");
    return ((await response.json()) as { profileId: string }).profileId;
  };
  await expect.poll(readProfile).toBe("sandbox");
});

test("the status tells how the last test of the stored connection ended, also after a reload", async ({
  page,
}) => {
  const dead = `http://127.0.0.1:${await findClosedPort()}`;
  await fillConnection(page, { baseUrl: dead, apiKey: "sandbox-key-good-of-a-dead-address" });
  await page.getByRole("button", { name: "Save" }).click();
  const status = page.getByRole("paragraph").filter({ hasText: /^Your own connection/ });
  await expect(status).toContainText(/Test failed/);
  await page.reload();
  await expect(status).toContainText(dead);
  await expect(status).toContainText(/Test failed/);
});

test("what a test found goes when the form changes, and when a save is refused", async ({
  page,
  sandbox,
}) => {
  const worked = page.getByText("Connected. The service accepted the key.");
  const test = page.getByRole("button", { name: "Test connection" });
  await fillConnection(page, { baseUrl: sandbox.baseUrl, apiKey: "sandbox-key-good-of-a-changed-form" });
  await test.click();
  await expect(worked).toBeVisible();
  await page.getByLabel("API key").fill("sandbox-key-invalid");
  await expect(worked).toBeHidden();

  await test.click();
  await expect(page.getByRole("alert").filter({ hasText: "2049" })).toBeVisible();
  await page.getByLabel("API key").fill("sandbox-key-good-of-a-changed-form");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(worked).toBeVisible();
  await page.getByLabel("Base URL").fill("no address");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Base URL")).toHaveAttribute("aria-invalid", "true");
  await expect(worked).toBeHidden();
});

test("a value that the document leaves open is added, then chosen in a form and taken over REST", async ({
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
