import type { Locator } from "@playwright/test";
import { NarrationPage } from "./fixtures/narration-page";
import { expect, test } from "./fixtures/test";

const oneHourMs = 3_600_000;

test("a task that waits or fails says why, and its result may be fetched by file ID", async ({
  page,
  sandbox,
  guard,
  studio,
}) => {
  test.slow();
  // The poll may meet the end of the task.
  guard.allow(/status 409: POST \S+\/check/);
  // A task is done at the first poll.
  await sandbox.change({ taskDurationMs: 0, missingEndpoints: ["/v1/query/t2a_async_query_v2"] });
  const narration = new NarrationPage(page);
  await narration.open();
  let fileIdOfResult = "";

  await test.step("a rejected status check is repeated when a person presses for it", async () => {
    const words = "The status is unknown.";
    await narration.text.fill(words);
    await narration.submit.click();
    const take = narration.take(words);
    await expect(take).toContainText("The service rejected the status check");
    await sandbox.change({ missingEndpoints: [] });
    await narration.checkUntil(take, take.getByRole("button", { name: /^Play/ }));
    expect(await sandbox.readBill()).toHaveLength(1);
    const [made] = (await studio.api.listGenerations()).generations;
    fileIdOfResult = (await studio.api.waitForEnd(made!.id)).facts!.file_id as string;
  });

  await test.step("an expired task says so, and what was billed", async () => {
    await narration.text.fill("Too late. [[fault:task-expired]]");
    await narration.submit.click();
    const take = narration.take("Too late.");
    await expect(take).toContainText("The service no longer has this task or its result.");
    await expect(take).toContainText(/The service billed \d+ characters\./);
    await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(0);
    expect(await sandbox.readBill()).toHaveLength(2);
  });

  await test.step("a result that stays damaged ends the task without audio", async () => {
    await narration.text.fill("Nothing in it. [[fault:empty-result]]");
    await narration.submit.click();
    const take = narration.take("Nothing in it.");
    await narration.checkUntil(take, take.getByText("The result was damaged on every download."));
    await expect(take.getByRole("button", { name: /^Play/ })).toHaveCount(0);
    const [ended] = (await studio.api.listGenerations()).generations;
    expect(ended).toMatchObject({ state: "failed", error: { code: "result.damaged" }, outputs: [] });
    expect(await sandbox.readBill()).toHaveLength(3);
  });

  await test.step("without status checks, a file is fetched by its ID or downloaded when it is done", async () => {
    await studio.api.connect({ profileId: "sandbox", overrides: { endpoints: { narrationQuery: null } } });
    await sandbox.change({ taskDurationMs: oneHourMs });
    const takes: Locator[] = [];
    for (const words of ["Fetched by its ID.", "Fetched when done."]) {
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
    await fileId.fill(fileIdOfResult);
    await named.getByRole("button", { name: "Get result" }).click();
    await expect(named.getByRole("button", { name: /^Play/ })).toBeVisible();
    await expect(tried).toContainText("doesn’t support status checks");

    await sandbox.change({ clockOffsetMs: 2 * oneHourMs });
    await narration.checkUntil(tried, tried.getByRole("button", { name: /^Play/ }));
    expect(await sandbox.readBill()).toHaveLength(5);
  });
});
