import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { setTitle } from "@/lib/generations/change/change-generation.server";
import { fakeGenerator } from "@/lib/generations/testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { createFeedSource } from "@/server/generation-services.server";
import { createEventStream } from "./event-stream.server";
import { createLiveFeeds } from "./person-feed.server";
import { createStreamSlots } from "./stream-slots.server";
import { readChunks } from "./testing/read-chunks";

describe("many event streams of one person", () => {
  let studio: StudioHarness;
  let strangerId: string;
  let closing = new AbortController();
  const errors: unknown[] = [];

  beforeAll(async () => {
    studio = await openStudioHarness({ generators: [fakeGenerator] });
    const stranger = { email: "stranger@example.test", name: "Stranger" };
    ({ id: strangerId } = await studio.test.database.user.create({ data: stranger }));
  });
  afterEach(() => closing.abort());
  afterAll(() => studio.close());

  /** Streams without a limit, and the text that each has received. */
  function openStreams(userIds: readonly string[]): string[] {
    closing = new AbortController();
    const onError = (error: unknown) => errors.push(error);
    const feeds = createLiveFeeds(studio.hub, { ...createFeedSource(studio.test.database), onError });
    const slots = createStreamSlots({ perPerson: Infinity, perCredential: Infinity });
    const texts = userIds.map(() => "");
    for (const [index, userId] of userIds.entries()) {
      const { signal } = closing;
      const stillAllowed = () => Promise.resolve(true);
      const own = { userId, credentialId: userId, build: "build-1", signal, stillAllowed, onError };
      void readChunks(createEventStream({ feeds, slots, ...own }), (chunk) => {
        texts[index] += chunk;
      });
    }
    return texts;
  }

  /** Renames a finished generation with so many streams open, and counts what the streams read from the database. */
  async function countReads(streams: number): Promise<number> {
    const { id } = await studio.test.database.generation.findFirstOrThrow({ where: { state: "succeeded" } });
    const texts = openStreams([strangerId, ...Array<string>(streams).fill(studio.userId)]);
    const own = () => texts.slice(1);
    await expect.poll(() => own().every((text) => text.includes("event: hello"))).toBe(true);
    // The positions are read a moment after a stream has opened.
    await new Promise((resolve) => setTimeout(resolve, 1_000));

    const query = vi.spyOn(pg.Client.prototype, "query");
    const title = `With ${streams} streams`;
    await studio.test.database.generation.update({
      where: { id },
      data: { title, version: { increment: 1 } },
      select: { id: true },
    });
    await expect.poll(() => own().every((text) => text.includes(title))).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const reads = query.mock.calls.map(([sent]) => readText(sent)).filter(isReadOfGenerations).length;
    query.mockRestore();
    expect(texts[0]).not.toContain("event: generation");
    closing.abort();
    return reads;
  }

  it("read a change once, and tell it to everyone who may see it and to nobody else", async () => {
    const worker = await studio.startWorker();
    const { id } = await studio.submit({ name: "Watched" }, { generator: "fake" });
    await studio.waitForEnd(id);
    await worker.stop();
    await setTitle(studio.services, { userId: studio.userId, id, title: "Before" });
    const ofOne = await countReads(1);
    expect(ofOne).toBeGreaterThan(0);
    expect(await countReads(300)).toBe(ofOne);
    expect(errors).toEqual([]);
  });
});

const isReadOfGenerations = (text: string) => /^SELECT .* FROM "public"\."(Generation|Output)"/s.test(text);

/** The SQL of a call of `Client.query`. */
function readText(sent: unknown): string {
  if (typeof sent === "string") return sent;
  return typeof sent === "object" && sent !== null && "text" in sent ? String(sent.text).trimStart() : "";
}
