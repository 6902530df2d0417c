import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { noRelay } from "@/lib/live/relay/relay";
import { studioClock } from "@/lib/clock";
import { createDatabase } from "@/lib/db/database.server";
import {
  cutKinds,
  openDatabaseProxy,
  type CutKind,
  type DatabaseProxy,
} from "@/lib/db/testing/database-proxy";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { defineRunner } from "@/generators/_kit/define-runner.server";
import { permanentLease } from "@/lib/jobs/lease";
import { createWorkerServices } from "@/server/open-worker.server";
import { isTerminal } from "../record/states";
import { allowPrivateHost } from "../testing/allow-private-host";
import { defineFakeGenerator, fakeAudio, makeSound } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { advanceGeneration, type InFlight } from "./advance-generation.server";
import { recoverGenerations } from "./recover-generations.server";

/** Every way that a result takes from the first byte of its answer to the library. */
const ways = ["linked", "inline", "streamed", "task"] as const;

const inputSchema = z.strictObject({
  way: z.enum(ways),
  /** Where the connection is cut: at which statement after the first byte of the answer; 0 as the request is to leave. */
  nth: z.number(),
  kind: z.enum(cutKinds),
});

/** Each way is cut in two kinds: a lost answer, and a statement that is not done. */
const cuts = {
  linked: ["reset", "answer-lost"],
  inline: ["shutdown", "answer-lost"],
  streamed: ["reset", "answer-lost"],
  task: ["shutdown", "answer-lost"],
} as const satisfies Record<(typeof ways)[number], readonly CutKind[]>;

const definition = defineFakeGenerator("answered", inputSchema, {
  defaultInput: { way: "linked", nth: 1, kind: "reset" },
});

describe("an answer that arrives while the database is lost", { timeout: 300_000 }, () => {
  let studio: StudioHarness;
  let host: Server;

  beforeAll(async () => {
    host = createServer((_request, response) => void response.end(makeSound(1_600)));
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    studio = await openStudioHarness({ generators: [{ definition, runner: {} as never }] });
    allowPrivateHost(hostUrl());
  });
  afterAll(async () => {
    await studio.close();
    host.close();
  });

  const hostUrl = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

  it.concurrent.each(ways)("is stored and billed once, whichever statement is cut: %s", async (way) => {
    const worker = await openCutWorker(studio, hostUrl());
    for (const kind of cuts[way]) {
      for (let nth = 1, wasCut = true; wasCut; nth++) {
        const { id } = await studio.submit({ way, nth, kind }, { generator: "answered" });
        wasCut = await worker.run(id);
        const { state, error } = await studio.waitFor(id, () => true);
        expect({ kind, nth, state, error, billed: worker.countBilled(id) }).toEqual({
          kind,
          nth,
          state: "succeeded",
          error: null,
          billed: 1,
        });
        expect(wasCut || nth > 10).toBe(true);
      }
    }
    await worker.close();
  });

  it("goes back to the queue where the leave to send it is lost, and is sent once", async () => {
    const worker = await openCutWorker(studio, hostUrl());
    const input = { way: "linked", nth: 0, kind: "answer-lost" };
    const { id } = await studio.submit(input, { generator: "answered" });
    expect(await worker.run(id)).toBe(true);
    expect(await studio.waitFor(id, () => true)).toMatchObject({ state: "succeeded" });
    expect(worker.countBilled(id)).toBe(1);
    const attempts = await studio.test.database.attempt.findMany({
      where: { generationId: id },
      orderBy: { number: "asc" },
    });
    expect(attempts.map(({ state }) => state)).toEqual(["unsent", "answered"]);
    await worker.close();
  });
});

interface CutWorker {
  /** Works on a generation until it has ended; returns whether the connection was cut meanwhile. */
  run(id: string): Promise<boolean>;
  countBilled(id: string): number;
  close(): Promise<void>;
}

/** A worker behind a network of its own, which breaks where the generation says. */
async function openCutWorker(studio: StudioHarness, hostUrl: string): Promise<CutWorker> {
  const billed: string[] = [];
  const proxy = await openDatabaseProxy(studio.test.url);
  const database = createDatabase(proxy.url, { maxConnections: 3 });
  const runner = createRunner({ proxy, billed, hostUrl });
  const inFlight: InFlight = new Map();
  const presence = { refresh: () => Promise.resolve(), isAlive: () => true };
  const { services, derived } = createWorkerServices({
    ...studio.services,
    database,
    runners: { load: () => Promise.resolve(runner as never) },
    clock: studioClock,
    workerId: crypto.randomUUID(),
    lease: permanentLease,
    signal: new AbortController().signal,
    relay: noRelay,
  });

  return {
    async run(id) {
      for (;;) {
        await withDatabaseRetry(() => advanceGeneration(services, inFlight, id));
        await Promise.all(inFlight.values());
        const { state } = await studio.test.database.generation.findUniqueOrThrow({ where: { id } });
        if (isTerminal(state as never)) return proxy.disarm();
        await withDatabaseRetry(() => recoverGenerations(services, { inFlight, presence }));
      }
    },
    countBilled: (id) => billed.filter((each) => each === id).length,
    async close() {
      await derived.stop();
      await database.$disconnect();
      await proxy.close();
    },
  };
}

function createRunner(given: { proxy: DatabaseProxy; billed: string[]; hostUrl: string }) {
  const output = { index: 0, role: "audio", expectedKind: "audio", rawAudio: fakeAudio } as const;
  let preparations = 0;
  const linked = () => ({ ...output, url: `${given.hostUrl}/${crypto.randomUUID()}` });
  return defineRunner<typeof inputSchema, z.output<typeof inputSchema>>({
    prepare(input) {
      preparations += 1;
      if (input.nth === 0 && preparations === 1) given.proxy.cutAt(1, input.kind);
      return Promise.resolve(input);
    },
    async start({ way, nth, kind }, context) {
      given.billed.push(context.generationId);
      if (nth > 0) given.proxy.cutAt(nth, kind);
      if (way === "task") return { kind: "pending", operation: { taskId: "1" }, pollAfterMs: 0 };
      if (way === "inline") await context.storeOutput({ ...output, source: sound() });
      if (way === "streamed") {
        await context.streamOutput({ ...output, mimeType: "audio/wav", source: sound() });
      }
      return { kind: "done", outputs: way === "linked" ? [linked()] : [], blocked: 0 };
    },
    poll: () => Promise.resolve({ kind: "done", outputs: [linked()], blocked: 0 }),
  });
}

async function* sound(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(makeSound(1_600));
  yield makeSound(1_600);
}
