import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { advanceGenerationJob } from "../record/advance-job";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import type { DefinitionRegistry, GeneratorDefinition } from "../record/definition-port";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import type { Runner, RunnerRegistry } from "../record/runner-port.server";
import type { GenerationServices } from "../record/services.server";
import { isTerminal } from "../record/states";
import { advanceItemTaskJob } from "@/lib/item-tasks/item-task-job";
import { openJobQueue } from "@/lib/jobs/job-queue.server";
import { openLiveHub, type LiveHub } from "@/lib/live/live-hub.server";
import { definitionRegistry } from "@/generators/registry";
import { inputCheckRegistry, runnerRegistry } from "@/server/runners.server";
import { openWorker, type RunningWorker } from "@/server/open-worker.server";
import type { RunningSandbox } from "./sandbox-process";
import { openTestSandbox } from "./test-sandbox";

export interface StudioHarness {
  test: TestDatabase;
  hub: LiveHub;
  sandbox: RunningSandbox;
  services: GenerationServices;
  userId: string;
  startWorker(): Promise<RunningWorker>;
  /** Submits a generation, of the image generator by default. */
  submit(
    input: Record<string, unknown>,
    options?: { generator?: string; idempotencyKey?: string },
  ): Promise<GenerationDto>;
  /** Resolves when the generation meets the condition; throws with its last DTO after `timeoutMs`. */
  waitFor(
    id: string,
    isThere: (generation: GenerationDto) => boolean,
    timeoutMs?: number,
  ): Promise<GenerationDto>;
  waitForEnd(id: string): Promise<GenerationDto>;
  close(): Promise<void>;
}

/** The studio without pages: a database, a sandbox, a person, and workers on demand. */
export async function openStudioHarness(
  options: {
    /** Other settings of the sandbox; see sandbox/README.md. */
    sandboxSettings?: Record<string, unknown>;
    /** The sandbox of the test worker by default. */
    sandbox?: RunningSandbox;
    imagesPerMinute?: number;
    /** Dropped when the harness closes; a new one by default. */
    test?: TestDatabase;
    /** In addition to those of the studio. */
    generators?: { definition: GeneratorDefinition; runner: Runner }[];
  } = {},
): Promise<StudioHarness> {
  const [test, sandbox, dataDir] = await Promise.all([
    options.test ?? createTestDatabase(),
    options.sandbox ?? openTestSandbox(options.sandboxSettings),
    mkdtemp(path.join(tmpdir(), "reverie-harness-")),
  ]);
  Object.assign(process.env, {
    DATABASE_URL: test.url,
    STUDIO_DATA_DIR: dataDir,
    STUDIO_SECRET: "a secret of the tests, long enough to be one",
    STUDIO_SANDBOX_BASE_URL: sandbox.baseUrl,
    STUDIO_SANDBOX_ALT_BASE_URL: sandbox.altBaseUrl,
    STUDIO_LOG_LEVEL: process.env.STUDIO_LOG_LEVEL ?? "silent",
  });
  // What an earlier file left running may have read the settings meanwhile.
  delete (globalThis as { reverieEnv?: unknown }).reverieEnv;
  const { id: userId } = await test.database.user.create({
    data: { email: `${randomUUID()}@example.test`, name: "Test", role: "owner" },
  });
  // Tests submit more per minute than the sandbox's profile allows; other tests cover the limit.
  const many = { requests: 1_000, windowMs: 60_000 };
  const imageGeneration = { ...many, requests: options.imagesPerMinute ?? many.requests };
  const endpoints = { imageGeneration, speech: many, narrationCreate: many };
  await test.database.connection.create({
    data: { userId, profileId: "sandbox", overrides: { rateLimits: { endpoints } } },
  });
  const own = new Map(options.generators?.map((generator) => [generator.definition.id, generator]));
  const definitions: DefinitionRegistry = {
    find: (id) => own.get(id)?.definition ?? definitionRegistry.find(id),
    list: () => definitionRegistry.list(),
  };
  const runners: RunnerRegistry = {
    load: async (id) => own.get(id)?.runner ?? (await runnerRegistry.load(id)),
  };
  const [jobs, hub] = await Promise.all([
    openJobQueue({ databaseUrl: test.url, role: "sender", jobs: [advanceGenerationJob, advanceItemTaskJob] }),
    openLiveHub(test.url),
  ]);
  const services: GenerationServices = {
    database: test.database,
    jobs,
    definitions,
    inputChecks: inputCheckRegistry,
    clock: { now: () => Date.now() },
  };
  const workers = new Set<RunningWorker>();

  const harness: StudioHarness = {
    test,
    hub,
    sandbox,
    services,
    userId,
    async startWorker() {
      const worker = await openWorker({ definitions, runners });
      workers.add(worker);
      return {
        ...worker,
        async stop() {
          workers.delete(worker);
          await worker.stop();
        },
      };
    },
    async submit(input, { generator = "image", idempotencyKey = randomUUID() } = {}) {
      const { generation } = await createGeneration(services, {
        userId,
        generator,
        input,
        idempotencyKey,
      });
      return generation;
    },
    async waitFor(id, isThere, timeoutMs = 50_000) {
      const until = Date.now() + timeoutMs;
      let change = Promise.withResolvers<void>();
      const wake = () => change.resolve();
      const unsubscribe = hub.subscribe(userId, {
        onChange: (changed) => void (changed.id === id && wake()),
        onLineChange: () => {},
        onGap: wake,
      });
      try {
        for (;;) {
          change = Promise.withResolvers();
          const generation = await getGeneration(services, { userId, id });
          if (isThere(generation)) return generation;
          if (Date.now() > until) throw new Error(`Waited in vain: ${JSON.stringify(generation, null, 2)}`);
          // Not everything that a DTO shows is a change of its row. Changes come in bursts.
          await Promise.race([change.promise, sleep(500)]);
          await sleep(20);
        }
      } finally {
        unsubscribe();
      }
    },
    waitForEnd: (id) => harness.waitFor(id, ({ state }) => isTerminal(state)),
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      await Promise.all([jobs.stop(), hub.close()]);
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return harness;
}
