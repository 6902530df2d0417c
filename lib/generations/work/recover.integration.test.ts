import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Prisma } from "@/lib/db/database.server";
import { hashInput } from "@/lib/generations/ask/new-generation.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

/** A worker that never was: what it held is what a killed process leaves behind. */
const deadWorker = "00000000-dead-4000-8000-000000000000";

describe("a generation of a killed worker", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
  });
  afterAll(() => studio.close());

  async function leaveBehind(
    left: Partial<Prisma.GenerationUncheckedCreateInput>,
    attemptState: string | null,
  ): Promise<string> {
    const input = { model: "image-01", prompt: `Left behind ${crypto.randomUUID()}` };
    const connection = await getConnection(studio.userId, studio.test.database);
    const { id } = await studio.test.database.generation.create({
      data: {
        userId: studio.userId,
        generator: "image",
        state: "queued",
        input,
        inputHash: hashInput("image", input),
        searchText: input.prompt,
        idempotencyKey: crypto.randomUUID(),
        model: input.model,
        connection: { profileId: "sandbox", baseUrl: connection.baseUrl, scope: connection.scope },
        sandbox: true,
        rateBucket: `${connection.scope}:imageGeneration`,
        counts: { expected: 1, blocked: 0 },
        workerId: deadWorker,
        ...left,
      },
    });
    if (attemptState) {
      await studio.test.database.attempt.create({
        data: { generationId: id, number: 1, state: attemptState },
      });
    }
    return id;
  }

  it("is continued from every state, and only unsent requests are sent again", async () => {
    const picture = await fetch(`${studio.sandbox.baseUrl}/v1/image_generation`, {
      method: "POST",
      headers: { authorization: "Bearer sandbox-key-good", "content-type": "application/json" },
      body: JSON.stringify({ model: "image-01", prompt: "Made before the kill" }),
    });
    const answer = (await picture.json()) as { data: { image_urls: string[] } };
    const billedBefore = (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;

    const queued = await leaveBehind({ workerId: null }, null);
    const claimed = await leaveBehind({ state: "starting" }, "prepared");
    const sent = await leaveBehind({ state: "running" }, "open");
    const storing = await leaveBehind(
      {
        state: "storing",
        outputs: {
          create: {
            index: 0,
            role: "image",
            state: "storing",
            expectedKind: "image",
            sourceUrl: answer.data.image_urls[0]!,
            sourceExpiresAt: new Date(Date.now() + 3_600_000),
          },
        },
      },
      "answered",
    );
    const worker = await studio.startWorker();

    expect(await studio.waitForEnd(queued)).toMatchObject({ state: "succeeded" });
    expect(await studio.waitForEnd(claimed)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect(await studio.waitForEnd(sent)).toMatchObject({
      state: "unknown",
      error: { code: "generation.interrupted" },
    });
    expect(await studio.waitForEnd(storing)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    const billed = (await studio.sandbox.readBill()).filter((entry) => entry.billed).length;
    expect(billed - billedBefore).toBe(2);
    const attempts = await studio.test.database.attempt.findMany({
      where: { generationId: claimed },
      orderBy: { number: "asc" },
    });
    expect(attempts.map(({ state }) => state)).toEqual(["unsent", "answered"]);
    await worker.stop();
  });

  it("is not taken from a living worker", async () => {
    const other = await studio.startWorker();
    const { id } = await studio.submit({ model: "image-01", prompt: "Held by the other [[latency:1200]]" });
    await studio.waitFor(id, ({ state }) => state === "running");
    const worker = await studio.startWorker();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    await worker.stop();
    await other.stop();
  });

  it("keeps a response that arrives while the database is away", async () => {
    const worker = await studio.startWorker();
    const { id } = await studio.submit({ model: "image-01", prompt: "Answered in the dark [[latency:600]]" });
    await studio.waitFor(id, ({ state }) => state === "running");
    // Every session of the worker ends while its request is out, as in a restart of PostgreSQL.
    await studio.test.database.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    // The test's own idle sessions have ended too, and the pool may still hand one of them out: look again then.
    await expect
      .poll(async () => (await studio.waitFor(id, () => true)).state, { timeout: 50_000 })
      .toBe("succeeded");
    await worker.stop();
  });
});
