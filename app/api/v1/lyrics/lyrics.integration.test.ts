import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import type { Problem } from "@/lib/errors/problem-schema";
import { parseSections } from "@/lib/lyrics/sections";
import type { WrittenLyrics } from "@/lib/lyrics/lyrics-dto";
import { POST } from "./route";

describe("POST /api/v1/lyrics", () => {
  let studio: StudioHarness;
  let authorization: string;

  beforeAll(async () => {
    studio = await openStudioHarness();
    authorization = `Bearer ${(await createTestToken(studio.userId, studio.test.database)).token}`;
  });
  afterAll(() => studio.close());
  beforeEach(async () => {
    await studio.test.database.rateBucket.deleteMany();
  });

  async function ask<Answer = WrittenLyrics>(body: unknown, init: RequestInit = {}) {
    const request = new Request("http://127.0.0.1:3000/api/v1/lyrics", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
      ...init,
    });
    const response = await POST(request, { params: Promise.resolve({}) });
    return {
      status: response.status,
      headers: response.headers,
      body: response.status === 499 ? null : ((await response.json()) as Answer),
    };
  }
  const write = (prompt: string) => ({ mode: "write_full_song", prompt });
  const listAsked = async () =>
    (await studio.sandbox.readBill()).filter(({ endpoint }) => endpoint === "/v1/lyrics_generation");
  const countNew = async (act: () => Promise<unknown>) => {
    const before = (await listAsked()).length;
    await act();
    return (await listAsked()).length - before;
  };

  async function setConnection(overrides: Record<string, unknown>) {
    await studio.test.database.connection.update({
      where: { userId: studio.userId },
      data: { overrides: overrides as object },
    });
  }

  it("writes a song with a title, a style and sections", async () => {
    const { status, body } = await ask({ ...write("A ferry at dusk"), title: "Last boat" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ title: "Last boat", styleTags: expect.stringMatching(/\w/) as string });
    expect(parseSections(body!.lyrics).map(({ tag }) => tag)).toContain("[Chorus]");
  });

  it("reworks what it is given", async () => {
    const lyrics = "[Verse]\nThe ropes are wet";
    const { status, body } = await ask({ mode: "edit", prompt: "One more part", lyrics });
    expect(status).toBe(200);
    expect(parseSections(body!.lyrics)).toContainEqual(expect.objectContaining({ tag: "[Verse]" }));
    expect(body!.lyrics).not.toBe(lyrics);
  });

  it.each([
    ["no lyrics to rework", { mode: "edit", prompt: "x" }, "lyrics", "lyrics.lyrics.edit"],
    ["too long an instruction", write("x".repeat(2001)), "prompt", "lyrics.prompt.too-long"],
    ["too long lyrics", { mode: "edit", lyrics: "x".repeat(3501) }, "lyrics", "lyrics.lyrics.too-long"],
    ["another mode", { mode: "sing" }, "mode", "field.choice"],
    ["a field that is none", { ...write("x"), model: "music-3.0" }, "model", "field.unknown"],
    ["a key of another shape", { ...write("x"), idempotencyKey: "no" }, "idempotencyKey", "field.format"],
  ])("refuses %s before anything is sent", async (_title, body, path, key) => {
    const sent = await countNew(async () => {
      const refused = await ask<Problem>(body);
      expect(refused.status).toBe(422);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(refused.body).toMatchObject({ code: "input.invalid", errors: [{ path, key }] });
    });
    expect(sent).toBe(0);
  });

  it("lets in nobody without a token", async () => {
    const init = { headers: { "content-type": "application/json" } };
    expect((await ask<Problem>(write("x"), init)).body).toMatchObject({ code: "auth.required" });
  });

  it("asks once for presses under one key, together and one after the other", async () => {
    const body = { ...write("Two clicks"), idempotencyKey: randomUUID() };
    const sent = await countNew(async () => {
      const [first, second] = await Promise.all([ask(body), ask(body)]);
      const third = await ask(body);
      expect(first.body).toEqual(second.body);
      expect(first.body).toEqual(third.body);
    });
    expect(sent).toBe(1);
    expect((await ask<Problem>({ ...body, prompt: "Other words" })).body).toMatchObject({
      code: "input.idempotency-conflict",
    });
  });

  it("keeps the answer for a caller who went away", async () => {
    const body = { ...write("Gone [[latency:200]]"), idempotencyKey: randomUUID() };
    const sent = await countNew(async () => {
      const controller = new AbortController();
      const gone = ask(body, { signal: controller.signal });
      controller.abort();
      await gone;
      expect((await ask(body)).status).toBe(200);
    });
    expect(sent).toBe(1);
  });

  it.each([
    [
      "refuses the key",
      "[[fault:1004]]",
      { code: "service.key-rejected", made: "nothing", serviceCode: 1004 },
    ],
    ["has no balance", "[[fault:1008]]", { code: "service.balance", made: "nothing" }],
    ["finds the words sensitive", "[[fault:1026]]", { code: "service.sensitive", made: "nothing" }],
    ["breaks the connection", "[[fault:drop-after]]", { code: "network.lost", made: "unknown" }],
    ["answers with half an answer", "[[fault:truncate]]", { made: "unknown" }],
    ["answers with garbage", "[[fault:garbage]]", { made: "unknown" }],
  ])("tells that the service %s, and sends nothing again", async (_title, prompt, problem) => {
    const sent = await countNew(async () => {
      const refused = await ask<Problem>(write(prompt));
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(refused.body).toMatchObject(problem);
    });
    expect(sent).toBe(1);
  });

  it("stays away for as long as the service asked, and then asks again only for a new press", async () => {
    const sent = await countNew(async () => {
      const refused = await ask<Problem>(write("[[fault:1002]]"));
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ code: "rate.throttled" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(await ask<Problem>(write("Too soon"))).toMatchObject({
        status: 429,
        body: { code: "rate.throttled" },
      });
    });
    expect(sent).toBe(1);
  });

  it("keeps the distance of the profile's limit", async () => {
    await setConnection({
      rateLimits: { endpoints: { lyricsGeneration: { requests: 2, windowMs: 60_000 } } },
    });
    const sent = await countNew(async () => {
      expect((await ask(write("First"))).status).toBe(200);
      const second = await ask<Problem>(write("Second"));
      expect(second.status).toBe(429);
      const seconds = Number(second.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(20);
      expect(seconds).toBeLessThanOrEqual(30);
    });
    expect(sent).toBe(1);
  });

  it("says so where the profile has no such endpoint", async () => {
    await setConnection({ endpoints: { lyricsGeneration: null } });
    expect(await ask<Problem>(write("x"))).toMatchObject({
      status: 422,
      body: { code: "request.not-offered", made: "nothing" },
    });
  });
});
