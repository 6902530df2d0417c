import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelBatch } from "@/lib/batches/cancel-batch.server";
import { createBatch } from "@/lib/batches/create-batch.server";
import { getBatch } from "@/lib/batches/get-batch.server";
import type { BudgetsDto } from "@/lib/costs/budget-dto";
import type { StudioError } from "@/lib/errors/studio-error";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { claimGeneration } from "@/lib/generations/line/claim-generation.server";
import { releaseHeld } from "@/lib/generations/line/hold-generations.server";
import { settleLoss } from "@/lib/generations/work/settle-failure.server";
import type { StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { type CostStudio, imagePrice, openCostStudio, readProblems } from "../usage/testing/cost-studio";
import { GET as getBudgets, PUT as putBudgets } from "./route";

const image = { model: "image-01", prompt: "a boat", n: 1 };

describe("budgets", () => {
  let costs: CostStudio;
  let studio: StudioHarness;
  let member: string;

  beforeAll(async () => {
    costs = await openCostStudio();
    ({ studio, member } = costs);
    const { database } = studio.test;
    const { profileId, overrides } = await database.connection.findFirstOrThrow();
    await database.connection.create({ data: { userId: member, profileId, overrides: overrides as object } });
  });
  beforeEach(async () => {
    await costs.clear();
    // One unit a request.
    const prices = [imagePrice({ unit: "request", amount: "1" })];
    expect((await costs.setPrices({ currency: "EUR", prices })).status).toBe(200);
  });
  afterAll(() => studio.close());

  const budget = (changes: object = {}) => ({ memberId: studio.userId, soft: null, hard: null, ...changes });
  const setBudgets = (...budgets: object[]) => costs.setBudgets(...budgets);
  const create = (count: number, userId = studio.userId) =>
    createBatch(studio.services, {
      userId,
      generator: "image",
      input: image,
      rows: Array.from({ length: count }, (_none, index) => ({ prompt: `boat ${index}` })),
    });
  const read = (id: string, userId = studio.userId) => getBatch(studio.test.database, { userId, id });
  const spent = async (userId = studio.userId) =>
    (await studio.test.database.spending.findFirst({ where: { userId } }))?.spent ?? 0n;
  const waitForBatch = (
    id: string,
    isThere: (batch: Awaited<ReturnType<typeof read>>) => boolean,
    userId?: string,
  ) => expect.poll(async () => isThere(await read(id, userId)), { timeout: 40_000, interval: 50 }).toBe(true);
  const errorsOf = async (response: Response) => (await readProblems(response)).errors;
  const refusalOf = (given: Promise<unknown>) =>
    given.then(
      () => null,
      ({ code }: StudioError) => code,
    );

  it("holds what would pass it in the middle of a batch, whoever sends at the same time", async () => {
    await setBudgets(budget({ hard: "5" }));
    const { batch } = await create(12);
    const { batch: others } = await create(3, member);
    const workers = await Promise.all([studio.startWorker(), studio.startWorker()]);
    try {
      await waitForBatch(batch.id, ({ states, held }) => states.succeeded === 5 && held === 7);
      // It holds up nobody else who uses the same key.
      await waitForBatch(others.id, ({ states }) => states.succeeded === 3, member);
      expect(await spent()).toBe(5_000_000n);
      const rows = await studio.test.database.generation.findMany({
        where: { held: true },
        include: { attempts: true },
      });
      expect(rows).toHaveLength(7);
      for (const { state, waiting, attempts } of rows) {
        expect({ state, waiting }).toMatchObject({ state: "queued", waiting: { reason: "budget" } });
        expect(attempts).toEqual([]);
      }

      // It goes on as far as a higher budget allows.
      expect((await setBudgets(budget({ hard: "8" }))).status).toBe(200);
      await waitForBatch(batch.id, ({ states, held }) => states.succeeded === 8 && held === 4);
      expect(await spent()).toBe(8_000_000n);
      await cancelBatch(studio.services, { userId: studio.userId, id: batch.id });
      expect(await read(batch.id)).toMatchObject({
        held: 0,
        states: { cancelled: 4, succeeded: 8, queued: 0 },
      });
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  });

  it("of the whole studio holds for everyone together", async () => {
    await setBudgets({ memberId: null, soft: null, hard: "4" });
    const [{ batch }, { batch: others }] = await Promise.all([create(4), create(4, member)]);
    const workers = await Promise.all([studio.startWorker(), studio.startWorker()]);
    await expect
      .poll(async () => (await read(batch.id)).held + (await read(others.id, member)).held, {
        timeout: 40_000,
      })
      .toBe(4);
    await expect
      .poll(() => studio.test.database.generation.count({ where: { state: "succeeded" } }), {
        timeout: 40_000,
      })
      .toBe(4);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await studio.test.database.attempt.count({ where: { state: "answered" } })).toBe(4);
    // Nothing is left for a new one.
    expect(await refusalOf(create(1, member))).toBe("budget.reached");
  });

  it("refuses at once what could not be sent, and keeps nothing of it", async () => {
    await setBudgets(budget({ hard: "0.5" }));
    const ask = () =>
      createGeneration(studio.services, { userId: studio.userId, generator: "image", input: image });
    expect(await refusalOf(ask())).toBe("budget.reached");
    expect(await refusalOf(create(3))).toBe("budget.reached");
    expect(await studio.test.database.generation.count()).toBe(0);
    await setBudgets(budget({ soft: "0.5" }));
    expect(await refusalOf(ask())).toBeNull();
  });

  it("begins anew with the month", async () => {
    await setBudgets(budget({ hard: "1" }));
    await create(2);
    const november = Date.UTC(2026, 10, 30, 23, 59);
    const at = (now: number) => ({ ...studio.services, clock: { now: () => now } });
    await studio.test.database.generation.updateMany({
      data: { rateBucket: null, scheduledAt: new Date(0) },
    });
    const [first, second] = await studio.test.database.generation.findMany({ orderBy: { id: "asc" } });
    const line = { bucket: null, limit: null, concurrency: null };
    const claim = (now: number, generationId: string) =>
      claimGeneration(at(now), { generationId, version: 1, workerId: "nobody", line });
    expect(await claim(november, first!.id)).not.toBeNull();
    expect(await claim(november, second!.id)).toBeNull();
    const find = () => studio.test.database.generation.findUniqueOrThrow({ where: { id: second!.id } });
    expect(await find()).toMatchObject({ held: true, waiting: { untilAt: "2026-12-01T00:00:00.000Z" } });
    await releaseHeld(at(november));
    expect((await find()).held).toBe(true);
    await releaseHeld(at(november + 120_000));
    expect(await find()).toMatchObject({ held: false, state: "queued" });
    expect(await claim(november + 120_000, second!.id)).not.toBeNull();
    const months = await studio.test.database.spending.findMany({ where: { userId: studio.userId } });
    expect(months.map(({ month, spent: of }) => [month, of]).toSorted()).toEqual([
      [202611, 1_000_000n],
      [202612, 1_000_000n],
    ]);
  });

  it("holds nothing back behind what is too dear by itself", async () => {
    const { database } = studio.test;
    await setBudgets({ memberId: null, soft: null, hard: "10" });
    const { batch } = await create(3);
    const { batch: others } = await create(2, member);
    await database.generation.updateMany({ data: { held: true } });
    const dear = await database.generation.findFirstOrThrow({ orderBy: { id: "asc" } });
    await database.generation.update({ where: { id: dear.id }, data: { estimate: 12_000_000n } });
    await releaseHeld(studio.services);
    expect(await database.generation.findMany({ where: { held: true } })).toMatchObject([{ id: dear.id }]);
    expect([(await read(batch.id)).held, (await read(others.id, member)).held]).toEqual([1, 0]);

    // Nor where only the person has too little.
    await setBudgets(budget({ hard: "10" }));
    await database.generation.updateMany({ data: { held: true } });
    await releaseHeld(studio.services);
    expect(await database.generation.findMany({ where: { held: true } })).toMatchObject([{ id: dear.id }]);
  });

  it("leaves the lines alone where nothing goes back", async () => {
    const { database } = studio.test;
    await setBudgets(budget({ hard: "10" }));
    await create(4);
    const [dear, head, other, fitting] = await database.generation.findMany({ orderBy: { id: "asc" } });
    const estimate = 12_000_000n;
    const waiting = { reason: "concurrency" };
    await database.generation.update({ where: { id: dear!.id }, data: { held: true, estimate } });
    await database.generation.update({ where: { id: head!.id }, data: { waiting } });
    const rateBucket = "another line";
    await database.generation.update({ where: { id: other!.id }, data: { rateBucket, waiting } });
    const find = async (...ids: string[]) =>
      database.generation.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
    const before = await find(dear!.id, head!.id);
    await releaseHeld(studio.services);
    expect(await find(dear!.id, head!.id)).toEqual(before);

    // Only the line to which something goes back.
    await database.generation.update({ where: { id: fitting!.id }, data: { rateBucket, held: true } });
    await releaseHeld(studio.services);
    expect(await find(dear!.id, head!.id)).toEqual(before);
    expect(await find(other!.id, fitting!.id)).toMatchObject([
      { waiting: { reason: "queue" } },
      { held: false, waiting: { reason: "queue" } },
    ]);
  });

  it("has the cost of a request that was lost with all its results", async () => {
    const { database } = studio.test;
    await setBudgets(budget({ hard: "9" }));
    const { id } = await studio.submit(image);
    const { version } = await database.generation.update({ where: { id }, data: { rateBucket: null } });
    const line = { bucket: null, limit: null, concurrency: null };
    const claim = (await claimGeneration(studio.services, {
      generationId: id,
      version,
      workerId: "nobody",
      line,
    }))!;
    await database.attempt.update({ where: { id: claim.attemptId }, data: { state: "open" } });
    await database.generation.update({ where: { id }, data: { state: "running" } });
    await database.output.create({
      data: { generationId: id, index: 0, role: "image", expectedKind: "image", state: "stored" },
    });
    await settleLoss(studio.services, claim, new Error("lost"));
    expect(await database.generation.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: "succeeded",
      cost: 1_000_000n,
    });
    expect(await spent()).toBe(1_000_000n);
  });

  it("takes a request once whose worker died before it was sent", async () => {
    await setBudgets(budget({ hard: "1" }));
    const { id } = await studio.submit(image);
    const row = await studio.test.database.generation.findUniqueOrThrow({ where: { id } });
    await studio.test.database.generation.update({ where: { id }, data: { rateBucket: null } });
    const line = { bucket: null, limit: null, concurrency: null };
    const { version } = row;
    expect(
      await claimGeneration(studio.services, { generationId: id, version, workerId: "dead", line }),
    ).not.toBeNull();
    expect(await spent()).toBe(1_000_000n);
    const worker = await studio.startWorker();
    expect((await studio.waitForEnd(id)).state).toBe("succeeded");
    await worker.stop();
    expect(await spent()).toBe(1_000_000n);
  });

  it("shows members their own, and says what is reached", async () => {
    await setBudgets(
      budget({ hard: "9" }),
      budget({ memberId: member, soft: "1" }),
      budget({ memberId: null, hard: "99" }),
    );
    const { id } = await studio.submit(image);
    const worker = await studio.startWorker();
    await studio.waitForEnd(id);
    await worker.stop();
    const get = async (who: "owner" | "member") =>
      (await (await costs.call(getBudgets, { who })).json()) as BudgetsDto;
    expect(await get("owner")).toMatchObject({ currency: "EUR", reached: "none", budgets: [{}, {}, {}] });
    expect((await get("owner")).budgets).toContainEqual({
      memberId: studio.userId,
      name: "Test",
      soft: null,
      hard: "9",
      spent: "0",
      sandboxSpent: "1",
    });
    expect((await get("member")).budgets).toMatchObject([{ memberId: member, soft: "1", sandboxSpent: "0" }]);
    await setBudgets(budget({ soft: "1", hard: "9" }));
    expect(await get("owner")).toMatchObject({ reached: "none", sandboxReached: "soft" });
  });

  it.each<[object[], string]>([
    [[{ hard: "-1" }], "budgets.0.hard price.amount"],
    [[{ soft: "1e400" }], "budgets.0.soft price.amount"],
    [[{ soft: "2", hard: "1" }], "budgets.0.soft budget.order"],
    [[{ memberId: null }, { memberId: null }], "budgets.1.memberId budget.twice"],
    [[{ memberId: "01933b6e-0000-7000-8000-000000000000" }], "budgets.0.memberId budget.member"],
  ])("refuses nonsense like %j at its field", async (budgets, problem) => {
    expect(await errorsOf(await setBudgets(...budgets.map(budget)))).toEqual([problem]);
  });

  it("needs prices first, keeps their currency, and is for owners to set", async () => {
    await setBudgets(budget({ hard: "1" }));
    expect(await errorsOf(await costs.setPrices({ currency: "USD", prices: [] }))).toEqual([
      "currency price.currency-used",
    ]);
    await setBudgets();
    await costs.setPrices({ currency: null, prices: [] });
    expect(await errorsOf(await setBudgets(budget({ hard: "1" })))).toEqual(["budgets budget.no-currency"]);
    expect((await costs.call(putBudgets, { who: "member", body: { budgets: [] } })).status).toBe(403);
  });
});
