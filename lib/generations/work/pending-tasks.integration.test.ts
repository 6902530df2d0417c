import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { checkGeneration } from "@/lib/generations/ask/check-generation.server";
import { type Runner, type RunnerResult, TaskEndedError } from "../record/runner-port.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";
import { defineFakeGenerator, storeFakeOutput } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const generator = "task";

/** What the next questions after the task are answered with; the last answer stands. */
let answers: ((operation: Record<string, unknown>) => Promise<RunnerResult> | RunnerResult)[] = [];
let asked: Record<string, unknown>[] = [];
let created = 0;

const definition = defineFakeGenerator(generator, z.strictObject({ pollAfterMs: z.number().nullable() }), {
  defaultInput: { pollAfterMs: 1 },
});

const pending = (pollAfterMs: number | null, fileId: string | null = null): RunnerResult => ({
  kind: "pending",
  operation: { taskId: "1", fileId },
  pollAfterMs,
});
const refuse = (code: ServiceErrorCode, serviceCode: number) =>
  new ServiceError(code, { kind: "refused", sent: "maybe", serviceCode });
const done: RunnerResult = { kind: "done", outputs: [], blocked: 0 };

const runner: Runner<typeof definition.inputSchema, number | null> = {
  prepare: ({ pollAfterMs }) => Promise.resolve(pollAfterMs),
  start(pollAfterMs) {
    created += 1;
    return Promise.resolve(pending(pollAfterMs));
  },
  async poll(operation, context) {
    asked.push(operation);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    const result = await answer(operation);
    if (result.kind === "pending") return result;
    await storeFakeOutput(context);
    return result;
  },
};

