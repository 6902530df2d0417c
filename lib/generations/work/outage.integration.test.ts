import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noRelay } from "@/lib/live/relay/relay";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createRunnerContext } from "./create-runner-context.server";
import { storeOutputs } from "./store-outputs.server";
import { permanentLease } from "@/lib/jobs/lease";
import { createWorkerServices } from "@/server/open-worker.server";
import { settleLoss } from "./settle-failure.server";
import { fetchRemote } from "@/lib/media/remote/fetch-remote.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import type { ServiceClient } from "@/lib/service/client.server";
import { allowPrivateHost } from "../testing/allow-private-host";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

/** A PNG of one pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A picture's host that answers as it is told. */
async function openHost(): Promise<{ server: Server; url: string; fail: (yes: boolean) => void }> {
  let failing = true;
  const server = createServer((_request, response) => {
    if (failing) response.writeHead(503).end();
    else response.writeHead(200, { "content-type": "image/png" }).end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/a.png`, fail: (yes) => (failing = yes) };
}

describe("a worker during outages", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness();
  });
  afterAll(() => studio.close());

  it("keeps fetching a result whose host is down until the link expires", async () => {
    const host = await openHost();
    allowPrivateHost(host.url);
    const worker = await studio.startWorker();
    const { id } = await studio.submit({ model: "image-01", prompt: "Its link fails first" });
    await studio.waitForEnd(id);
    await worker.stop();
    // As if the answer had named a host that is down.
    await studio.test.database.output.updateMany({
      where: { generationId: id },
      data: { state: "storing", assetId: null, sourceUrl: host.url, tries: 0 },
    });
    await studio.test.database.generation.update({
      where: { id },
      data: { state: "storing", finishedAt: null, workerId: null, nextPollAt: new Date() },
    });
    const second = await studio.startWorker();
    const waiting = await studio.waitFor(id, (generation) => generation.waiting?.reason === "storage");
    expect(waiting.state).toBe("storing");
    expect(Date.parse(waiting.waiting!.givesUpAt!)).toBeGreaterThan(Date.now());
    const output = await studio.test.database.output.findFirstOrThrow({ where: { generationId: id } });
    expect(output).toMatchObject({ state: "storing", tries: 0, error: { code: "result.unreachable" } });
    host.fail(false);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    await second.stop();
    host.server.close();
  });

  it("says that a slow download is one", async () => {
    const rest = Promise.withResolvers<void>();
    const host = createServer((_request, response) => {
      response.writeHead(200, { "content-length": picture.length });
      response.write(picture.subarray(0, 10));
      void rest.promise.then(() => response.end(picture.subarray(10)));
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`;
    allowPrivateHost(url);
    const { id } = await studio.submit({ model: "image-01", prompt: "Arrives slowly" });
    const workerId = crypto.randomUUID();
    await studio.test.database.output.create({
      data: {
        generationId: id,
        index: 0,
        role: "image",
        expectedKind: "image",
        state: "storing",
        sourceUrl: url,
      },
    });
    await studio.test.database.generation.update({ where: { id }, data: { state: "storing", workerId } });
    const { services, derived } = createWorkerServices({
      ...studio.services,
      runners: { load: async () => undefined },
      workerId,
      lease: permanentLease,
      signal: new AbortController().signal,
      relay: noRelay,
    });
    const storing = storeOutputs(services, id, { slowAfterMs: 1 });
    const { waiting } = await studio.waitFor(id, (generation) => generation.waiting !== undefined);
    expect(waiting).toEqual({ reason: "download" });
    rest.resolve();
    await storing;
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    await derived.stop();
    host.close();
  });

  it("gives up a download that trickles, says until when it is repeated, and stores the next one", async () => {
    let trickles = true;
    const host = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "image/png" });
      if (!trickles) return void response.end(picture);
      const timer = setInterval(() => response.write("x"), 1);
      response.on("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/a.png`;
    allowPrivateHost(url);
    const { id } = await studio.submit({ model: "image-01", prompt: "Arrives a byte at a time" });
    const sourceExpiresAt = new Date(Date.now() + 3_600_000);
    await studio.test.database.output.create({
      data: {
        generationId: id,
        index: 0,
        role: "image",
        expectedKind: "image",
        state: "storing",
        sourceUrl: url,
        sourceExpiresAt,
      },
    });
    await studio.test.database.generation.update({ where: { id }, data: { state: "storing" } });
    const { services, derived } = createWorkerServices({
      ...studio.services,
      runners: { load: async () => undefined },
      workerId: crypto.randomUUID(),
      lease: permanentLease,
      signal: new AbortController().signal,
      relay: noRelay,
    });
    let time = 0;
    const dispatchers = [new Agent(), new Agent({ connect: createGuardedConnector() })] as const;
    const dependencies = {
      openDispatcher: dispatchers[0],
      guardedDispatcher: dispatchers[1],
      wait: () => Promise.resolve(),
      // Half a second for each chunk.
      now: () => (time += 500),
    };
    const trickling: typeof services = {
      ...services,
      fetchResult: ({ url: from, ownHosts, signal }) =>
        fetchRemote(from, { allowedHosts: ownHosts, signal, maxBytes: 1_000_000 }, dependencies),
    };
    await storeOutputs(trickling, id);
    const { waiting } = await studio.waitFor(id, (generation) => generation.waiting !== undefined);
    expect(waiting).toEqual({
      reason: "storage",
      untilAt: expect.any(String) as string,
      givesUpAt: sourceExpiresAt.toISOString(),
    });
    const [output] = await studio.test.database.output.findMany({ where: { generationId: id } });
    expect(output).toMatchObject({ state: "storing", tries: 0, error: { code: "result.unreachable" } });
    trickles = false;
    await storeOutputs(trickling, id);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    await Promise.all([derived.stop(), ...dispatchers.map((dispatcher) => dispatcher.destroy())]);
    host.close();
  });

  it("keeps the intact images of a base64 response with a damaged one", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "One of two is no picture", n: 2 });
    const faults: unknown[] = [];
    const context = createRunnerContext(
      {
        ...studio.services,
        storeAsset: (options: { userId: string; source: AsyncIterable<Uint8Array> }) =>
          storeAsset({ ...options, origin: "output", expectedKind: "image", maxBytes: 1_000_000 }),
        report: (error: unknown) => faults.push(error),
        workerId: crypto.randomUUID(),
        signal: new AbortController().signal,
        relay: noRelay,
      },
      { row: { id, userId: studio.userId }, client: {} as ServiceClient },
    );
    let readToItsEnd = false;
    async function* damaged(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("<html>no picture</html>");
      yield Buffer.alloc(64);
      readToItsEnd = true;
    }
    async function* whole(): AsyncGenerator<Uint8Array> {
      yield picture;
    }
    const output = { role: "image", expectedKind: "image" } as const;
    await context.storeOutput({ ...output, index: 0, source: damaged() });
    await context.storeOutput({ ...output, index: 1, source: whole() });
    expect(readToItsEnd).toBe(true);
    expect(faults).toHaveLength(1);
    const outputs = await studio.test.database.output.findMany({
      where: { generationId: id },
      orderBy: { index: "asc" },
    });
    expect(outputs).toMatchObject([
      { state: "failed", error: { code: "result.type" } },
      { state: "stored", error: null },
    ]);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield picture.subarray(0, 20);
      throw new Error("the answer broke off");
    }
    await expect(context.storeOutput({ ...output, index: 2, source: broken() })).rejects.toThrow("broke off");
    await cancelGeneration(studio.services, { userId: studio.userId, id });
  });

  it("does not exhaust its database pool when many are rejected at once, and bills each once", async () => {
    const worker = await studio.startWorker();
    const before = (await studio.sandbox.readBill()).filter(({ billed }) => billed).length;
    const submitted = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        studio.submit({ model: "image-01", prompt: `Refused together ${index} [[fault:1002x1]]` }),
      ),
    );
    for (const { id } of submitted) {
      await studio.waitFor(id, ({ state }) => state === "succeeded", 50_000);
    }
    expect((await studio.sandbox.readBill()).filter(({ billed }) => billed).length - before).toBe(14);
    await worker.stop();
  });

  it("accepts a burst of requests", async () => {
    const submitted = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        studio.submit({ model: "image-01", prompt: `Burst ${index}` }),
      ),
    );
    expect(new Set(submitted.map(({ id }) => id)).size).toBe(60);
    for (const { id } of submitted) await cancelGeneration(studio.services, { userId: studio.userId, id });
  });

  it("leaves no open attempt when it is stopped while claiming", async () => {
    for (let round = 0; round < 6; round += 1) {
      const worker = await studio.startWorker();
      const { id } = await studio.submit({ model: "image-01", prompt: `Ends in round ${round}` });
      await worker.stop();
      const row = await studio.test.database.generation.findUniqueOrThrow({
        where: { id },
        include: { attempts: true },
      });
      expect(["queued", "succeeded"]).toContain(row.state);
      expect(row.attempts.filter(({ state }) => state === "open")).toEqual([]);
      if (row.state === "queued") await cancelGeneration(studio.services, { userId: studio.userId, id });
    }
  });

  it("does not let a late loss undo a success", async () => {
    const worker = await studio.startWorker();
    const { id } = await studio.submit({ model: "image-01", prompt: "Settled twice" });
    await studio.waitForEnd(id);
    const attempt = await studio.test.database.attempt.findFirstOrThrow({ where: { generationId: id } });
    await settleLoss(studio.services, { generationId: id, attemptId: attempt.id }, new Error("late"));
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", error: null });
    await worker.stop();
  });

  it("fails a queued generation whose key cannot be read", async () => {
    const { id } = await studio.submit({ model: "image-01", prompt: "Without a key" });
    await studio.test.database.connection.updateMany({
      where: { userId: studio.userId },
      data: { keyCiphertext: "not sealed by anybody" },
    });
    const worker = await studio.startWorker();
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "connection.unreadable" },
    });
    await worker.stop();
  });
});
