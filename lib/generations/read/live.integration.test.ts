import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endSession, findActorBySession, startSession } from "@/lib/auth/sessions.server";
import type { GenerationDto } from "./generation-dto";
import { liveChannel } from "@/lib/live/live-hub.server";
import { createEventStream } from "@/lib/live/event-stream.server";
import { createLiveFeeds, type LiveFeeds } from "@/lib/live/person-feed.server";
import { createStreamSlots } from "@/lib/live/stream-slots.server";
import { createFeedSource } from "@/server/generation-services.server";
import { readChunks } from "@/lib/live/testing/read-chunks";
import { fakeGenerator } from "../testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "../testing/studio-harness.server";

describe("live events", () => {
  let studio: StudioHarness;
  let feeds: LiveFeeds;
  const slots = createStreamSlots();
  const errors: unknown[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness({ generators: [fakeGenerator] });
    const source = createFeedSource(studio.test.database);
    feeds = createLiveFeeds(studio.hub, { ...source, onError: (error) => errors.push(error) });
    await studio.startWorker();
  });
  afterAll(() => studio.close());

  /** A browser tab: collects what it hears until it is closed. */
  function openTab(userId: string, stillAllowed = () => Promise.resolve(true)) {
    const closing = new AbortController();
    const stream = createEventStream({
      build: "build-1",
      feeds,
      slots,
      userId,
      credentialId: userId,
      signal: closing.signal,
      stillAllowed,
      onError: (error) => errors.push(error),
      pingIntervalMs: 50,
    });
    let text = "";
    const reading = readChunks(stream, (chunk) => {
      text += chunk;
    });
    return {
      events: (name: string) =>
        text
          .split("\n\n")
          .filter((block) => block.startsWith(`event: ${name}\n`))
          .map((block) => JSON.parse(block.split("data: ")[1]!) as { generation: GenerationDto }),
      ended: reading,
      async close() {
        closing.abort();
        await reading;
      },
    };
  }

  const until = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 10 }).toBe(true);

  it("sends two tabs of a person the same events from queued to succeeded, and a stranger none", async () => {
    const stranger = await studio.test.database.user.create({
      data: { email: "stranger@example.test", name: "Stranger" },
    });
    const tabs = [openTab(studio.userId), openTab(studio.userId)];
    const other = openTab(stranger.id);
    const { id } = await studio.submit({ name: "Seen by two" }, { generator: "fake" });
    const last = (tab: (typeof tabs)[number]) =>
      tab
        .events("generation")
        .filter(({ generation }) => generation.id === id)
        .at(-1)?.generation;
    await until(() => tabs.every((tab) => last(tab)?.state === "succeeded"));

    expect(last(tabs[0]!)).toEqual(last(tabs[1]!));
    const versions = tabs[0]!.events("generation").map(({ generation }) => generation.version);
    expect([...versions].sort((a, b) => a - b)).toEqual(versions);
    expect(other.events("generation")).toEqual([]);
    expect(tabs[0]!.events("hello")).toHaveLength(1);
    for (const tab of [...tabs, other]) {
      await tab.close();
      expect(errors).toEqual([]);
    }
  });

  it("tells changes of items in one event each, also from SQL, and deleted ones", async () => {
    const { id } = await studio.submit({ name: "Kept" }, { generator: "fake" });
    await studio.waitFor(id, ({ state }) => state === "succeeded");
    const { database } = studio.test;
    const items = await database.item.findMany({ where: { generationId: id } });
    expect(items.length).toBeGreaterThan(0);
    const ids = items.map((item) => item.id).toSorted();
    const tab = openTab(studio.userId);
    const allNews = () =>
      tab.events("items") as unknown as { items: { id: string; rating: number }[]; gone: string[] }[];
    // Without what is still told of their creation.
    const news = () =>
      allNews().filter(({ items, gone }) => gone.length > 0 || items.some(({ rating }) => rating === 4));
    await until(() => tab.events("hello").length === 1);
    const before = studio.hub.readMark(studio.userId);
    await database.item.updateMany({ where: { generationId: id }, data: { rating: 4 } });
    await until(() => news().length === 1);
    expect(studio.hub.readMark(studio.userId)).not.toBe(before);
    expect(
      news()[0]!
        .items.map((item) => item.id)
        .toSorted(),
    ).toEqual(ids);
    expect(news()[0]!.items.every(({ rating }) => rating === 4)).toBe(true);
    await database.generation.delete({ where: { id } });
    await until(() => news().length === 2);
    expect(news()[1]).toMatchObject({ items: [] });
    expect(news()[1]!.gone.toSorted()).toEqual(ids);
    await tab.close();
  });

  it("tells of a new generation when it has left, with another mark for whoever read it earlier", async () => {
    const { hub } = studio;
    const tell = (userId: string, facts: object) =>
      studio.test.database.$executeRaw`
        SELECT pg_notify(${liveChannel}, ${JSON.stringify({ userId, id: randomUUID(), version: 0, ...facts })})`;
    const [person, other] = [randomUUID(), randomUUID()];
    const [before, othersBefore] = [hub.readMark(person), hub.readMark(other)];
    const sentAt = performance.now();
    await Promise.all([tell(person, { due: true }), tell(other, {})]);
    await until(() => hub.readMark(other) !== othersBefore);
    if (performance.now() - sentAt < 70) expect(hub.readMark(person)).toBe(before);
    await until(() => hub.readMark(person) !== before);
    expect(performance.now() - sentAt).toBeGreaterThan(70);
  });

  it("has another mark after every change of the person's generations, and after a gap", async () => {
    const { hub } = studio;
    const before = hub.readMark(studio.userId);
    const strangers = hub.readMark("01900000-0000-7000-8000-000000000009");
    const { id } = await studio.submit({ name: "Marked" }, { generator: "fake" });
    await until(() => hub.readMark(studio.userId) !== before);
    await studio.waitFor(id, ({ state }) => state === "succeeded");
    const tab = openTab(studio.userId);
    await until(() => tab.events("hello").length === 1);
    const ended = hub.readMark(studio.userId);
    await studio.test.database.generation.delete({ where: { id } });
    await until(() => hub.readMark(studio.userId) !== ended);
    expect(hub.readMark("01900000-0000-7000-8000-000000000009")).toBe(strangers);

    await studio.test.database.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'reverie-news'`;
    await until(() => tab.events("hello").length === 2);
    expect(hub.readMark("01900000-0000-7000-8000-000000000009")).not.toBe(strangers);
    await tab.close();
  });

  it("ends when its session ends", async () => {
    const { database } = studio.test;
    const { userId } = studio;
    const sessionId = await startSession({ userId, userAgent: null, address: null }, database);
    const tab = openTab(userId, async () => (await findActorBySession(sessionId, { database })) !== null);
    await until(() => tab.events("hello").length === 1);
    expect(await endSession(userId, sessionId, database)).toBe(true);
    await tab.ended;
    expect(errors).toEqual([]);
  });

  it("says hello again after the database was away, because events may be missing", async () => {
    const tab = openTab(studio.userId);
    await until(() => tab.events("hello").length === 1);
    await studio.test.database.$executeRaw`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'reverie-news'`;
    await until(() => tab.events("hello").length === 2);
    const { id } = await studio.submit({ name: "After the gap" }, { generator: "fake" });
    await until(() => tab.events("generation").some(({ generation }) => generation.id === id));
    await tab.close();
  });
});