describe("a pending task", () => {
  let studio: StudioHarness;

  beforeAll(async () => {
    studio = await openStudioHarness({ generators: [{ definition, runner: runner as never }] });
    await studio.startWorker();
  });
  afterAll(() => studio.close());
  beforeEach(() => {
    answers = [];
    asked = [];
    created = 0;
  });

  const submit = (pollAfterMs: number | null) => studio.submit({ pollAfterMs }, { generator });
  const readRow = (id: string) => studio.test.database.generation.findUniqueOrThrow({ where: { id } });
  const waitForTask = (id: string) => expect.poll(async () => (await readRow(id)).operation).not.toBeNull();
  const check = (id: string, fileId?: string) =>
    checkGeneration(studio.services, { userId: studio.userId, id, fileId });
  const never = 600_000;

  it("is polled at once when a person asks", async () => {
    answers = [() => pending(never), () => done];
    const { id } = await submit(never);
    await waitForTask(id);
    await check(id);
    await expect.poll(() => asked.length).toBe(1);
    await expect.poll(async () => (await readRow(id)).nextPollAt).not.toBeNull();
    await check(id);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded", counts: { stored: 1 } });
    expect(created).toBe(1);
    await expect(check(id)).rejects.toMatchObject({ code: "generation.state" });
  });

  it("cannot be polled by another person", async () => {
    answers = [() => done];
    const { id } = await submit(never);
    await waitForTask(id);
    const { id: stranger } = await studio.test.database.user.create({
      data: { email: `${randomUUID()}@example.test`, name: "Stranger" },
    });
    await expect(checkGeneration(studio.services, { userId: stranger, id })).rejects.toMatchObject({
      code: "not-found",
    });
    expect(asked).toEqual([]);
    await check(id);
    await studio.waitForEnd(id);
  });

  it("waits for a person if the service has no query, and is fetched by the file they name", async () => {
    answers = [() => pending(null), () => done];
    const { id } = await submit(null);
    const waiting = await studio.waitFor(id, (each) => each.waiting?.reason === "no-query");
    expect(waiting.state).toBe("running");
    expect(await readRow(id)).toMatchObject({ nextPollAt: null, workerId: null });
    // Another worker that starts takes it for what it is, not for something left behind.
    const second = await studio.startWorker();
    await second.stop();
    expect(asked).toEqual([]);
    await check(id);
    await studio.waitFor(id, (each) => each.waiting?.reason === "no-query" && asked.length === 1);
    await check(id, "123456789012345678");
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    expect(asked.map(({ fileId }) => fileId)).toEqual([null, "123456789012345678"]);
  });

  it("is polled again with the file that a person named during a poll", async () => {
    const first = Promise.withResolvers<void>();
    answers = [() => first.promise.then(() => pending(never)), () => done];
    const { id } = await submit(never);
    await waitForTask(id);
    await check(id);
    await expect.poll(() => asked.length).toBe(1);
    await check(id, "42");
    first.resolve();
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
    expect(asked.map(({ fileId }) => fileId)).toEqual([null, "42"]);
  });

  it.each([
    ["task.expired", () => new StudioError("task.expired")],
    ["result.type", () => new StudioError("result.type")],
    ["service.sensitive", () => refuse("service.sensitive", 1026)],
    ["service.internal", () => new TaskEndedError(refuse("service.internal", 1013))],
  ])("ends with %s, which no patience mends", async (code, makeError) => {
    answers = [
      () => {
        throw makeError();
      },
    ];
    const { id } = await submit(1);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "failed", error: { code } });
    expect(asked).toHaveLength(1);
    expect(await readRow(id)).toMatchObject({ operation: null, taskConnection: null });
  });

  const refusal = (code: ServiceErrorCode, serviceCode: number) =>
    [() => refuse(code, serviceCode), { reason: "query-refused", code, serviceCode }] as const;

  it.each([
    [
      "a broken network",
      () => new ServiceError("network.lost", { kind: "network", sent: "maybe" }),
      { reason: "poll" },
    ],
    ["a fault inside the service", () => refuse("service.internal", 1013), { reason: "poll" }],
    ["a key that is refused today", ...refusal("service.key-rejected", 1004)],
    ["an account without balance", ...refusal("service.balance", 1008)],
    ["a code that nobody knows", () => refuse("service.unlisted", 4711), { reason: "poll" }],
    [
      "a connection that cannot be read",
      () => new StudioError("connection.unreadable"),
      { reason: "query-refused", code: "connection.unreadable" },
    ],
    ["a full disk", () => new StudioError("storage.failed"), { reason: "storage" }],
    ["a fault of our own", () => new TypeError("A fault"), { reason: "poll" }],
  ])("goes on after %s, and says what it waits for", async (_name, makeError, told) => {
    answers = [
      () => {
        throw makeError();
      },
      () => done,
    ];
    const { id } = await submit(1);
    const waiting = await studio.waitFor(id, (each) => each.waiting !== undefined);
    expect(waiting).toMatchObject({ state: "running", error: null, counts: { failed: 0 } });
    expect(waiting.waiting).toEqual({ ...told, untilAt: expect.any(String) as string });
    await check(id);
    expect(await studio.waitForEnd(id)).toMatchObject({ state: "succeeded" });
  });

  it("fails when polls are rejected for a day", async () => {
    answers = [
      () => {
        throw refuse("service.key-rejected", 1004);
      },
    ];
    const { id } = await submit(never);
    await waitForTask(id);
    await studio.test.database.generation.update({
      where: { id },
      data: { startedAt: new Date(Date.now() - 25 * 60 * 60 * 1000) },
    });
    await check(id);
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "service.key-rejected", serviceCode: 1004 },
    });
  });

  it("is downloaded again until the told moment if its link keeps breaking off, then fails", async () => {
    answers = [
      () => {
        throw new StudioError("result.unreachable");
      },
    ];
    const { id } = await submit(1);
    const { waiting } = await studio.waitFor(id, (each) => each.waiting?.givesUpAt !== undefined);
    expect(waiting).toMatchObject({ reason: "storage", untilAt: expect.any(String) });
    await studio.test.database.generation.update({
      where: { id },
      data: {
        waiting: { ...waiting, givesUpAt: new Date(Date.now() - 1).toISOString() },
        nextPollAt: new Date(),
      },
    });
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "result.unreachable", made: "something" },
    });
  });

  it("is downloaded again a few times if damaged, then fails", async () => {
    answers = [
      () => {
        throw new StudioError("result.incomplete");
      },
    ];
    const { id } = await submit(1);
    for (let tries = 1; tries < 6; tries += 1) {
      await expect.poll(async () => (await readRow(id)).pollFaults).toBe(tries);
      await check(id);
    }
    expect(await studio.waitForEnd(id)).toMatchObject({
      state: "failed",
      error: { code: "result.damaged", made: "something" },
    });
    expect(asked).toHaveLength(6);
  });
});
