import { hostname } from "node:os";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openDatabaseProxy, type DatabaseProxy } from "@/lib/db/testing/database-proxy";
import { defineRunner } from "@/generators/_kit/define-runner.server";
import { announceWorker, type WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { openWorker, type RunningWorker } from "@/server/open-worker.server";
import { defineFakeGenerator, storeFakeOutput } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const inputSchema = z.strictObject({ name: z.string() });

const definition = defineFakeGenerator("lonely", inputSchema, { defaultInput: { name: "" } });

/** A lost worker is noticed within seconds here. */
const leaseTimes = { lastsMs: 2_000, renewMs: 400 };

/** Two hosts, of which the first one's link to the database can be cut without a word. */
describe("a host whose link is cut", () => {
  let studio: StudioHarness;
  let proxy: DatabaseProxy;
  let lost: RunningWorker;
  let other: RunningWorker;
  /** What the runner of each host does at each step. */
  let steps: Record<"lost" | "other", { prepare(): Promise<void>; start(): Promise<void> }>;
  /** Which hosts have sent a request, by generation. */
  const sent = new Map<string, string[]>();

  const createRunner = (host: "lost" | "other") =>
    defineRunner<typeof inputSchema, null>({
      async prepare() {
        await steps[host].prepare();
        return null;
      },
      async start(_prepared, context) {
        sent.set(context.generationId, [...(sent.get(context.generationId) ?? []), host]);
        await steps[host].start();
        await storeFakeOutput(context);
        return { kind: "done", outputs: [], blocked: 0 };
      },
    });

  async function openHost(host: "lost" | "other", databaseUrl: string): Promise<RunningWorker> {
    process.env.DATABASE_URL = databaseUrl;
    Reflect.deleteProperty(globalThis, "reverieEnv");
    return openWorker({
      definitions: studio.services.definitions,
      runners: { load: () => Promise.resolve(createRunner(host) as never) },
      leaseTimes,
    });
  }

  beforeAll(async () => {
    studio = await openStudioHarness({ generators: [{ definition, runner: {} as never }] });
  });
  afterAll(() => studio.close());

  beforeEach(async () => {
    const idle = { prepare: () => Promise.resolve(), start: () => Promise.resolve() };
    steps = { lost: { ...idle }, other: { ...idle } };
    proxy = await openDatabaseProxy(studio.test.url);
    lost = await openHost("lost", proxy.url);
  });
  afterEach(async () => {
    await lost.stop();
    await other.stop();
    await proxy.close();
  });

  const submit = () => studio.submit({ name: "A song" }, { generator: "lonely" });

  it("loses what it had not sent to another one, and sends nothing when its link is back", async () => {
    const preparing = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    steps.lost.prepare = () => {
      preparing.resolve();
      return resume.promise;
    };
    const { id } = await submit();
    await preparing.promise;
    other = await openHost("other", studio.test.url);
    proxy.freeze();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    proxy.thaw();
    resume.resolve();
    await expect.poll(() => lost.countInFlight()).toBe(0);
    expect(sent.get(id)).toEqual(["other"]);
  });

  it("doesn't fail what another one has taken over", async () => {
    const preparing = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    const sending = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    steps.lost.prepare = async () => {
      preparing.resolve();
      await resume.promise;
      throw new TypeError("The file can't be read here");
    };
    steps.other.start = () => {
      sending.resolve();
      return answer.promise;
    };
    const { id } = await submit();
    await preparing.promise;
    other = await openHost("other", studio.test.url);
    proxy.freeze();
    await sending.promise;
    proxy.thaw();
    resume.resolve();
    await expect.poll(() => lost.countInFlight()).toBe(0);
    answer.resolve();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", error: null });
  });

  it("doesn't send a request that it was allowed to send long ago", async () => {
    // The request is recorded as sent, and the answer to that is on its way for as long as the link is cut.
    steps.lost.prepare = () => {
      proxy.freeze("answers");
      return Promise.resolve();
    };
    const { id } = await submit();
    await studio.waitFor(id, ({ state }) => state === "running");
    proxy.freeze();
    other = await openHost("other", studio.test.url);
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "unknown",
      error: { code: "generation.interrupted" },
    });
    proxy.thaw();
    await expect.poll(() => lost.countInFlight()).toBe(0);
    expect(sent.get(id)).toBeUndefined();
  });

  it("still brings the answer of a request that was out, and nothing is sent again", async () => {
    const sending = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    steps.lost.start = () => {
      sending.resolve();
      return answer.promise;
    };
    const { id } = await submit();
    await sending.promise;
    other = await openHost("other", studio.test.url);
    proxy.freeze();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "unknown" });
    const { generation } = studio.test.database;
    await generation.update({ where: { id }, data: { dismissedAt: new Date() } });
    proxy.thaw();
    answer.resolve();
    expect(await studio.waitFor(id, ({ state }) => state === "succeeded")).toMatchObject({ error: null });
    expect(await generation.findUnique({ where: { id } })).toMatchObject({ dismissedAt: null });
    expect(sent.get(id)).toEqual(["lost"]);
  });
});

describe("two workers", () => {
  let studio: StudioHarness;
  let presence: WorkerPresence;

  beforeAll(async () => {
    studio = await openStudioHarness();
    const { database, url: databaseUrl } = studio.test;
    presence = await announceWorker({ database, databaseUrl, channels: [], times: leaseTimes });
  });
  afterAll(async () => {
    await presence.close();
    await studio.close();
  });

  it("share a host name without sharing processes, as containers may", async () => {
    const [{ id }] = await studio.test.database.$queryRaw<[{ id: string }]>`
      INSERT INTO "Worker" ("id", "host", "pid", "space", "leaseEnd")
      VALUES (${crypto.randomUUID()}, ${hostname()}, ${2 ** 22 + 1}, 'another container', now() + interval '1 hour')
      RETURNING "id"`;
    await presence.refresh();
    expect(presence.isAlive(id)).toBe(true);
    await studio.test.database.$executeRaw`UPDATE "Worker" SET "leaseEnd" = now() WHERE "id" = ${id}`;
    await expect
      .poll(async () => {
        await presence.refresh();
        return presence.isAlive(id);
      })
      .toBe(false);
  });
});
