import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  collect,
  makeSound,
  openStreamStudio,
  type StreamStudio,
} from "@/generators/_kit/testing/stream-studio";
import { createApiToken } from "@/lib/auth/api-tokens.server";
import { getDatabase } from "@/lib/db/database.server";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import type { LiveHub } from "@/lib/live/live-hub.server";
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
    owner = (await createApiToken(studio.userId, { name: "test" }, database)).token;
    stranger = (await createApiToken(id, { name: "test" }, database)).token;
  });
  afterAll(async () => {
    // What the routes opened for the whole process.
    const opened = globalThis as { reverieJobs?: Promise<JobQueue>; reverieLive?: Promise<LiveHub> };
    await (await opened.reverieJobs)?.stop();
    await (await opened.reverieLive)?.close();
    await getDatabase().$disconnect();
    await studio.close();
  });

  const get = (
    id: string,
    { token = owner, signal, range }: { token?: string | null; signal?: AbortSignal; range?: string } = {},
  ): Promise<Response> =>
    GET(
      new Request(`http://127.0.0.1:3000/api/v1/generations/${id}/stream`, {
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
    const heard = collect(live.body as unknown as AsyncIterable<Uint8Array>);
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

  it("says that there is nothing to play yet, or nothing at all", async () => {
    const { id, source } = await studio.stream();
    const early = await get(id);
    expect(early.status).toBe(409);
    expect(await early.json()).toMatchObject({ code: "generation.nothing-to-play" });
    await source.write(makeSound(1_000));
    await studio.waitForLive(id);
    expect((await get(id, { token: null })).status).toBe(401);
    expect((await get(id, { token: stranger })).status).toBe(404);
    await source.end();
    await studio.waitForEnd(id);
    const lost = await studio.stream();
    await lost.source.cut();
    await studio.waitForEnd(lost.id);
    expect((await get(lost.id)).status).toBe(404);
  });
});
