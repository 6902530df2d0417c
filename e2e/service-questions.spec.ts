import { SpeechPage } from "./fixtures/speech-page";
import { expect, test } from "./fixtures/test";

test("free questions to the service are server actions, asked when a person wants them", async ({
  page,
  sandbox,
  studio,
}) => {
  test.setTimeout(120_000);
  const actions: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-action"]) actions.push(new URL(request.url()).pathname);
  });
  const countArrivals = async (part: string) =>
    (await sandbox.readArrivals()).filter((path) => path.includes(part)).length;

  await test.step("whether the connection works", async () => {
    await page.goto("/settings/connection");
    await page.getByRole("button", { name: "Test connection" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /ms/ })).toBeVisible();
    expect(actions).toEqual(["/settings/connection"]);
  });

  await test.step("which voices there are now", async () => {
    const speech = new SpeechPage(page);
    await speech.open();
    await speech.form.getByRole("button", { name: /^Voice/ }).click();
    await expect(page.getByRole("grid")).toBeVisible();
    const before = await countArrivals("get_voice");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect.poll(() => countArrivals("get_voice")).toBe(before + 1);
    await sandbox.change({ missingEndpoints: ["/v1/get_voice"] });
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("Couldn’t refresh. This is the last list from the service.")).toBeVisible();
    await expect(page.getByRole("grid")).toBeVisible();
    expect(actions.slice(1)).toEqual(["/create/speech", "/create/speech"]);
  });

  await test.step("how a task stands", async () => {
    await sandbox.change({ taskDurationMs: 600_000, missingEndpoints: ["/v1/query/t2a_async_query_v2"] });
    const text = "A tale that takes its time";
    const { id } = await studio.api.createGeneration("narration", {
      model: "speech-2.8-hd",
      text,
      voice_setting: { voice_id: "English_expressive_narrator" },
    });
    await page.goto("/create/narration");
    const take = page.getByRole("article", { name: text });
    await expect(take).toContainText("The service rejected the status check");
    await sandbox.change({ missingEndpoints: [] });
    await take.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByText("Still running at the service.").first()).toBeVisible();
    expect(actions.slice(3)).toEqual(["/create/narration"]);
    // Leaves nothing running for the next test.
    await sandbox.change({ clockOffsetMs: 700_000 });
    await studio.api.call("POST", `/api/v1/generations/${id}/check`, {});
    await studio.api.waitForEnd(id);
  });
});
