import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { getDigest } from "@/lib/notices/digest.server";
import { GET, PATCH } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

type Person = "ada" | "bob";

async function call(
  method: "GET" | "PATCH",
  { person = "ada", body }: { person?: Person; body?: unknown } = {},
) {
  const request = new Request("http://studio.test/api/v1/notifications/preferences", {
    method,
    headers: { ...fixture[person].headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (method === "GET" ? GET : PATCH)(request, { params: Promise.resolve({}) });
  return { status: response.status, answer: (await response.json()) as unknown };
}

async function end(state: string, seconds: number): Promise<string> {
  const { database } = fixture.test;
  const { id } = await database.generation.create({
    data: {
      userId: fixture.ada.userId,
      generator: "image",
      state: "running",
      input: { prompt: "" },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
    },
  });
  await database.generation.update({ where: { id }, data: { state } });
  const { createdAt } = await database.generation.findUniqueOrThrow({ where: { id } });
  const at = new Date(createdAt.getTime() + seconds * 1000);
  await database.unseenEnd.update({ where: { generationId: id }, data: { at } });
  return id;
}

it("are those of the person, and changed one by one", async () => {
  const defaults = { succeeded: true, failed: true, minimumSeconds: 10 };
  expect(await call("GET")).toEqual({ status: 200, answer: defaults });
  expect((await call("PATCH", { body: { failed: false } })).answer).toEqual({ ...defaults, failed: false });
  expect((await call("PATCH", { body: { minimumSeconds: 0 } })).answer).toEqual({
    succeeded: true,
    failed: false,
    minimumSeconds: 0,
  });
  expect((await call("GET", { person: "bob" })).answer).toEqual(defaults);
});

it("refuse values that they don’t have, and keep what they were", async () => {
  const before = (await call("GET")).answer;
  for (const body of [
    { minimumSeconds: 5 },
    { succeeded: "yes" },
    { sound: true },
    { failed: null },
    [],
    null,
  ]) {
    expect((await call("PATCH", { body })).status, JSON.stringify(body)).toBe(422);
  }
  expect((await call("GET")).answer).toEqual(before);
});

it("decide which ends the digest wants notified", async () => {
  const [quick, long] = [await end("succeeded", 3), await end("succeeded", 61)];
  const [failed, lost] = [await end("failed", 12), await end("unknown", 12)];
  const listed = async (body: object) => {
    await call("PATCH", { body });
    const { notifyIds } = await getDigest(fixture.test.database, fixture.ada.userId, { limit: 0 });
    return notifyIds.toSorted();
  };
  expect(await listed({ succeeded: true, failed: true, minimumSeconds: 0 })).toEqual(
    [quick, long, failed, lost].toSorted(),
  );
  expect(await listed({ minimumSeconds: 10 })).toEqual([long, failed, lost].toSorted());
  expect(await listed({ minimumSeconds: 60 })).toEqual([long]);
  expect(await listed({ succeeded: false, minimumSeconds: 10 })).toEqual([failed, lost].toSorted());
  expect(await listed({ failed: false })).toEqual([]);
});
