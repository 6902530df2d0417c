import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { askAboutTask } from "./ask-about-task.server";
import type { Runner, RunnerResult } from "../record/runner-port.server";
import type { ServiceClient } from "@/lib/service/client.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { defineFakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const generator = "task";
const never = 600_000;

const definition = defineFakeGenerator(generator, z.strictObject({}), {
  defaultInput: {},
  summariseInput: () => ({
    model: "task",
    endpoint: "videoGeneration",
    expectedOutputs: { role: "video", count: 1 },
    searchText: "",
  }),
});

let polled = 0;
const runner: Runner<typeof definition.inputSchema, null> = {
  prepare: () => Promise.resolve(null),
  start: () => Promise.resolve({ kind: "pending", operation: { taskId: "7" }, pollAfterMs: never }),
  poll(operation): Promise<RunnerResult> {
    polled += 1;
    return Promise.resolve({ kind: "pending", operation, pollAfterMs: never });
  },
};

describe("a person who asks about a pending task", () => {
  let studio: StudioHarness;
  let asked: string[] = [];
  let answer: () => Promise<{ state: string | null }>;

  beforeAll(async () => {
    studio = await openStudioHarness({ generators: [{ definition, runner: runner as never }] });
    await studio.startWorker();
  });
  afterAll(() => studio.close());
  beforeEach(() => {
    asked = [];
    polled = 0;
  });

  async function submit(): Promise<string> {
    const { id } = await studio.submit({}, { generator });
    await studio.waitFor(id, (each) => each.state === "running");
    const readRow = () => studio.test.database.generation.findUniqueOrThrow({ where: { id } });
    await expect.poll(async () => (await readRow()).nextPollAt).not.toBeNull();
    return id;
  }
  const ask = (id: string, options: { fileId?: string; userId?: string } = {}) =>
    askAboutTask(
      {
        ...studio.services,
        getConnection: () => Promise.reject(new Error("the task has its own connection")),
        createClient: () =>
          ({
            queryVideoTask(taskId: string) {
              asked.push(taskId);
              return answer();
            },
          }) as unknown as ServiceClient,
      },
      { userId: studio.userId, id, ...options },
    );

  it("reports a running task with one query and without a worker", async () => {
    const id = await submit();
    answer = () => Promise.resolve({ state: "processing" });
    expect(await ask(id)).toMatchObject({ answer: "running", generation: { id, state: "running" } });
    expect(asked).toEqual(["7"]);
    expect(polled).toBe(0);
  });

  it.each([
    ["has ended", () => Promise.resolve({ state: "success" })],
    [
      "cannot be asked after",
      () => Promise.reject(new ServiceError("network.lost", { kind: "network", sent: "no" })),
    ],
  ])("has a worker look after one that %s", async (_, how) => {
    const id = await submit();
    answer = how as typeof answer;
    expect(await ask(id)).toMatchObject({ answer: "handed-over" });
    await expect.poll(() => polled).toBe(1);
  });

  it("has a worker fetch the named file, and queries nothing for another person's task", async () => {
    const id = await submit();
    expect(await ask(id, { fileId: "12" })).toMatchObject({ answer: "handed-over" });
    await expect.poll(() => polled).toBe(1);
    const { id: userId } = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Stranger" },
    });
    await expect(ask(id, { userId })).rejects.toMatchObject({ code: "not-found" });
    expect(asked).toEqual([]);
  });
});
