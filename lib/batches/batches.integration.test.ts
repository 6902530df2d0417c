import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StudioError } from "@/lib/errors/studio-error";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { listGenerations } from "@/lib/generations/read/list-generations.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { fakeGenerator } from "@/lib/generations/testing/fake-generator.server";
import { listPrompts } from "@/lib/prompts/list-prompts.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { musicExamples } from "@/generators/music/examples";
import { createFeedSource } from "@/server/generation-services.server";
import { cancelBatch } from "./cancel-batch.server";
import { createBatch } from "./create-batch.server";
import { getBatch, listWaitingBatches } from "./get-batch.server";

type Given = Omit<Parameters<typeof createBatch>[1], "userId" | "generator" | "input">;

/** How many of ten a minute may leave at once. */
const perMinute = 10;

describe("a batch", () => {
  let studio: StudioHarness;
  let services: GenerationServices;
  let userId: string;
  let now = Date.now();

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: perMinute, generators: [fakeGenerator] });
    ({ userId } = studio);
    services = { ...studio.services, clock: { now: () => now } };
  });
  beforeEach(async () => {
    await studio.test.database.generation.deleteMany();
    await studio.test.database.user.update({ where: { id: userId }, data: { queueQuota: null } });
    now += 600_000;
  });
  afterAll(() => studio.close());

  const image = { model: "image-01", prompt: "a boat", n: 1 };
  const create = (given: Given, { as = userId, input = image as Record<string, unknown> } = {}) =>
    createBatch(services, { userId: as, generator: "image", input, ...given });
  const many = (count: number) =>
    Array.from({ length: count }, (_none, index) => ({ prompt: `boat ${index + 1}` }));
  const count = () => studio.test.database.generation.count();
  const refusalOf = (given: Promise<unknown>) =>
    given.then(
      () => null,
      ({ code, fields }: StudioError) => ({ code, fields }),
    );
  const listRows = () => studio.test.database.generation.findMany({ orderBy: { id: "asc" } });
  const countJobs = async () => {
    const [row] = await studio.test.database.$queryRaw<{ jobs: number }[]>`
      SELECT count(*)::int AS "jobs" FROM pgboss.job WHERE "name" = 'generation-advance'`;
    return row!.jobs;
  };

  it("is remembered by what was written, as a single generation is", async () => {
    await create({ rows: [{ prompt: "boat a" }, { prompt: "boat b" }, { prompt: "boat a" }] });
    await createGeneration(services, { userId, generator: "image", input: { ...image, prompt: "a raft" } });
    const { prompts } = await listPrompts(studio.test.database, userId, { limit: 40 });
    expect(prompts.map(({ text }) => text)).toEqual(["a raft", "boat a", "boat b"]);
  });

  it("has one generation for each row, in order, planned at the pace of the service", async () => {
    const jobsBefore = await countJobs();
    const { batch, created } = await create({ rows: many(25), title: "Boats" });
    expect(created).toBe(true);
    expect(batch).toMatchObject({ generator: "image", total: 25, states: { queued: 25, running: 0 } });
    const rows = await listRows();
    expect(rows.map(({ input }) => (input as { prompt: string }).prompt)).toEqual(
      many(25).map(({ prompt }) => prompt),
    );
    const delays = rows.map(({ scheduledAt }) => (scheduledAt.getTime() - now) / 1000);
    expect(delays).toEqual(
      Array.from({ length: 25 }, (_none, index) => Math.floor(index / perMinute) * 60.25),
    );
    expect((await countJobs()) - jobsBefore).toBe(15);
    // Like one that was created on its own, but for what tells them apart.
    const { generation } = await createGeneration(services, {
      userId,
      generator: "image",
      input: image,
      title: "Boats",
    });
    const {
      id: _id,
      input: _input,
      inputHash: _hash,
      idempotencyKey: _key,
      ...single
    } = await studio.test.database.generation.findUniqueOrThrow({ where: { id: generation.id } });
    const { batchId, ...first } = rows[0]!;
    expect(batchId).toBe(batch.id);
    expect({ ...single, batchId }).toEqual({
      ...single,
      ...first,
      batchId,
      searchText: single.searchText,
      scheduledAt: single.scheduledAt,
      waiting: single.waiting,
      updatedAt: single.updatedAt,
      id: undefined,
      input: undefined,
      inputHash: undefined,
      idempotencyKey: undefined,
    });
  });

  it("shows each in its place of the queue, and only its own", async () => {
    await create({ rows: many(3) });
    const { batch } = await create({ rows: many(12) });
    const { generations } = await listGenerations(services, userId, { batchId: batch.id, limit: 100 });
    expect(generations.map(({ waiting }) => waiting?.place)).toEqual(
      Array.from({ length: 12 }, (_none, index) => 15 - index).map((place) =>
        place > perMinute ? place : undefined,
      ),
    );
    expect(generations.every(({ batchId }) => batchId === batch.id)).toBe(true);
  });

  it("expands a template", async () => {
    const { batch } = await create({ template: { prompt: "{red|blue} {boat|car}" } });
    expect(batch.total).toBe(4);
    const prompts = (await listRows()).map(({ input }) => (input as { prompt: string }).prompt);
    expect(prompts).toEqual(["red boat", "red car", "blue boat", "blue car"]);
  });

  it("sends braces literally without a template", async () => {
    await create({ rows: [{}, {}] }, { input: { ...image, prompt: "{red|blue} boat" } });
    const prompts = (await listRows()).map(({ input }) => (input as { prompt: string }).prompt);
    expect(prompts).toEqual(["{red|blue} boat", "{red|blue} boat"]);
  });

  it.each<[Given, { path: string; key: string }[]]>([
    [
      { rows: [{}, { prompt: "" }, { colour: 1 }] },
      [
        { path: "rows.1.prompt", key: "image.prompt.empty" },
        { path: "rows.2.colour", key: "field.unknown" },
      ],
    ],
    [{ template: { prompt: "{a|b" } }, [{ path: "template.prompt", key: "batch.braces.open" }]],
    [
      { template: { prompt: "{1|2|3|4|5|6|7|8|9|0}".repeat(3) } },
      [{ path: "template", key: "batch.too-many" }],
    ],
    [
      { rows: [{}, { "style.style_type": "no such style", model: "image-01-live" }] },
      [{ path: "rows.1.style.style_type", key: "field.choice" }],
    ],
  ])("is refused as a whole: %j", async (given, fields) => {
    expect(await refusalOf(create(given))).toMatchObject({ code: "input.invalid", fields });
    expect(await count()).toBe(0);
  });

  it("is refused as a whole for a file that is not there", async () => {
    const subject = (assetId: string) => [{ type: "character", image_file: { assetId } }];
    const rows = [{}, { subject_reference: subject("01900000-0000-7000-8000-000000000000") }];
    expect(await refusalOf(create({ rows }))).toEqual({
      code: "asset.missing",
      fields: [{ path: "rows.1.subject_reference.0.image_file", key: "asset.missing" }],
    });
    expect(await count()).toBe(0);
  });

  it("counts all of its generations in the person's quota", async () => {
    await studio.test.database.user.update({ where: { id: userId }, data: { queueQuota: 10 } });
    await create({ rows: many(4) });
    expect(await refusalOf(create({ rows: many(7) }))).toMatchObject({ code: "quota.queue" });
    expect(await count()).toBe(4);
    await create({ rows: many(6) });
    expect(await count()).toBe(10);
  });

  it("is created once for one key, also by simultaneous requests", async () => {
    const given = { rows: many(20), idempotencyKey: "the key of a batch" };
    const made = await Promise.all([create(given), create(given), create(given)]);
    expect(new Set(made.map(({ batch }) => batch.id)).size).toBe(1);
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(await count()).toBe(20);
    expect((await create(given)).created).toBe(false);
    for (const rows of [many(19), many(21), many(20).toReversed()])
      expect(await refusalOf(create({ ...given, rows }))).toMatchObject({
        code: "input.idempotency-conflict",
      });
    expect(await count()).toBe(20);
  });

  it("numbers the takes of one idea", async () => {
    const given = { userId, generator: "music", input: { ...musicExamples[0]!.input } };
    await createBatch(services, { ...given, rows: [{}, {}, { prompt: "a waltz" }, {}] });
    expect((await listRows()).map(({ take }) => take)).toEqual([1, 2, 1, 3]);
    expect((await createGeneration(services, given)).generation.take?.number).toBe(4);
  });

  it("is cancelled as far as it waits, and wakes who is behind it", async () => {
    const { batch } = await create({ rows: many(30) });
    const { generation: behind } = await createGeneration(services, {
      userId,
      generator: "image",
      input: image,
    });
    const [first, second, third] = await listRows();
    const { database } = studio.test;
    await database.generation.update({ where: { id: first!.id }, data: { state: "running" } });
    await database.generation.update({ where: { id: second!.id }, data: { state: "succeeded" } });
    await cancelGeneration(services, { userId, id: third!.id });

    const cancelled = await cancelBatch(services, { userId, id: batch.id });
    expect(cancelled).toEqual(await getBatch(database, { userId, id: batch.id }));
    expect(cancelled.states).toMatchObject({ queued: 0, running: 1, succeeded: 1, cancelled: 28 });
    const { scheduledAt, state } = await database.generation.findUniqueOrThrow({ where: { id: behind.id } });
    expect(state).toBe("queued");
    expect(scheduledAt.getTime() - now).toBeLessThan(1_000);
    expect(
      (await listRows())
        .filter((row) => row.state === "cancelled")
        .every((row) => row.finishedAt && !row.waiting),
    ).toBe(true);
    // Safe to repeat.
    expect(await cancelBatch(services, { userId, id: batch.id })).toEqual(cancelled);
  });

  it("is listed while something of it waits, and what waits can be left out of lists", async () => {
    const { batch: first } = await create({ rows: many(3) });
    const { batch: second } = await create({ rows: many(4) });
    const { generation } = await createGeneration(services, { userId, generator: "image", input: image });
    expect(await listWaitingBatches(services.database, userId)).toEqual([second, first]);
    const [begun] = await listRows();
    await services.database.generation.update({ where: { id: begun!.id }, data: { state: "running" } });
    await cancelBatch(services, { userId, id: second.id });
    const listed = await listWaitingBatches(services.database, userId);
    expect(listed.map(({ id, states }) => [id, states.queued, states.running])).toEqual([[first.id, 2, 1]]);
    const { generations } = await listGenerations(services, userId, { unsent: "false", limit: 100 });
    expect(generations.map(({ id }) => id)).toEqual([generation.id, begun!.id]);
  });

  it("belongs to its person", async () => {
    const { batch } = await create({ rows: many(2) });
    const { id: stranger } = await studio.test.database.user.create({
      data: { email: "s@example.test", name: "S" },
    });
    expect(await refusalOf(getBatch(studio.test.database, { userId: stranger, id: batch.id }))).toMatchObject(
      { code: "not-found" },
    );
    expect(await refusalOf(cancelBatch(services, { userId: stranger, id: batch.id }))).toMatchObject({
      code: "not-found",
    });
    expect((await getBatch(studio.test.database, { userId, id: batch.id })).states.queued).toBe(2);
  });

  it("tells browsers once, not once for each generation", async () => {
    const changes: string[] = [];
    const lines: string[] = [];
    let lists = 0;
    let hasBegun = false;
    const settled = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const unsubscribe = studio.hub.subscribe(userId, {
      onChange: ({ id }) => void changes.push(id),
      onListChange(list) {
        // What comes before it is still told of earlier tests.
        if (list === "savedSearches") {
          hasBegun = true;
          begun.resolve();
        } else if (hasBegun) lists += 1;
        if (lists === 2) settled.resolve();
      },
      onLineChange: ({ id }) => void lines.push(id),
      onGap: () => {},
    });
    const marker = JSON.stringify({ userId, list: "savedSearches" });
    await services.database.$executeRaw`SELECT pg_notify('reverie_lists', ${marker})`;
    await begun.promise;
    const { batch } = await create({ rows: many(100) });
    await cancelBatch(services, { userId, id: batch.id });
    await settled.promise;
    const own = new Set((await listRows()).map(({ id }) => id));
    const count = (ids: readonly string[]) => ids.filter((id) => own.has(id)).length;
    // Those that may start at once, which are told a moment later, one for the rest of the queue, and one that they left it.
    await expect.poll(() => count(changes)).toBeGreaterThanOrEqual(perMinute + 2);
    unsubscribe();
    expect([count(changes), count(lines), lists]).toEqual([perMinute + 2, perMinute + 2, 2]);
    expect(Object.keys((await createFeedSource(services.database).loadPlaces(userId)).places)).toEqual([]);
  });

  it("is sent by a worker, each generation once", async () => {
    const open = { ...studio.services };
    const { batch } = await createBatch(open, {
      userId,
      generator: "fake",
      input: {},
      rows: Array.from({ length: perMinute }, (_none, index) => ({ name: `sound ${index}` })),
    });
    const worker = await studio.startWorker();
    for (const { id } of await listRows()) expect((await studio.waitForEnd(id)).state).toBe("succeeded");
    await worker.stop();
    expect((await getBatch(studio.test.database, { userId, id: batch.id })).states.succeeded).toBe(perMinute);
    expect(await studio.test.database.attempt.count({ where: { generation: { batchId: batch.id } } })).toBe(
      perMinute,
    );
  });
});
