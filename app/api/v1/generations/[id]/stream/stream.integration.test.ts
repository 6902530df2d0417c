import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { collect, openStreamStudio, type StreamStudio } from "@/lib/generations/testing/stream-studio";
import { makeSound } from "@/lib/generations/testing/fake-generator.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { openGenerationStream } from "@/lib/generations/stream/open-generation-stream.server";
import { openLiveHub, type LiveHub } from "@/lib/live/live-hub.server";
import { soundStreamLimits } from "@/lib/live/stream-slots.server";
import { GET } from "./route";

describe("GET /api/v1/generations/:id/stream", () => {
  let studio: StreamStudio;
  let owner: string;
  let stranger: string;

  beforeAll(async () => {
    studio = await openStreamStudio();
    await studio.startWorker();
    const { database } = studio.test;
    const { id } = await database.user.create({ data: { email: "stranger@example.test", name: "Stranger" } });
    owner = (await createTestToken(studio.userId, database)).token;
    stranger = (await createTestToken(id, database)).token;
  });
  afterAll(() => studio.close());

  const get = (
    id: string,
    {
      token = owner,
      signal,
      range,
      method = "GET",
    }: { token?: string | null; signal?: AbortSignal; range?: string; method?: "GET" | "HEAD" } = {},
  ): Promise<Response> =>
    GET(
      new Request(`http://127.0.0.1:3000/api/v1/generations/${id}/stream`, {
        method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(range ? { range } : {}),
        },
        ...(signal ? { signal } : {}),
      }),
      { params: Promise.resolve({ id }) },
    );
  const countListeners = async () => {
    const hub = await (globalThis as { reverieLive?: Promise<LiveHub> }).reverieLive;
    return hub?.countStreamListeners() ?? 0;
  };

  it("plays raw sound as WAV of unknown length while it comes, and with ranges when it is stored", async () => {
    const { id, source } = await studio.stream();
    const sound = makeSound(40_000);
    await source.write(sound.subarray(0, 4_000));
    await studio.waitForLive(id);
    const live = await get(id);
    expect(live.status).toBe(200);
    expect(Object.fromEntries(live.headers)).toMatchObject({
      "content-type": "audio/wav",
      "cache-control": "no-store, no-transform",
      "accept-ranges": "none",
    });
    expect(live.headers.has("content-length")).toBe(false);
    const heard = collect(live.body!);
    await source.write(sound.subarray(4_000));
    await source.end();
    const wav = await heard;
    expect(wav.subarray(0, 4).toString()).toBe("RIFF");
    expect(wav.readUInt32LE(40)).toBe(0xffff_ffff);
    expect(wav.subarray(44).equals(sound)).toBe(true);

    await studio.waitForEnd(id);
    const stored = await get(id, { range: "bytes=44-1043" });
    expect(stored.status).toBe(206);
    expect(stored.headers.get("cache-control")).toBe("private, no-cache");
    expect(Buffer.from(await stored.arrayBuffer()).equals(sound.subarray(0, 1_000))).toBe(true);
  });

  it("lets go of everything when the caller leaves, by request or by reader", async () => {
    const { id, source } = await studio.stream();
    await source.write(makeSound(1_000));
    await studio.waitForLive(id);
    const leaving = new AbortController();
    const [byRequest, byReader] = [await get(id, { signal: leaving.signal }), await get(id)];
    const readers = [byRequest, byReader].map(({ body }) => body!.getReader());
    for (const reader of readers) {
      // The header, then the first bytes; after them it waits for more.
      await reader.read();
      await reader.read();
      void reader.read().catch(() => undefined);
    }
    await expect.poll(countListeners).toBe(2);
    leaving.abort();
    await expect.poll(countListeners).toBe(1);
    await readers[1]!.cancel();
    await expect.poll(countListeners).toBe(0);
    await source.end();
    await studio.waitForEnd(id);
  });

  it("waits for the first byte when it is asked sooner, and plays it from there", async () => {
    const { id, source } = await studio.stream();
    const [early, alike] = [get(id), get(id)];
    await expect.poll(countListeners).toBe(2);
    const sound = makeSound(3_000);
    await source.write(sound.subarray(0, 1_000));
    const responses = await Promise.all([early, alike]);
    await source.write(sound.subarray(1_000));
    await source.end();
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get("accept-ranges")).toBe("none");
      const wav = await collect(response.body!);
      expect(wav.subarray(44).equals(sound)).toBe(true);
    }
    await expect.poll(countListeners).toBe(0);
    await studio.waitForEnd(id);
  });

  it("asks the database only when there is news while it waits", async () => {
    const { id, source } = await studio.stream();
    await studio.waitFor(id, ({ state }) => state === "running");
    const { database, url } = studio.test;
    const looks = vi.fn(() => undefined);
    const watched = {
      generation: {
        findFirst: (options: Parameters<typeof database.generation.findFirst>[0]) => {
          looks();
          return database.generation.findFirst(options);
        },
      },
      output: database.output,
    };
    const hub = await openLiveHub(url);
    const leaving = new AbortController();
    const opened = openGenerationStream(
      { database: watched as unknown as typeof database, hub },
      { userId: studio.userId, id, query: {}, signal: leaving.signal, holdMs: 400 },
    );
    await expect(opened).rejects.toMatchObject({ code: "generation.nothing-to-play" });
    // When it began, and when its time was over.
    expect(looks).toHaveBeenCalledTimes(2);
    await hub.close();
    await source.end();
    await studio.waitForEnd(id);
  });

  it("stops waiting when the caller leaves", async () => {
    const { id, source } = await studio.stream();
    const leaving = new AbortController();
    const early = get(id, { signal: leaving.signal });
    await expect.poll(countListeners).toBe(1);
    leaving.abort();
    expect((await early).status).toBe(499);
    expect(await countListeners()).toBe(0);
    await source.end();
    await studio.waitForEnd(id);
  });

  it("refuses one stream more than a token may have open, until one of them ends", async () => {
    const { id, source } = await studio.stream();
    await source.write(makeSound(1_000));
    await studio.waitForLive(id);
    // Neither holds a slot: one has no body, the other no result.
    for (let count = 0; count <= soundStreamLimits.perCredential; count += 1) {
      expect((await get(id, { method: "HEAD" })).status).toBe(200);
      expect((await get("01900000-0000-7000-8000-000000000001")).status).toBe(404);
    }
    const open = await Promise.all(Array.from({ length: soundStreamLimits.perCredential }, () => get(id)));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    const refused = await get(id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "rate.throttled" });
    expect((await get(id, { token: stranger })).status).toBe(404);

    await open.pop()!.body!.cancel();
    open.push(await get(id));
    expect(open.at(-1)!.status).toBe(200);
    await source.end();
    // Every stream is read to its end, and leaves its slot.
    for (const { body } of open) expect(await collect(body!)).toHaveLength(44 + 1_000);
    await studio.waitForEnd(id);
    const stored = await Promise.all([...open, open[0]].map(() => get(id)));
    expect(stored.map(({ status }) => status)).toEqual(stored.map(() => 200));
    for (const { body } of stored) await body!.cancel();
  });

  it("says that nothing will come, also to those who wait, and nothing to strangers", async () => {
    const { id, source } = await studio.stream();
    expect((await get(id, { token: null })).status).toBe(401);
    expect((await get(id, { token: stranger })).status).toBe(404);
    const early = get(id);
    await expect.poll(countListeners).toBe(1);
    await source.cut();
    expect((await early).status).toBe(404);
    await studio.waitForEnd(id);
    expect((await get(id)).status).toBe(404);
  });
});
