import { pictures, ImagePage } from "./fixtures/create-page";
import { expect, test } from "./fixtures/test";

/** Allows one image per window, so that the second one waits. */
const oneImageIn = (windowMs: number) => ({
  profileId: "sandbox",
  overrides: { rateLimits: { endpoints: { imageGeneration: { requests: 1, windowMs } } } },
});

test("every failure says what happened, what it cost and what to do", async ({
  page,
  context,
  studio,
  sandbox,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const images = new ImagePage(page);
  await images.open();
  const countBilled = async () => (await sandbox.readBill()).filter(({ billed }) => billed).length;

  await test.step("a rejected prompt, with its trace ID", async () => {
    const take = await images.make("A harbour at night [[fault:1026]]");
    await expect(take).toContainText("Rejected by the service");
    await expect(take).toContainText("The service found sensitive content in your input.");
    await expect(take).toContainText("Nothing was generated or billed.");

    const { generations } = await studio.api.listGenerations("&q=harbour");
    const trace = generations[0]?.error?.traceId;
    expect(trace).toBeTruthy();
    await expect(take).toContainText(`1026, trace ID ${trace}`);
    await take.getByRole("button", { name: "Trace ID" }).click();
    await expect(take.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(trace);
    expect(await countBilled()).toBe(0);

    // The prompt returns to the form to be changed.
    await images.prompt.fill("");
    await take.getByRole("button", { name: "Edit and run" }).first().click();
    await expect(images.prompt).toHaveValue("A harbour at night [[fault:1026]]");
  });

  await test.step("a lost response, which is unknown and sent again only after a warning", async () => {
    const words = "A ferry in fog [[fault:drop-afterx1]]";
    const take = await images.make(words);
    await expect(take).toContainText("No response");
    await expect(take).toContainText("It may have been billed.");

    const question = page.getByRole("dialog", { name: "Retry this request?" });
    await take.getByRole("button", { name: "Retry" }).click();
    await expect(question).toContainText("A retry may be billed again");
    await question.getByRole("button", { name: "Don’t retry" }).last().click();
    await expect(question).toBeHidden();
    expect(await countBilled()).toBe(1);

    await take.getByRole("button", { name: "Retry" }).click();
    await question.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(pictures(images.take(words).first())).toHaveCount(1);
    // The first one stays unknown.
    await expect(images.take(words).last()).toContainText("No response");
    expect(await countBilled()).toBe(2);
  });

  await test.step("a partial success", async () => {
    const part = await images.make("Four doors [[fault:partial:1]]", { count: 4 });
    await expect(pictures(part)).toHaveCount(3);
    await expect(part).toContainText("3 of 4 results");
    await expect(part.getByText("Blocked by the safety check")).toHaveCount(1);
  });

  await test.step("results that cannot be downloaded", async () => {
    const lost = await images.make("A lost letter [[fault:dead-links]]", { count: 2 });
    await expect(lost).toContainText("The link to a result no longer works.");
    await expect(lost).toContainText("It was generated, and the service billed it.");
  });

  await test.step("a balance that is too low", async () => {
    await studio.api.connect({ profileId: "sandbox", apiKey: "sandbox-key-no-balance" });
    const refused = await images.make("A gilded frame");
    await expect(refused).toContainText("Your balance at the service is too low.");
    await expect(refused).toContainText("Top up your account at the service");
  });
});

test("a busy service is waited for, and a queued request can be cancelled", async ({
  page,
  studio,
  sandbox,
}) => {
  const images = new ImagePage(page);
  await images.open();
  await studio.api.connect(oneImageIn(15_000));
  const take = await images.make("A crowded pier [[fault:1002x1]]");
  await expect(take).toContainText("(service busy)");
  await expect(pictures(take)).toHaveCount(1);
  const bill = await sandbox.readBill();
  expect(bill.map(({ outcome, billed }) => ({ outcome, billed }))).toEqual([
    { outcome: "refused:1002", billed: false },
    { outcome: "delivered", billed: true },
  ]);

  await studio.api.connect(oneImageIn(60_000));
  const waiting = await images.make("Thought better of it");
  await waiting.getByRole("button", { name: "Cancel" }).click();
  await expect(waiting).toContainText("Cancelled before it was sent");
  expect(await sandbox.readBill()).toHaveLength(2);
});

test("a full rate limit counts down and then lets the next one go", async ({ page, studio, sandbox }) => {
  const images = new ImagePage(page);
  await images.open();
  await studio.api.connect(oneImageIn(20_000));
  const first = await images.make("The first of two kites");
  const second = await images.make("The second of two kites");
  await expect(pictures(first)).toHaveCount(1);

  const countdown = second.getByText(/^Next in queue, starts in about \d+ s \(rate limit\)$/);
  await expect(countdown).toBeVisible();
  // Not a number once the countdown is gone.
  const readSeconds = async () =>
    Number(/about (\d+) s/.exec((await countdown.allTextContents())[0] ?? "")?.[1]);
  const atFirst = await readSeconds();
  await expect.poll(readSeconds).toBeLessThan(atFirst);

  await expect(pictures(second)).toHaveCount(1);
  expect(await sandbox.readBill()).toHaveLength(2);
});
