import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteOldEnds } from "@/lib/notices/digest.server";
import type { Digest } from "@/lib/notices/digest-dto";
import { openLiveHub } from "@/lib/live/live-hub.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { POST } from "./looks/route";
import { DELETE, GET } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.test.database.generation.deleteMany());

type Person = "ada" | "bob";

async function make(
  changes: { generator?: string; state?: string; relation?: string; prompt?: string } = {},
  person: Person = "ada",
) {
  const { generator = "image", state = "running", relation = null, prompt = "A quay" } = changes;
  const { id } = await fixture.test.database.generation.create({
    data: {
      userId: fixture[person].userId,
      generator,
      state,
      relation,
      input: { prompt },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
    },
  });
  return id;
}
const move = (id: string, state: string) =>
  fixture.test.database.generation.update({ where: { id }, data: { state } });
async function end(state = "succeeded", changes: Parameters<typeof make>[0] = {}, person?: Person) {
  const id = await make(changes, person);
  await move(id, state);
  return id;
}

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;
async function call(
  handler: Handler,
  method: string,
  options: { query?: string; body?: unknown; person?: Person } = {},
) {
  const { query = "", body, person = "ada" } = options;
  const request = new Request(`http://studio.test/api/v1/digest${query}`, {
    method,
    headers: { ...fixture[person].headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await handler(request, { params: Promise.resolve({}) });
  const text = await response.text();
  return { status: response.status, answer: JSON.parse(text || "null") as { errors: { path: string }[] } };
}
async function read(person: Person = "ada", query = ""): Promise<Digest> {
  const { status, answer } = await call(GET, "GET", { person, query });
  expect(status).toBe(200);
  return answer as unknown as Digest;
}
const look = (body: unknown = {}, person?: Person) =>
  call(POST, "POST", { body, ...(person ? { person } : {}) });
const empty: Digest = {
  since: null,
  total: 0,
  counts: [],
  generations: [],
  unseen: 0,
  unseenIds: [],
  notifyIds: [],
};

describe("the digest", () => {
  it("counts what ended by generator and state, and lists the last ones", async () => {
    expect(await read()).toEqual(empty);
    await end("failed");
    const done = [
      await end("succeeded"),
      await end("succeeded", { generator: "music", prompt: "x".repeat(900) }),
    ];
    await end("unknown", { generator: "video" });
    await make();
    const digest = await read("ada", "?limit=3");
    expect(digest).toMatchObject({
      total: 4,
      unseen: 4,
      counts: [
        { generator: "image", state: "succeeded", count: 1 },
        { generator: "image", state: "failed", count: 1 },
        { generator: "music", state: "succeeded", count: 1 },
        { generator: "video", state: "unknown", count: 1 },
      ],
    });
    expect(digest.generations.map(({ state }) => state)).toEqual(["unknown", "succeeded", "succeeded"]);
    expect(digest.generations.slice(1).map(({ id }) => id)).toEqual(done.toReversed());
    expect(digest.generations[1]!.input.prompt).toHaveLength(700);
    expect(digest.unseenIds).toHaveLength(4);
    expect((await read("ada", "?limit=0")).generations).toEqual([]);
    expect(await read("bob")).toEqual(empty);
  });

  it("has neither cancelled ones nor samples, nor what was thrown away or dismissed", async () => {
    await end("cancelled");
    await end("succeeded", { relation: "sample" });
    await make({ state: "succeeded" });
    const [trashed, dismissed] = [await end("failed"), await end("failed")];
    await fixture.test.database.generation.update({
      where: { id: trashed },
      data: { deletedAt: new Date() },
    });
    await fixture.test.database.generation.update({
      where: { id: dismissed },
      data: { dismissedAt: new Date() },
    });
    expect(await read()).toEqual(empty);
  });

  it("notes a second end after no response, and only an end", async () => {
    const id = await end("unknown");
    await look();
    await move(id, "running");
    expect(await read()).toEqual(empty);
    await move(id, "succeeded");
    expect(await read()).toMatchObject({ total: 1, unseen: 1, unseenIds: [id] });
    await look();
    await fixture.test.database.generation.update({ where: { id }, data: { title: "A title" } });
    expect(await read()).toMatchObject({ total: 1, unseen: 0 });
  });

  it("is not noted where the transaction of the end fails", async () => {
    const id = await make();
    const failure = fixture.test.database.$transaction(async (transaction) => {
      await transaction.generation.update({ where: { id }, data: { state: "failed" } });
      throw new Error("undone");
    });
    await expect(failure).rejects.toThrow("undone");
    expect(await read()).toEqual(empty);
  });
});

describe("a look", () => {
  it("sees all at once in every tab, and leaves them in the digest", async () => {
    await end();
    const others = await end("failed", {}, "bob");
    expect((await look()).status).toBe(204);
    expect(await read()).toMatchObject({ total: 1, unseen: 0, unseenIds: [] });
    expect(await read("bob")).toMatchObject({ total: 1, unseen: 1, unseenIds: [others] });
    const later = await end("unknown");
    const unseen = await read("ada", "?unseen=true");
    expect(unseen).toMatchObject({ total: 1, unseenIds: [later], generations: [{ id: later }] });
    expect((await read()).generations).toHaveLength(2);
  });

  it("takes away only what was watched, never what belongs to somebody else", async () => {
    const [watched, later] = [await end(), await end("failed")];
    const others = await end("failed", {}, "bob");
    expect((await look({ watchedIds: [watched, others, randomUUID()] })).status).toBe(204);
    expect(await read()).toMatchObject({ total: 1, unseen: 1, unseenIds: [later] });
    expect(await read("bob")).toMatchObject({ total: 1, unseen: 1 });
    // A tab that hears of it late changes nothing that was seen already.
    await look();
    await look({ watchedIds: [later] });
    expect(await read()).toMatchObject({ total: 1, unseen: 0 });
  });

  it("refuses what is no list of IDs", async () => {
    for (const body of [[], { watchedIds: "all" }, { watchedIds: ["one"] }, { other: 1 }]) {
      expect((await look(body)).status).toBe(422);
    }
    const many = await look({ watchedIds: Array.from({ length: 501 }, () => randomUUID()) });
    expect(many).toMatchObject({ status: 422, answer: { errors: [{ path: "watchedIds" }] } });
    for (const query of ["?limit=-1", "?limit=101", "?limit=x", "?unseen=false"]) {
      expect((await call(GET, "GET", { query })).status).toBe(422);
    }
  });
});

describe("dismissing the digest", () => {
  it("empties it up to a time, and after a month by itself", async () => {
    const [first, second] = [await end(), await end("failed")];
    const at = new Date("2026-11-01T10:00:00.000Z");
    await fixture.test.database.unseenEnd.update({ where: { generationId: first }, data: { at } });
    expect((await call(DELETE, "DELETE", { query: `?until=${at.toISOString()}` })).status).toBe(204);
    expect((await read()).unseenIds).toEqual([second]);
    expect((await call(DELETE, "DELETE", { query: "?until=soon" })).status).toBe(422);
    await call(DELETE, "DELETE", { person: "bob" });
    expect((await read()).total).toBe(1);
    await call(DELETE, "DELETE");
    expect(await read()).toEqual(empty);

    const old = await end();
    const end31 = new Date("2026-11-01T10:00:00.000Z");
    await fixture.test.database.unseenEnd.update({ where: { generationId: old }, data: { at: end31 } });
    await deleteOldEnds(fixture.test.database, Date.parse("2026-11-30T10:00:00.000Z"));
    expect((await read()).total).toBe(1);
    await deleteOldEnds(fixture.test.database, Date.parse("2026-12-02T10:00:00.000Z"));
    expect(await read()).toEqual(empty);
  });
});

it("tells the person's browsers of an end, a look and a dismissal, and only then", async () => {
  const hub = await openLiveHub(fixture.test.url);
  const told: string[] = [];
  const stop = hub.subscribe(fixture.ada.userId, {
    onChange: () => undefined,
    onLineChange: () => undefined,
    onListChange: (list) => told.push(list),
    onGap: () => undefined,
  });
  const settled = async (count: number) => expect.poll(() => told.length, { timeout: 10_000 }).toBe(count);
  try {
    await end("failed", {}, "bob");
    const id = await end();
    await settled(1);
    await look({ watchedIds: [randomUUID()] });
    await look();
    await settled(2);
    await look();
    await look({ watchedIds: [id] });
    await call(DELETE, "DELETE");
    await settled(3);
    expect(told).toEqual(["digest", "digest", "digest"]);
  } finally {
    stop();
    await hub.close();
  }
});
