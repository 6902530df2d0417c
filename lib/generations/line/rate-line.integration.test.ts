import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { claimGeneration } from "./claim-generation.server";
import { wakeLine } from "./replan-line.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { getRateLine, postponeCall } from "@/lib/paid-calls/rate-line.server";
import type { GenerationServices } from "../record/services.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { settlePostponed } from "../work/settle-failure.server";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

const windowMs = 60_000;

describe("the line of one key and endpoint", () => {
  let studio: StudioHarness;
  let services: GenerationServices;
  let now = Date.now();

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: 3, generators: [fakeGenerator] });
    services = { ...studio.services, clock: { now: () => now } };
  });
  afterAll(() => studio.close());

  const submit = async (name: string): Promise<string> => {
    const { generation } = await createGeneration(services, {
      userId: studio.userId,
      generator: "fake",
      input: { name },
      idempotencyKey: crypto.randomUUID(),
    });
    return generation.id;
  };
  const claim = async (generationId: string) => {
    const connection = await getConnection(studio.userId, services.database);
    const line = getRateLine(connection, { endpoint: "imageGeneration", model: "fake" });
    const { version } = await services.database.generation.findUniqueOrThrow({ where: { id: generationId } });
    return claimGeneration(services, { generationId, version, workerId: "test-worker", line });
  };
  const read = (id: string) => getGeneration(services, { userId: studio.userId, id });

  it("shows each request its wait, starts three a minute in order, and moves up after a cancel", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 8; index += 1) ids.push(await submit(`Number ${index}`));
    const told = await Promise.all(ids.map(async (id) => (await read(id)).waiting));
    expect(told.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    for (const [index, waiting] of told.entries()) {
      if (index < 3) continue;
      expect(waiting?.reason).toBe("rate-limit");
      const waitMs = new Date(waiting!.untilAt!).getTime() - now;
      expect(Math.abs(waitMs - Math.floor(index / 3) * windowMs)).toBeLessThan(windowMs / 10);
    }

    const claimed = [];
    for (const id of ids) claimed.push(await claim(id));
    expect(claimed.map((each) => each?.generationId)).toEqual([
      ...ids.slice(0, 3),
      ...Array(5).fill(undefined),
    ]);

    await cancelGeneration(services, { userId: studio.userId, id: ids[3]! });
    now += windowMs + 300;
    expect((await claim(ids[4]!))?.generationId).toBe(ids[4]);
    expect((await claim(ids[5]!))?.generationId).toBe(ids[5]);
    expect((await claim(ids[6]!))?.generationId).toBe(ids[6]);
    expect(await claim(ids[7]!)).toBeNull();
    expect((await read(ids[7]!)).waiting?.reason).toBe("rate-limit");
  });

  it("orders requests by the studio's clock, not by that of the machine that took them", async () => {
    now += 3 * windowMs;
    const later = await submit("Taken later");
    now -= 8_000;
    const sooner = await submit("Taken sooner");
    now += 8_000;
    expect([later, sooner].toSorted()).toEqual([sooner, later]);
    for (const id of [later, sooner]) await cancelGeneration(services, { userId: studio.userId, id });
  });

  it("claims a generation once when many workers try at the same time", async () => {
    now += 3 * windowMs;
    const id = await submit("Contended");
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)));
    const mine = claims.filter((each) => each?.generationId === id);
    expect(mine).toHaveLength(1);
    expect(await studio.test.database.attempt.count({ where: { generationId: id } })).toBe(1);
  });

  it("wakes a generation again whose wake-up came a moment before its start", async () => {
    now += 3 * windowMs;
    const ahead = [await submit("First"), await submit("Second"), await submit("Third")];
    const waiting = await submit("Fourth");
    for (const id of ahead) expect((await claim(id))?.generationId).toBe(id);
    const readStart = async () => {
      const row = await services.database.generation.findUniqueOrThrow({ where: { id: waiting } });
      return row.scheduledAt.getTime();
    };
    const planned = await readStart();
    // The attempts ahead leave half a second later than the wake-up was planned for.
    await services.database.attempt.updateMany({
      where: { generationId: { in: ahead } },
      data: { startedAt: new Date(now + 500) },
    });
    now = planned + 10;
    expect(await claim(waiting)).toBeNull();
    now = await readStart();
    expect(now).toBeGreaterThan(planned + 10);
    expect((await claim(waiting))?.generationId).toBe(waiting);
  });

  it("wakes what is due when a slot of the line is free, though its own wake-up is spent", async () => {
    now += 3 * windowMs;
    const ids = [await submit("Leaves"), await submit("Behind it"), await submit("Last")];
    const { database } = services;
    const enqueued: string[] = [];
    const jobs = {
      ...services.jobs,
      enqueue: async (_job: unknown, data: object) =>
        void enqueued.push((data as { generationId: string }).generationId),
    } as unknown as GenerationServices["jobs"];
    expect((await claim(ids[0]!))?.generationId).toBe(ids[0]);
    // Both came while the line was full, and one of them was marked.
    const waiting = { reason: "concurrency" };
    await database.generation.update({ where: { id: ids[1]! }, data: { waiting } });
    expect((await claim(ids[1]!))?.generationId).toBe(ids[1]);
    now += 500;
    const { rateBucket } = await database.generation.findUniqueOrThrow({ where: { id: ids[2]! } });
    await database.$transaction((transaction) => wakeLine({ ...services, jobs }, transaction, rateBucket));
    expect(enqueued).toEqual([ids[2]]);
    await cancelGeneration(services, { userId: studio.userId, id: ids[2]! });
  });

  it("keeps the longer of two pauses that the service asks for at once", async () => {
    const { database } = services;
    const bucket = crypto.randomUUID();
    const pause = (on: typeof database, retryAfterMs: number) => {
      const details = { kind: "refused", sent: "maybe", retryAfterMs } as const;
      const error = new ServiceError("service.rate-limited", details);
      return postponeCall(on, bucket, { error, now, waitedMs: 0 });
    };
    let longer: Promise<unknown> | undefined;
    const late = database.$extends({
      query: {
        rateBucket: {
          async findUnique({ args, query }) {
            const found = await query(args);
            await (longer ??= pause(database, 60_000));
            return found;
          },
        },
      },
    }) as unknown as typeof database;
    await pause(late, 0);
    expect(await database.rateBucket.findUnique({ where: { id: bucket } })).toMatchObject({
      blockedUntil: new Date(now + 60_000),
    });
  });

  it("rejects cancelling a generation that left the queue", async () => {
    const id = await submit("Too late");
    now += windowMs + 300;
    while ((await read(id)).state === "queued") if (!(await claim(id))) now += windowMs;
    await expect(cancelGeneration(services, { userId: studio.userId, id })).rejects.toMatchObject({
      code: "generation.state",
    });
  });

  it("pauses a generation without a rate limit for the time since its first attempt, from 2 to 60 seconds", async () => {
    const id = await submit("No limit");
    await services.database.generation.update({ where: { id }, data: { rateBucket: null } });
    const line = { bucket: null, limit: null, concurrency: null };
    const busy = new ServiceError("service.rate-limited", { kind: "refused", sent: "maybe" });
    const pauseAfterAttempt = async () => {
      const claimed = await claimGeneration(services, {
        generationId: id,
        version: 1,
        workerId: "test-worker",
        line,
      });
      await settlePostponed(services, claimed!, busy);
      const { scheduledAt } = await services.database.generation.findUniqueOrThrow({ where: { id } });
      return scheduledAt.getTime() - now;
    };
    expect(await pauseAfterAttempt()).toBe(2_000);
    now += 2_000;
    expect(await pauseAfterAttempt()).toBe(2_000);
    now += 2_000;
    expect(await pauseAfterAttempt()).toBe(4_000);
    now += 36_000;
    expect(await pauseAfterAttempt()).toBe(40_000);
    now += 40_000;
    expect(await pauseAfterAttempt()).toBe(60_000);
  });
});
