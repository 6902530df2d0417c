import type { Locator } from "@playwright/test";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { signIn } from "./fixtures/accounts";
import { NarrationPage } from "./fixtures/narration-page";
import { SandboxControl } from "./fixtures/sandbox-control";
import { expect, nobody, owner, ownerSettings, ownStudioTest, test } from "./fixtures/test";

const oneHourMs = 3_600_000;

test.describe("a task that takes its time, or comes to nothing", () => {
  let narration: NarrationPage;
  test.beforeEach(async ({ page, sandbox, guard }) => {
    // The poll may meet the end of the task.
    guard.allow(/status 409: POST \S+\/check/);
    // A task is done at the first poll, unless a test says otherwise.
    await sandbox.change({ taskDurationMs: 0 });
    narration = new NarrationPage(page);
    await narration.open();
  });

  test("a task that cannot be asked after waits, and is asked at once when a person wants to know", async ({
    sandbox,
  }) => {
    await sandbox.change({ missingEndpoints: ["/v1/query/t2a_async_query_v2"] });
    await narration.text.fill("It is not to be had now.");
    await narration.submit.click();
    const take = narration.take("It is not to be had now.");
    await expect(take).toContainText("The service rejected the status check");
    await sandbox.change({ missingEndpoints: [] });
    await narration.checkUntil(take, take.getByRole("button", { name: /^Play/ }));
    expect(await sandbox.readBill()).toHaveLength(1);
  });

  test("without a query the take says so, tries the file, and takes one that the person names", async ({
    sandbox,
    studio,
  }) => {
    const input = {
      model: "speech-2.8-hd",
      text: "Another one.",
      voice_setting: { voice_id: "Santa_Claus" },
    };
    const { facts } = await studio.api.waitForEnd((await studio.api.createGeneration("narration", input)).id);
    await studio.api.connect({ profileId: "sandbox", overrides: { endpoints: { narrationQuery: null } } });
    await sandbox.change({ taskDurationMs: oneHourMs });
    const takes: Locator[] = [];
    for (const words of ["Fetched by name.", "Fetched by itself."]) {
      await narration.text.fill(words);
      await narration.submit.click();
      const take = narration.take(words);
      await expect(take).toContainText("This service doesn’t support status checks.");
      await expect(take).toContainText("tries to download the result at growing intervals");
      takes.push(take);
    }
    const [named, tried] = takes as [Locator, Locator];

    const fileId = named.getByRole("textbox", { name: /^Result file ID/ });
    await named.getByRole("button", { name: "Get result" }).click();
    await expect(fileId).toHaveAccessibleDescription("Enter a file ID.");
    await fileId.fill("file-7");
    await named.getByRole("button", { name: "Get result" }).click();
    await expect(named).toContainText("file-7");
    await expect(fileId).toHaveValue("file-7");
    await fileId.fill(facts!.file_id as string);
    await named.getByRole("button", { name: "Get result" }).click();
    await expect(named.getByRole("button", { name: /^Play/ })).toBeVisible();
    await expect(tried).toContainText("doesn’t support status checks");

    await sandbox.change({ clockOffsetMs: 2 * oneHourMs });
    await narration.checkUntil(tried, tried.getByRole("button", { name: /^Play/ }));
    expect(await sandbox.readBill()).toHaveLength(3);
  });

  test("a task that expired says so, and what was told to be counted", async ({ sandbox }) => {
    await narration.text.fill("Too late. [[fault:task-expired]]");
    await narration.submit.click();
    const take = narration.take("Too late.");
    await expect(take).toContainText("The service no longer has this task or its result.");
    await expect(take).toContainText(/The service billed \d+ characters\./);
    await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(0);
    expect(await sandbox.readBill()).toHaveLength(1);
  });

  test("a result of 0 bytes is fetched again and again, for nothing, and is never shown as done", async ({
    sandbox,
    studio,
  }) => {
    await narration.text.fill("Nothing in it. [[fault:empty-result]]");
    await narration.submit.click();
    const take = narration.take("Nothing in it.");
    const end = take.getByText("The result was damaged on every download.");
    await narration.checkUntil(take, end);
    await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(0);
    const [ended] = (await studio.api.listGenerations()).generations;
    expect(ended).toMatchObject({ state: "failed", error: { code: "result.damaged" }, outputs: [] });
    expect(await sandbox.readBill()).toHaveLength(1);
  });
});

ownStudioTest(
  "kill -9 of all processes between a task and its result: it is made once, and its result comes",
  async ({ startStudio, openBrowser }) => {
    ownStudioTest.setTimeout(180_000);
    // The service outlives the studio, as a real one would.
    const service = await startSandboxProcess(["--latency-ms", "50", "--rate-limits", "off"]);
    try {
      await service.change({ taskDurationMs: oneHourMs });
      const studio = await startStudio({ ...ownerSettings, STUDIO_SANDBOX: "off" });
      await studio.api.connect({
        profileId: "custom",
        baseUrl: service.baseUrl,
        apiKey: "sandbox-key-good",
        overrides: { polling: { narrationIntervalMs: 500 } },
      });
      const page = await (await openBrowser({ ...nobody, baseURL: studio.process.address })).newPage();
      await signIn(page, owner);
      const narration = new NarrationPage(page);
      await narration.open();
      await narration.text.fill("The keeper wrote it all down. Then the light went out.");
      await narration.submit.click();
      const take = narration.take("The keeper wrote it all down.");
      await expect(take).toContainText("Generating speech");
      await page.goto("about:blank");

      // A first poll shows that the task id was stored, which the restarted studio needs.
      const { id } = (await studio.api.listGenerations()).generations[0]!;
      const sandbox = new SandboxControl(service.baseUrl);
      const countQueries = async () =>
        (await sandbox.readArrivals()).filter((path) => path.includes("query")).length;
      for (let round = 0; round < 3; round += 1) {
        const before = await countQueries();
        await expect.poll(countQueries, { timeout: 30_000 }).toBeGreaterThan(before);
        expect((await studio.api.getGeneration(id)).state).toBe("running");
        await studio.process.kill();
        if (round < 2) await studio.process.start();
      }
      await service.change({ clockOffsetMs: 2 * oneHourMs });
      await studio.process.start();

      const done = await studio.api.waitForEnd(id, 60_000);
      expect(done).toMatchObject({ state: "succeeded", counts: { expected: 1, stored: 1, failed: 0 } });
      expect((await service.readBill()).map(({ endpoint, billed }) => [endpoint, billed])).toEqual([
        ["/v1/t2a_async_v2", true],
      ]);
      await narration.open();
      await take.getByRole("button", { name: /^Play/ }).click();
      await expect(take.getByRole("button", { name: /^Pause/ })).toBeVisible();
    } finally {
      await service.stop();
    }
  },
);
