import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealApiKey } from "@/lib/connections/stored-connection.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

describe("the connection of a pending task", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness({ sandboxSettings: { rateLimits: "on" } });
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  const narrate = (text: string) =>
    studio.submit(
      { model: "speech-2.8-hd", text, voice_setting: { voice_id: "female-shaonv" } },
      { generator: "narration" },
    );
  const readConnection = async (id: string) =>
    (await studio.test.database.generation.findUniqueOrThrow({ where: { id } })).taskConnection;

  it("is the one that created it, sealed in its row and deleted when it ends", async () => {
    await studio.sandbox.change({ taskDurationMs: 1_500 });
    const { id } = await narrate("The task outlives the key that is shown.");
    await expect.poll(() => readConnection(id)).not.toBeNull();
    expect(await readConnection(id)).not.toContain("sandbox-key");
    // Another key of the sandbox knows nothing of this task.
    await studio.test.database.connection.update({
      where: { userId: studio.userId },
      data: { keyCiphertext: sealApiKey("sandbox-key-good-of-somebody-else", studio.userId) },
    });
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", error: null });
    expect(await readConnection(id)).toBeNull();
  });

  it("is queried within the rate limit of its profile by all tasks and workers together", async () => {
    await studio.sandbox.change({ taskDurationMs: 1 });
    const second = await studio.startWorker();
    const begunAt = Date.now();
    const tasks = await Promise.all(Array.from({ length: 18 }, () => narrate("One of many tasks.")));
    for (const { id } of tasks)
      expect(await studio.waitFor(id, isEnded, 40_000)).toMatchObject({ state: "succeeded" });
    await second.stop();
    const response = await fetch(`${studio.sandbox.baseUrl}/__sandbox/requests`);
    const { requests } = (await response.json()) as {
      requests: { at: number; path: string; outcome: string | null }[];
    };
    const queries = requests.filter(({ at, path }) => at >= begunAt && path.includes("t2a_async_query"));
    expect(queries.length).toBeGreaterThanOrEqual(18);
    // Ten a second. A process that was kept waiting sends its first query up to a second after its turn.
    const moments = queries.map(({ at }) => at);
    const spanMs = Math.max(...moments) - Math.min(...moments);
    expect(spanMs).toBeGreaterThan((queries.length - 11) * 100);
  });

  const isEnded = ({ state }: { state: string }) => state === "succeeded" || state === "failed";
});
