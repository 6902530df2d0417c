import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { CoverAnalysisList } from "@/lib/covers/cover-analysis-dto";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import type { SandboxControl } from "./fixtures/sandbox-control";
import { changeStudioDatabase } from "./fixtures/studio-database";
import { expect, test, type Studio } from "./fixtures/test";

const preprocess = "/v1/music_cover_preprocess";
const edited = "Words that were edited by hand";

/** Edits the lyrics of the first section. */
async function edit(cover: CoverPage): Promise<void> {
  await cover.analysis.getByRole("textbox").first().fill(edited);
  await cover.showAsText();
  await expect(cover.lyrics).toContainText(edited);
}

async function countAnalyses(sandbox: SandboxControl): Promise<number> {
  return (await sandbox.readArrivals()).filter((each) => each === preprocess).length;
}

/** Waits for the only cover to end. */
async function waitForCover({ api }: Studio): Promise<GenerationDto> {
  await expect.poll(async () => (await api.listGenerations("&generator=cover")).generations.length).toBe(1);
  const [made] = (await api.listGenerations("&generator=cover")).generations;
  return api.waitForEnd(made!.id, 60_000);
}

test("an analysis is repeated only when a person asks, and keeps edited lyrics", async ({
  page,
  sandbox,
}) => {
  test.slow();
  const cover = new CoverPage(page);
  const usable = cover.analysis.getByText(/Expires at the service in/);
  const analyse = cover.form.getByRole("button", { name: "Analyse", exact: true });
  const again = cover.analysis.getByRole("button", { name: "Analyse again" });
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());

  await test.step("a form without an analysis asks for one until it runs", async () => {
    const prompt = await cover.prompt.boundingBox();
    expect(prompt!.y).toBeLessThan((await analyse.boundingBox())!.y);
    await cover.prompt.fill("Slow lounge jazz after midnight");
    await cover.submit.click();
    const refusal = cover.analysis.getByRole("alert");
    await expect(refusal).toBeVisible();
    await sandbox.change({ latencyMs: 3_000 });
    await analyse.click();
    await expect(cover.analysis.getByRole("status")).toBeVisible();
    await expect(refusal).toBeHidden();
    await expect(usable).toBeVisible();
    await sandbox.change({ latencyMs: 50 });
  });

  const expectKept = async () => {
    await expect(usable).toBeVisible();
    await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
  };
  await test.step("an analysis that the service forgot early is repeated on request", async () => {
    await edit(cover);
    await again.click();
    await expect.poll(() => countAnalyses(sandbox)).toBe(2);
    // The fault of the next step is not for this request.
    await expect(again).toBeEnabled();
    await expectKept();
  });

  await test.step("a repetition without a response leaves the earlier analysis usable", async () => {
    await sandbox.arm({ faults: ["drop-after"], endpoint: preprocess, times: 1 });
    await again.click();
    await expect(cover.analysis.getByText("No response from the service.")).toBeVisible();
    await expectKept();
    await page.reload();
    await expectKept();
    expect(await countAnalyses(sandbox)).toBe(3);
  });
});

test("an expired analysis is renewed with one press, and a cover of it is not repeated unchanged", async ({
  page,
  studio,
  sandbox,
  guard,
}) => {
  test.slow();
  guard.allow(/^status 4\d\d: POST \S+\/api\/v1\/generations/);
  const cover = new CoverPage(page);
  const expired = cover.analysis.getByText("This analysis has expired.");
  const prompt = "Slow lounge jazz after midnight, brushed drums";
  await cover.open();
  await cover.chooseWay("With analysis");
  await cover.chooseFile(await readShippedSong());
  await cover.form.getByRole("button", { name: "Analyse" }).click();
  await edit(cover);
  await cover.prompt.fill(prompt);

  /** Lets a day pass for the service and the studio. */
  const expire = async () => {
    const { analyses } = await studio.api.call<CoverAnalysisList>("GET", "/api/v1/cover-analyses");
    const { id, coverFeatureId } = analyses[0]!;
    await sandbox.expireCoverFeature(coverFeatureId!);
    const aged = `UPDATE "CoverAnalysis" SET "createdAt" = "createdAt" - interval '25 hours',
      "expiresAt" = "expiresAt" - interval '25 hours' WHERE "id" = $1`;
    expect(await changeStudioDatabase(studio.process.dataDir, aged, [id])).toBe(1);
    await page.reload();
  };

  await test.step("it is not sent, and the edited lyrics stay", async () => {
    await expire();
    await expect(expired).toBeVisible();
    await cover.showAsText();
    await expect(cover.lyrics).toContainText(edited);
    await cover.submit.click();
    await expect(
      cover.analysis.getByText(/^This analysis expired after 24 hours\. Analyse the audio again/),
    ).toBeVisible();
    expect((await studio.api.listGenerations("&generator=cover")).generations).toHaveLength(0);
  });

  await test.step("one press renews it", async () => {
    await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
    await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
    await expect(cover.lyrics).toContainText(edited);
    await expect(cover.analysis.getByRole("textbox").first()).toHaveValue(edited);
    expect(await countAnalyses(sandbox)).toBe(2);
    await cover.submit.click();
    const made = await waitForCover(studio);
    expect(made).toMatchObject({ state: "succeeded", error: null });
    expect(made.input).toMatchObject({ lyrics: expect.stringContaining(edited) });
  });

  await test.step("repeating its cover after it expired leads to the form and costs nothing", async () => {
    await expire();
    const before = (await sandbox.readBill()).length;
    await cover.take(prompt).getByRole("button", { name: "Again", exact: true }).click();
    await expect(page.getByText("This can’t be sent again as it is.")).toBeVisible();
    await page.getByRole("button", { name: "Edit and run" }).last().click();
    await expect(expired).toBeVisible();
    expect((await sandbox.readBill()).length).toBe(before);
    expect((await studio.api.listGenerations("&generator=cover")).generations).toHaveLength(1);
  });
});
