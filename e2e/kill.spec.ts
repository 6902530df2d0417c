import { setTimeout as delay } from "node:timers/promises";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { startSandboxProcess } from "@/lib/generations/testing/sandbox-process";
import { expect, ownerSettings, ownStudioTest as test } from "./fixtures/test";

const imageCount = 20;
const killCount = 10;
/** From the start of the first process until well after the studio is ready. */
const longestLifeMs = 4_500;

test("kill -9 of all processes at ten random moments loses no truth and sends nothing twice", async ({
  startStudio,
}, testInfo) => {
  test.setTimeout(150_000);
  // The service outlives the studio, as a real one would, and completes and bills requests nobody waits for.
  const service = await startSandboxProcess(["--latency-ms", "700", "--rate-limits", "off"]);
  try {
    const studio = await startStudio({ ...ownerSettings, STUDIO_SANDBOX: "off" });
    await studio.api.connect({
      profileId: "custom",
      baseUrl: service.baseUrl,
      apiKey: "sandbox-key-good",
      // Submitted one by one, so that every round finds generations that wait, one that was sent and some that are done.
      overrides: {
        rateLimits: { endpoints: { imageGeneration: { requests: 1_000, windowMs: 60_000, concurrency: 1 } } },
      },
    });
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
    const ended: GenerationDto[] = [];
    for (const { id } of submitted) ended.push(await studio.api.waitForEnd(id, 60_000));
    for (const { state, outputs, error } of ended) {
      expect(["succeeded", "unknown"]).toContain(state);
      if (state === "succeeded") expect(outputs).toHaveLength(1);
      else expect(error?.code).toBe("generation.interrupted");
    }

    const bodies = (await service.readBill()).map(({ bodyHash }) => bodyHash);
    expect(new Set(bodies).size, "requests that are alike").toBe(bodies.length);
    const count = (wanted: string) => ended.filter(({ state }) => state === wanted).length;
    const outcome = `${count("succeeded")} succeeded, ${count("unknown")} unknown, ${bodies.length} requests, none twice`;
    console.log(`${imageCount} images through ${killCount} kills: ${outcome}`);
    testInfo.annotations.push({ type: "outcome", description: outcome });
    // A success was sent once, an unknown outcome at most once.
    expect(bodies.length).toBeGreaterThanOrEqual(count("succeeded"));
    expect(bodies.length).toBeLessThanOrEqual(imageCount);
  } finally {
    await service.stop();
  }
});
