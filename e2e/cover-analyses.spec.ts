import type { CoverAnalysisList } from "@/lib/covers/cover-analysis-dto";
import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import { signIn } from "./fixtures/accounts";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { SandboxControl } from "./fixtures/sandbox-control";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, nobody, owner, ownerSettings, ownStudioTest, test } from "./fixtures/test";

const preprocess = "/v1/music_cover_preprocess";
const edited = "Words that were edited by hand";

/** Analyses the example song and edits the words of one section. */
async function analyseAndEdit(cover: CoverPage): Promise<void> {
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  await cover.form.getByRole("button", { name: "Analyse" }).click();
  await cover.analysis.getByRole("textbox").first().fill(edited);
  await cover.showAsText();
  await expect(cover.lyrics).toContainText(edited);
}

async function countAnalyses(sandbox: SandboxControl): Promise<number> {
  return (await sandbox.readArrivals()).filter((each) => each === preprocess).length;
}

test("asked to analyse first, a person presses once: the error is gone while the service listens", async ({
  page,
  sandbox,
}) => {
  const cover = new CoverPage(page);
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  const prompt = await cover.prompt.boundingBox();
  const analyse = cover.form.getByRole("button", { name: "Analyse" });
  expect(prompt!.y).toBeLessThan((await analyse.boundingBox())!.y);
  await cover.prompt.fill("Slow lounge jazz after midnight");
  await cover.submit.click();
  const refusal = cover.analysis.getByRole("alert");
  await expect(refusal).toBeVisible();

  await sandbox.change({ latencyMs: 20_000 });
  await analyse.click();
  await expect(cover.analysis.getByRole("status")).toBeVisible();
  await expect(refusal).toBeHidden();
});

test("an analysis that has expired is renewed with one press, and the edited words stay", async ({
  page,
  studio,
  sandbox,
  guard,
}) => {
  test.slow();
  guard.allow(/^status 4\d\d: POST \S+\/api\/v1\/generations$/);
  const cover = new CoverPage(page);
  await analyseAndEdit(cover);
  await cover.prompt.fill("Slow lounge jazz after midnight, brushed drums");

  // A day passes for the service and the studio.
  const { analyses } = await studio.api.call<CoverAnalysisList>("GET", "/api/v1/cover-analyses");
  const { id, coverFeatureId } = analyses[0]!;
  await sandbox.expireCoverFeature(coverFeatureId!);
  const aged = `UPDATE "CoverAnalysis" SET "createdAt" = "createdAt" - interval '25 hours',
    "expiresAt" = "expiresAt" - interval '25 hours' WHERE "id" = $1`;
  expect(await changeStudioDatabase(studio.process.dataDir, aged, [id])).toBe(1);
  await page.reload();
  await expect(cover.analysis.getByText("This analysis has expired.")).toBeVisible();
  await cover.showAsText();
  await expect(cover.lyrics).toContainText(edited);
  await cover.submit.click();
  await expect(
    cover.analysis.getByText(/^This analysis expired after 24 hours\. Analyse the audio again/),
  ).toBeVisible();
  expect((await studio.api.listGenerations("&generator=cover")).generations).toHaveLength(0);

  await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
  await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
  await expect(cover.lyrics).toContainText(edited);
  await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
  expect(await countAnalyses(sandbox)).toBe(2);

  await cover.submit.click();
  await expect
    .poll(async () => (await studio.api.listGenerations("&generator=cover")).generations.length)
    .toBe(1);
  const [made] = (await studio.api.listGenerations("&generator=cover")).generations;
  expect(await studio.api.waitForEnd(made!.id, 60_000)).toMatchObject({ state: "succeeded", error: null });
  expect(made!.input).toMatchObject({ lyrics: expect.stringContaining(edited) });
});

test("a service that forgot an analysis before its time is asked again when the person says so", async ({
  page,
  sandbox,
}) => {
  const cover = new CoverPage(page);
  await analyseAndEdit(cover);
  await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
  await expect.poll(() => countAnalyses(sandbox)).toBe(2);
  await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
  await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
});

