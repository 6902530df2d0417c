import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveConnection } from "@/lib/connections/save-connection.server";
import { findClosedPort } from "@/lib/service/testing/client-fixtures";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, startWorkerProcess } from "@/lib/generations/testing/worker-process";

const model = "speech-2.6-hd";
const chapter = "The keeper climbed the last stair and listened. ".repeat(8);

describe("speech when something goes down", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    [studio] = await Promise.all([openStudioHarness(), bundleWorker()]);
  });
  afterAll(() => studio.close());

  const connect = (addresses: { baseUrl: string; altBaseUrl: string }) =>
    saveConnection(
      { userId: studio.userId },
      { profileId: "custom", apiKey: "sandbox-key-good", ...addresses },
      studio.test.database,
    );

  async function readBill(id: string) {
    return (await studio.sandbox.readBill()).filter(({ requestId }) => requestId === id);
  }

  it("keeps the received part when the worker is killed during a stream, billed once", async () => {
    const first = await startWorkerProcess();
    // Streamed in real time, so the worker dies long before the end.
    const { id } = await studio.submit(
      { model, text: `${chapter}[[pace:1]]`, stream: true },
      { generator: "speech" },
    );
    const live = await studio.waitFor(id, ({ live }) => live !== undefined);
    expect(live).toMatchObject({
      state: "running",
      live: { role: "audio", index: 0, mimeType: "audio/mpeg" },
    });
    await expect
      .poll(() => studio.test.database.streamPiece.count({ where: { generationId: id } }), {
        timeout: 10_000,
      })
      .toBeGreaterThan(1);
    await first.kill();

    const second = await studio.startWorker();
    const done = await studio.waitForEnd(id);
    expect(done).toMatchObject({
      state: "failed",
      error: { code: "generation.ended-early", made: "something" },
      counts: { stored: 0, partial: 1 },
    });
    expect(done.live).toBeUndefined();
    expect(done.outputs).toMatchObject([{ role: "audio", partial: true }]);
    expect(done.outputs[0]!.durationSeconds).toBeGreaterThan(0);
    expect(await studio.test.database.streamPiece.count({ where: { generationId: id } })).toBe(0);
    expect(await readBill(id)).toHaveLength(1);
    await second.stop();
  });

  it("asks the backup address when the first takes no connection, and the take says so", async () => {
    const { baseUrl, altBaseUrl } = studio.sandbox;
    const worker = await studio.startWorker();
    const closed = `http://127.0.0.1:${await findClosedPort()}`;
    await connect({ baseUrl: closed, altBaseUrl });
    for (const stream of [true, false]) {
      const { id } = await studio.submit(
        { model, text: "By the other road.", stream },
        { generator: "speech" },
      );
      expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", facts: { address: "backup" } });
      expect(await readBill(id)).toHaveLength(1);
    }
    await connect({ baseUrl, altBaseUrl });
    const { id } = await studio.submit({ model, text: "By the usual road." }, { generator: "speech" });
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", facts: { address: "primary" } });
    await worker.stop();
  });

  it("fetches what the backup address links to, although both stand in a private network", async () => {
    const worker = await studio.startWorker();
    // Another host name, so that the link is not on the host of the first address.
    const closed = `http://localhost:${await findClosedPort()}`;
    await connect({ baseUrl: closed, altBaseUrl: studio.sandbox.altBaseUrl });
    const { id } = await studio.submit(
      { model, text: "Behind a link of the other road.", output_format: "url" },
      { generator: "speech" },
    );
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "succeeded",
      facts: { address: "backup" },
      outputs: [{ role: "audio" }],
    });
    await connect({ baseUrl: studio.sandbox.baseUrl, altBaseUrl: studio.sandbox.altBaseUrl });
    await worker.stop();
  });

  it("does not ask the backup address once the request may have arrived", async () => {
    const worker = await studio.startWorker();
    const { id } = await studio.submit(
      { model, text: "Heard by nobody [[fault:drop-after]]" },
      { generator: "speech" },
    );
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "unknown" });
    expect(await readBill(id)).toHaveLength(1);
    await worker.stop();
  });
});
