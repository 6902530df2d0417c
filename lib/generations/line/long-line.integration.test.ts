import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOrderedId } from "@/lib/crypto/ordered-id";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { readLine } from "@/lib/paid-calls/rate-line.server";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";
import { findLivePlaces } from "./find-places.server";

const windowMs = 60_000;
const waitingCount = 2_000;
const endedCount = 10_000;

/** One person with many waiting generations, and more that have ended. */
describe("a long line", () => {
  let studio: StudioHarness;
  let bucket: string;
  /** In the order of the line. */
  const ids: string[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: 1, generators: [fakeGenerator] });
    const { database } = studio.test;
    const first = await submit();
    const { rateBucket } = await database.generation.findUniqueOrThrow({ where: { id: first.id } });
    bucket = rateBucket!;
    const copy = async (count: number, state: string) => {
      const copies = Array.from({ length: count }, (_, index) => createOrderedId(Date.now() - 1_000 - index));
      await database.$executeRaw`
        INSERT INTO "Generation" SELECT (jsonb_populate_record(first, jsonb_build_object(
          'id', copy."id", 'idempotencyKey', copy."id", 'state', ${state}::text, 'scheduledAt', now() + interval '1 hour'
        ))).* FROM "Generation" first CROSS JOIN unnest(${copies}::uuid[]) AS copy("id")
        WHERE first."id" = ${first.id}::uuid`;
      return copies;
    };
    await copy(endedCount, "succeeded");
    ids.push(...[first.id, ...(await copy(waitingCount, "queued"))].toSorted());
    // So that an index alone says what is there.
    await database.$executeRawUnsafe('VACUUM ANALYZE "Generation"');
  });
  afterAll(() => studio.close());

  const submit = async () => {
    const { generation } = await createGeneration(studio.services, {
      userId: studio.userId,
      generator: "fake",
      input: { name: randomUUID() },
      idempotencyKey: randomUUID(),
    });
    return generation;
  };

  /** Without a person, only the head of the line matters. */
  it.each([
    { who: "for a person", asks: true, counted: waitingCount + 1 },
    { who: "for its head", asks: false, counted: 1_000 },
  ])(
    "is read $who without reading what waits behind the first two, or what has ended",
    async ({ asks, counted }) => {
      const limit = { requests: 1, windowMs };
      const asker = asks ? { userId: studio.userId } : {};
      const { state, fetched } = await studio.test.database.$transaction(async (transaction) => {
        const read = await readLine(transaction, { bucket, limit }, { now: Date.now(), ...asker });
        const [row] = await transaction.$queryRaw<{ fetched: number }[]>`
        SELECT (pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::integer AS "fetched"
        FROM pg_class WHERE "relname" = 'Generation'`;
        return { state: read, fetched: row!.fetched };
      });
      expect(state.shares).toMatchObject([
        {
          waiting: counted,
          generations: [
            { id: ids[0], nth: 1 },
            { id: ids[1], nth: 2 },
          ],
          analyses: [],
        },
      ]);
      expect(fetched).toBeLessThan(20);
    },
  );

  it("tells live the places at both its ends", async () => {
    const { places, starts } = await findLivePlaces(studio.services, studio.userId);
    expect(Object.keys(places)).toHaveLength(500);
    expect(ids.slice(0, 250).map((id) => places[id])).toEqual(ids.slice(0, 250).map((_, index) => index + 1));
    expect(places[ids.at(-1)!]).toBe(waitingCount + 1);
    expect(places[ids[1_000]!]).toBeUndefined();
    expect(starts[ids.at(-1)!]).toBeDefined();
  });

  it("gives a new request the last place, and the others move up when one is cancelled", async () => {
    const last = await submit();
    expect(last.waiting?.place).toBe(waitingCount + 2);
    await cancelGeneration(studio.services, { userId: studio.userId, id: ids[1]! });
    const { places } = await findLivePlaces(studio.services, studio.userId);
    expect(places[last.id]).toBe(waitingCount + 1);
  });
});
