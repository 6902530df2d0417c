import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { findPlaces } from "./find-places.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { createEventStream } from "@/lib/live/event-stream.server";
import { createLiveFeeds } from "@/lib/live/person-feed.server";
import { createStreamSlots } from "@/lib/live/stream-slots.server";
import { createFeedSource } from "@/server/generation-services.server";
import { readChunks } from "@/lib/live/testing/read-chunks";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

/** Two members whose connections have the same key stand in one line; nobody works it off here. */
describe("places in a line that two members share", () => {
  let studio: StudioHarness;
  let otherId: string;
  /** Eight, in turns of the one and the other. */
  const ids: string[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness({ imagesPerMinute: 1, generators: [fakeGenerator] });
    const { database } = studio.test;
    const own = await database.connection.findUniqueOrThrow({ where: { userId: studio.userId } });
    const other = await database.user.create({ data: { email: "other@example.test", name: "Other" } });
    otherId = other.id;
    const { profileId, overrides } = own;
    await database.connection.create({
      data: { userId: otherId, profileId, overrides: overrides as object },
    });
    for (let number = 1; number <= 8; number += 1) {
      const userId = number % 2 === 1 ? studio.userId : otherId;
      const { generation } = await createGeneration(studio.services, {
        userId,
        generator: "fake",
        input: { name: `Number ${number}` },
        idempotencyKey: randomUUID(),
      });
      ids.push(generation.id);
      // The first goes at once, and does not wait.
      expect(generation.waiting?.place).toBe(number === 1 ? undefined : number);
    }
  });
  afterAll(() => studio.close());

  const placesOf = async (userId: string, query: Record<string, string> = {}) => {
    const parsed = listGenerationsQuerySchema.parse(query);
    const { generations } = await listGenerations(studio.services, userId, parsed);
    return generations.map(({ waiting }) => waiting?.place);
  };

  it("count every earlier request, also on a short page", async () => {
    expect(await placesOf(otherId)).toEqual([8, 6, 4, 2]);
    expect(await placesOf(otherId, { limit: "1" })).toEqual([8]);
    const read = await getGeneration(studio.services, { userId: studio.userId, id: ids[4]! });
    expect(read.waiting).toMatchObject({ reason: "rate-limit", place: 5 });
  });

  it("are sent live to the other member when a request is cancelled", async () => {
    const closing = new AbortController();
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const stream = createEventStream({
      build: "build-1",
      feeds: createLiveFeeds(studio.hub, { ...createFeedSource(studio.test.database), onError }),
      slots: createStreamSlots(),
      userId: otherId,
      credentialId: otherId,
      signal: closing.signal,
      stillAllowed: () => Promise.resolve(true),
      onError,
    });
    let text = "";
    const reading = readChunks(stream, (chunk) => {
      text += chunk;
    });
    const told = () =>
      [...text.matchAll(/event: places\ndata: (.*)\n/g)].map(
        ([, data]) => (JSON.parse(data!) as { places: Record<string, number> }).places,
      );
    await expect.poll(told).toEqual([{ [ids[1]!]: 2, [ids[3]!]: 4, [ids[5]!]: 6, [ids[7]!]: 8 }]);
    await cancelGeneration(studio.services, { userId: studio.userId, id: ids[4]! });
    await expect
      .poll(() => told().at(-1))
      .toEqual({ [ids[1]!]: 2, [ids[3]!]: 4, [ids[5]!]: 6, [ids[7]!]: 7 });
    expect(await placesOf(otherId)).toEqual([7, 6, 4, 2]);
    closing.abort();
    await reading;
    expect(errors).toEqual([]);
  });

  it("do not exist for requests that left the queue", async () => {
    expect(await findPlaces(studio.services, { userId: studio.userId, ids: [ids[4]!] })).toEqual(new Map());
    expect(await findPlaces(studio.services, { userId: studio.userId, ids: [ids[1]!] })).toEqual(new Map());
  });
});
