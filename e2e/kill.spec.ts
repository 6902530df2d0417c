import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { signIn } from "./fixtures/accounts";
import { CoverPage, readShippedSong } from "./fixtures/cover-page";
import { NarrationPage } from "./fixtures/narration-page";
import { expect, nobody, owner, ownerSettings, ownStudioTest as test } from "./fixtures/test";
import { createPicture } from "./fixtures/pictures";

const imageCount = 10;
const killCount = 4;
/** From the start of the first process until well after the studio is ready. */
const longestLifeMs = 4_500;
const analysis = "/v1/music_cover_preprocess";
const narrationCreation = "/v1/t2a_async_v2";
const taskQueries = ["/v1/query/video_generation", "/v1/query/t2a_async_query_v2"];

/**
 * Every kind of paid call is killed at every stage in lib/paid-calls and in the integration tests of its generator.
 * Here, real processes die.
 */
test("kill -9 of the web process and of all processes loses nothing and sends nothing twice", async ({
  startStudio,
  openBrowser,
  guard,
}, testInfo) => {
  test.setTimeout(300_000);
  // Meanwhile the page keeps requesting, and its event stream breaks off.
  guard.allow(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/);
  // The service outlives the studio, as a real one would, and completes and bills requests nobody waits for.
  const service = await startSandboxProcess(["--latency-ms", "700", "--rate-limits", "off"]);
  try {
    const studio = await startStudio({ ...ownerSettings, STUDIO_SANDBOX: "off" });
    await studio.api.connect({
      profileId: "custom",
      baseUrl: service.baseUrl,
      apiKey: "sandbox-key-good",
      overrides: {
        // Images are submitted one by one, so that every round finds some that wait, one that was sent and some that are
        // done.
        rateLimits: { endpoints: { imageGeneration: { requests: 1_000, windowMs: 60_000, concurrency: 1 } } },
        polling: { videoIntervalMs: 500, narrationIntervalMs: 500 },
      },
    });

    const context = await openBrowser({ ...nobody, baseURL: studio.process.address });
    await test.step("without the web process, an analysis has no response until a person sends it again", async () => {
      const countAnalyses = async () =>
        (await service.readRequests()).filter(({ path, bodyHash }) => path === analysis && bodyHash).length;
      await service.change({ latencyMs: 3_000 });
      const page = await context.newPage();
      await signIn(page, owner);
      const cover = new CoverPage(page);
      await cover.open();
      await cover.chooseWay("With analysis");
      await cover.chooseFile(await readShippedSong());
      await cover.form.getByRole("button", { name: "Analyse" }).click();
      await expect.poll(countAnalyses).toBe(1);
      await expect(cover.analysis.getByText(/Analysing the audio…/)).toBeVisible();

      await studio.process.killPart("web");
      const lost = cover.analysis.getByText("No response from the service.");
      await expect(lost).toBeVisible({ timeout: 45_000 });
      // The request completes and is billed although nobody waits for it.
      await expect.poll(async () => (await service.readBill()).length).toBe(1);
      await page.reload();
      await expect(lost).toBeVisible();
      expect(await countAnalyses()).toBe(1);

      await service.change({ latencyMs: 700 });
      await cover.analysis.getByRole("button", { name: "Analyse again" }).click();
      await expect(cover.analysis.getByText(/Expires at the service in/)).toBeVisible();
      expect(await service.readBill()).toHaveLength(2);
      expect(await countAnalyses()).toBe(2);
      await page.close();
    });

    const billedBefore = (await service.readBill()).length;
    const { assetId } = await studio.api.upload("frame.png", await createPicture(640, 400));
    const video = await studio.api.createGeneration("video", {
      model: "Vendor-Video-02",
      resolution: "512P",
      duration: 6,
      prompt: "A ship leaves [[task-ms:8000]]",
      first_frame_image: { assetId },
    });
    const narration = await studio.api.createGeneration("narration", {
      model: "speech-2.8-hd",
      text: "The keeper wrote it all down. Then the light went out. [[task-ms:8000]]",
      voice_setting: { voice_id: "English_expressive_narrator" },
    });
    // A first poll shows that the first kill comes between the creation of a task and its end.
    await expect
      .poll(async () => {
        const paths = (await service.readRequests()).map(({ path }) => path);
        return taskQueries.every((query) => paths.includes(query));
      })
      .toBe(true);
    const submitted = await Promise.all(
      Array.from({ length: imageCount }, (_, index) =>
        studio.api.createGeneration("image", { model: "image-01", prompt: `Wave ${index + 1}` }),
      ),
    );

    for (let round = 0; round < killCount; round += 1) {
      // The random moment is the point of this test: during start, recovery or work.
      const starting = round === 0 ? Promise.resolve() : studio.process.start();
      const started = starting.catch(() => "killed before it was ready");
      await delay(Math.random() * longestLifeMs);
      await studio.process.kill();
      await started;
    }

    await studio.process.start();
    for (const { id } of [video, narration]) {
      expect(await studio.api.waitForEnd(id, 60_000)).toMatchObject({
        state: "succeeded",
        counts: { expected: 1, stored: 1, failed: 0 },
      });
    }
    const ended: GenerationDto[] = [];
    for (const { id } of submitted) ended.push(await studio.api.waitForEnd(id, 60_000));
    for (const { state, outputs, error } of ended) {
      expect(["succeeded", "unknown"]).toContain(state);
      if (state === "succeeded") expect(outputs).toHaveLength(1);
      else expect(error?.code).toBe("generation.interrupted");
    }

    await test.step("a picture and the narration are there", async () => {
      const page = await context.newPage();
      const kept = ended.find(({ state }) => state === "succeeded")!;
      const prompt = String(kept.input.prompt);
      await page.goto("/library");
      await page.getByRole("link", { name: `Open result 1: ${prompt}`, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: prompt, exact: true })).toBeVisible();
      const large = page.getByRole("button", { name: /^Enlarge/ }).getByRole("img");
      await expect
        .poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);

      const narrations = new NarrationPage(page);
      await narrations.open();
      const take = narrations.take("The keeper wrote it all down.");
      await take.getByRole("button", { name: /^Play/ }).click();
      await expect(take.getByRole("button", { name: /^Pause/ })).toBeVisible();
    });

    const bill = (await service.readBill()).slice(billedBefore);
    expect(bill.filter(({ endpoint, billed }) => endpoint === narrationCreation && billed)).toHaveLength(1);
    const bodies = bill.map(({ bodyHash }) => bodyHash);
    expect(new Set(bodies).size, "requests that are alike").toBe(bodies.length);
    const count = (wanted: string) => ended.filter(({ state }) => state === wanted).length;
    const outcome = `${count("succeeded")} succeeded, ${count("unknown")} unknown, ${bodies.length} requests, none twice`;
    console.log(`${imageCount} images and two tasks through ${killCount} kills: ${outcome}`);
    testInfo.annotations.push({ type: "outcome", description: outcome });
    // The tasks and every success were sent once, an unknown outcome at most once.
    expect(bodies.length).toBeGreaterThanOrEqual(2 + count("succeeded"));
    expect(bodies.length).toBeLessThanOrEqual(2 + imageCount);
  } finally {
    await service.stop();
  }
});