test("an analysis that still lives is not lost when asking again goes wrong", async ({ page, sandbox }) => {
  const cover = new CoverPage(page);
  await analyseAndEdit(cover);
  await sandbox.arm({ faults: ["drop-after"], endpoint: preprocess, times: 1 });
  await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
  await expect(cover.analysis.getByText("No response from the service.")).toBeVisible();
  // The first analysis is still there and usable.
  await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
  await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
  await page.reload();
  await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
  await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
  expect(await countAnalyses(sandbox)).toBe(2);
});

test("again, of a cover whose analysis has expired, leads to the form and costs nothing", async ({
  page,
  studio,
  sandbox,
  guard,
}) => {
  test.slow();
  guard.allow(/^status 4\d\d: POST \S+$/);
  const cover = new CoverPage(page);
  await analyseAndEdit(cover);
  const prompt = "A quiet march, snare drum and low brass";
  await cover.prompt.fill(prompt);
  await cover.submit.click();
  await expect
    .poll(async () => (await studio.api.listGenerations("&generator=cover")).generations.length)
    .toBe(1);
  const [made] = (await studio.api.listGenerations("&generator=cover")).generations;
  expect(await studio.api.waitForEnd(made!.id, 60_000)).toMatchObject({ state: "succeeded", error: null });
  await changeStudioDatabase(
    studio.process.dataDir,
    `UPDATE "CoverAnalysis" SET "expiresAt" = "expiresAt" - interval '25 hours'`,
    [],
  );
  await page.reload();
  const before = (await sandbox.readBill()).length;
  await cover.take(prompt).getByRole("button", { name: "Again", exact: true }).click();
  await expect(page.getByText("This can’t be sent again as it is.")).toBeVisible();
  await page.getByRole("button", { name: "Edit and run" }).last().click();
  await expect(cover.analysis.getByText("This analysis has expired.")).toBeVisible();
  expect((await sandbox.readBill()).length).toBe(before);
  expect((await studio.api.listGenerations("&generator=cover")).generations).toHaveLength(1);
});

ownStudioTest(
  "kill -9 of the web process during an analysis: told as unknown, sent again only by a press",
  async ({ startStudio, openBrowser, guard }) => {
    ownStudioTest.setTimeout(120_000);
    // Meanwhile the page keeps requesting, and its event stream breaks off.
    guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/);
    const studio = await startStudio(ownerSettings);
    const { baseUrl } = await studio.api.call<ConnectionSummary>("GET", "/api/v1/connection");
    const sandbox = new SandboxControl(baseUrl!);
    await sandbox.change({ latencyMs: 3_000, rateLimits: "off" });
    const context = await openBrowser({ ...nobody, baseURL: studio.process.address });
    const page = await context.newPage();
    await signIn(page, owner);
    const cover = new CoverPage(page);
    await cover.open();
    await cover.chooseWay("With analysis");
    await cover.chooseFile(await readShippedSong());
    await cover.form.getByRole("button", { name: "Analyse" }).click();
    await expect.poll(() => sandbox.countWhole(preprocess)).toBe(1);
    await expect(cover.analysis.getByText(/Analysing the audio…/)).toBeVisible();

    await studio.process.killPart("web");
    await expect(cover.analysis.getByText("No response from the service.")).toBeVisible({
      timeout: 45_000,
    });
    // The request completes and is billed although nobody waits for it.
    await expect.poll(async () => (await sandbox.readBill()).length).toBe(1);
    await page.reload();
    await expect(cover.analysis.getByText("No response from the service.")).toBeVisible();
    expect(await countAnalyses(sandbox)).toBe(1);

    await sandbox.change({ latencyMs: 50 });
    await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
    await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
    expect(await sandbox.readBill()).toHaveLength(2);
    expect(await countAnalyses(sandbox)).toBe(2);
  },
);
