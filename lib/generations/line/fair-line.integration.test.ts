import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { getRateLine } from "@/lib/paid-calls/rate-line.server";
import { countGenerations } from "../read/count-generations.server";
import { getGeneration } from "../read/get-generation.server";
import { getRateOutlook } from "./get-rate-outlook.server";
import type { GenerationServices } from "../record/services.server";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { claimGeneration } from "./claim-generation.server";

const windowMs = 60_000;

/** A key that an owner shares with a member, and that takes two requests a minute. The clock is moved by the test. */
describe("a line that an owner shares with a member", () => {
  let studio: StudioHarness;
  let services: GenerationServices;
  let owner: string;
  let member: string;
  let now = Date.now();

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: 2, generators: [fakeGenerator] });
    services = { ...studio.services, clock: { now: () => now } };
    owner = studio.userId;
    const { database } = studio.test;
    const { profileId, overrides } = await database.connection.findUniqueOrThrow({
      where: { userId: owner },
    });
    ({ id: member } = await database.user.create({ data: { email: "member@example.test", name: "M" } }));
    await database.connection.create({
      data: { userId: member, profileId, overrides: overrides as object },
    });
  });
  beforeEach(async () => {
    await studio.test.database.generation.deleteMany();
    now += 10 * windowMs;
  });
  afterAll(() => studio.close());

  const submit = async (userId: string) => {
    const { generation } = await createGeneration(services, {
      userId,
      generator: "fake",
      input: { name: randomUUID() },
      idempotencyKey: randomUUID(),
    });
    return generation;
  };
  async function submitMany(userId: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await submit(userId)).id);
    return ids;
  }
  const readWaiting = async (userId: string, id: string) =>
    (await getGeneration(services, { userId, id })).waiting;

  const listQueued = () =>
    services.database.generation.findMany({
      where: { state: "queued" },
      orderBy: { scheduledAt: "asc" },
      select: { id: true, version: true, scheduledAt: true },
    });

  /** Claims what may start now, by the wake-ups that have come. Returns the ids in order. */
  async function claimDue(): Promise<string[]> {
    const connection = await getConnection(owner, services.database);
    const line = getRateLine(connection, { endpoint: "imageGeneration", model: "fake" });
    const claimed: string[] = [];
    for (let isOver = false; !isOver;) {
      isOver = true;
      for (const { id, version, scheduledAt } of await listQueued()) {
        if (scheduledAt.getTime() > now) break;
        const claim = await claimGeneration(services, { generationId: id, version, workerId: "test", line });
        if (!claim) continue;
        claimed.push(claim.generationId);
        isOver = false;
        break;
      }
    }
    return claimed;
  }

  /** Lets the time pass from one planned start to the next until nothing waits. Returns what started and when. */
  async function workOff(): Promise<{ id: string; startedMs: number }[]> {
    const started: { id: string; startedMs: number }[] = [];
    for (;;) {
      started.push(...(await claimDue()).map((id) => ({ id, startedMs: now })));
      const [next] = (await listQueued()).filter(({ scheduledAt }) => scheduledAt.getTime() > now);
      if (!next) return started;
      now = next.scheduledAt.getTime();
    }
  }

  it("places the owner behind at most one of sixty requests of the member", async () => {
    await submitMany(member, 60);
    expect(await claimDue()).toHaveLength(2);
    const { id, waiting } = await submit(owner);
    expect(waiting?.place).toBe(1);
    expect(await readWaiting(owner, id)).toEqual(waiting);
    expect((await submit(owner)).waiting?.place).toBe(3);

    now = Date.parse(waiting!.untilAt!);
    expect((await claimDue())[0]).toBe(id);
  });

  it("starts what waits in turns, in the order of each, when and where each was told", async () => {
    const ofMember = await submitMany(member, 9);
    const ofOwner = await submitMany(owner, 3);
    const all = [
      ...ofMember.map((id) => ({ userId: member, id })),
      ...ofOwner.map((id) => ({ userId: owner, id })),
    ];
    const told = new Map<string, { place: number | undefined; startsMs: number }>();
    for (const { userId, id } of all) {
      const waiting = await readWaiting(userId, id);
      told.set(id, {
        place: waiting?.place,
        startsMs: waiting?.untilAt ? Date.parse(waiting.untilAt) : now,
      });
    }

    const started = await workOff();
    const order = started.map(({ id }) => id);
    expect(order).toEqual([
      ...[0, 1, 2].flatMap((index) => [ofMember[index]!, ofOwner[index]!]),
      ...ofMember.slice(3),
    ]);
    for (const [index, { id, startedMs }] of started.entries()) {
      const { place, startsMs } = told.get(id)!;
      if (place !== undefined) expect(place).toBe(index + 1);
      expect(Math.abs(startedMs - startsMs)).toBeLessThan(2_000);
    }
  });

  it("gives the next turn to whoever was served longest ago", async () => {
    const ofMember = await submitMany(member, 4);
    expect((await workOff()).map(({ id }) => id)).toEqual(ofMember);
    const again = await submitMany(member, 4);
    const { id, waiting } = await submit(owner);
    expect(waiting?.place).toBe(1);
    expect((await workOff())[0]).toMatchObject({ id });
    expect(again).toHaveLength(4);
  });

  it("moves the others up when one cancels, and nobody else's turn is lost", async () => {
    const ofMember = await submitMany(member, 8);
    const ofOwner = await submitMany(owner, 2);
    for (const id of ofMember.slice(0, 6)) await cancelGeneration(services, { userId: member, id });
    expect(await readWaiting(owner, ofOwner[1]!)).toMatchObject({ place: 4 });
    // The member's oldest request is older than the owner's.
    expect((await workOff()).map(({ id }) => id)).toEqual([ofMember[6], ofOwner[0], ofMember[7], ofOwner[1]]);
  });

  it("tells each person when their next requests would start", async () => {
    await submitMany(member, 20);
    const outlook = (userId: string) =>
      getRateOutlook(services, { userId, generator: "fake", model: "fake" });
    const [ofOwner, ofMember] = [await outlook(owner), await outlook(member)];
    const minutes = (at: string) => Math.round((Date.parse(at) - now) / windowMs);
    expect(ofOwner.startsAt.map(minutes)).toEqual([0, 1]);
    expect(ofMember.startsAt.map(minutes)).toEqual([10, 10]);
    const { waiting } = await submit(owner);
    expect(waiting).toBeUndefined();
  });

  it("is not overdue while others' requests go before", async () => {
    await submitMany(member, 6);
    now += 100;
    await submitMany(owner, 6);
    for (let minute = 0; minute < 4; minute += 1) {
      expect(await claimDue()).toHaveLength(2);
      expect((await countGenerations(services)).overdueSeconds).toBeLessThan(2);
      now += windowMs + 300;
    }
  });
});

it("lists at most 1,000 starts, whatever limit a person has entered", async () => {
  const studio = await openStudioHarness({ imagesPerMinute: 1_000_000, generators: [fakeGenerator] });
  try {
    const { services, userId } = studio;
    const outlook = await getRateOutlook(services, { userId, generator: "fake", model: "fake" });
    expect(outlook).toMatchObject({ limit: { requests: 1_000_000 }, remaining: 1_000 });
    expect(outlook.startsAt).toHaveLength(1_000);
  } finally {
    await studio.close();
  }
});
