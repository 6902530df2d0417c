import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { dismissGenerations } from "@/lib/generations/change/dismiss-generations.server";
import type { Dismissal } from "@/lib/generations/read/dismissal-dto";
import type { FailureDays } from "@/lib/generations/read/failure-days-dto";
import type { GenerationDto, GenerationPage } from "@/lib/generations/read/generation-dto";
import { listGenerations, listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { openLiveHub } from "@/lib/live/live-hub.server";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { DELETE as undismiss, PUT as dismiss } from "../[id]/dismissal/route";
import { GET as countFailures } from "../failures/route";
import { GET as list } from "../route";
import { DELETE, POST } from "./route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.test.database.generation.deleteMany());

async function make(state: string, createdAt = "2026-11-01T10:00:00Z", userId = fixture.ada.userId) {
  const { id } = await fixture.test.database.generation.create({
    data: {
      userId,
      generator: "image",
      state,
      input: { prompt: "" },
      idempotencyKey: randomUUID(),
      inputHash: "one",
      model: "image-01",
      connection: { profileId: "sandbox", baseUrl: "http://127.0.0.1:1", scope: "studio" },
      createdAt,
      attempts: { create: { number: 1, state: "unknown" } },
    },
  });
  return id;
}

type Person = "ada" | "bob";
type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

async function call<Answer>(
  handler: Handler,
  {
    person = "ada",
    query = "",
    ...init
  }: { person?: Person; query?: string; method?: string; body?: string },
  params: Record<string, string> = {},
): Promise<{ status: number; answer: Answer }> {
  const request = new Request(`http://studio.test/api${query}`, {
    ...init,
    headers: { ...fixture[person].headers, "content-type": "application/json" },
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  return { status: response.status, answer: (await response.json()) as Answer };
}

const dismissAll = (body: unknown = {}, person?: Person) =>
  call<Dismissal>(POST, { method: "POST", body: JSON.stringify(body), ...(person ? { person } : {}) });
const undo = (query: string, person?: Person) =>
  call<{ restored: number }>(DELETE, { method: "DELETE", query, ...(person ? { person } : {}) });

async function listIds(query: string): Promise<string[]> {
  const { answer } = await call<GenerationPage>(list, { query });
  return answer.generations.map(({ id }) => id).toSorted();
}
const countDays = async () => (await call<FailureDays>(countFailures, {})).answer.days;

describe("dismissing a generation", () => {
  it("moves it to the list of dismissed ones, keeps its attempt, and is taken back", async () => {
    const [failed, unknown] = [await make("failed"), await make("unknown")];
    const one = await call<GenerationDto>(dismiss, { method: "PUT" }, { id: unknown });
    expect(one).toMatchObject({ status: 200, answer: { state: "unknown", version: 2 } });
    expect(one.answer.dismissedAt).toEqual(expect.any(String));
    const again = await call<GenerationDto>(dismiss, { method: "PUT" }, { id: unknown });
    expect(again.answer).toEqual(one.answer);
    expect(await listIds("?dismissed=false")).toEqual([failed]);
    expect(await listIds("?dismissed=true")).toEqual([unknown]);
    expect(await listIds("")).toEqual([failed, unknown].toSorted());
    expect(await countDays()).toEqual([{ day: "2026-11-01", failed: 1, cancelled: 0 }]);
    const attempts = await fixture.test.database.attempt.findMany({ where: { generationId: unknown } });
    expect(attempts).toMatchObject([{ number: 1, state: "unknown" }]);
    const back = await call<GenerationDto>(undismiss, { method: "DELETE" }, { id: unknown });
    expect(back.answer).not.toHaveProperty("dismissedAt");
    expect(await listIds("?dismissed=true")).toEqual([]);
  });

  it("refuses one that succeeded or is under way, and those of others", async () => {
    for (const state of ["succeeded", "queued", "running"]) {
      const id = await make(state);
      expect(await call(dismiss, { method: "PUT" }, { id })).toMatchObject({
        status: 409,
        answer: { code: "generation.state" },
      });
    }
    const id = await make("failed");
    for (const handler of [dismiss, undismiss]) {
      expect(await call(handler, { method: "PUT", person: "bob" }, { id })).toMatchObject({ status: 404 });
    }
    expect(await listIds("?dismissed=true")).toEqual([]);
  });
});

describe("dismissing all", () => {
  it("dismisses those of a day or all, of the person alone, and takes back each dismissal as a whole", async () => {
    const first = await make("failed", "2026-11-01T10:00:00Z");
    const second = await make("cancelled", "2026-11-02T10:00:00Z");
    const third = await make("unknown", "2026-11-03T10:00:00Z");
    const [done, running] = [await make("succeeded"), await make("running")];
    const strange = await make("failed", "2026-11-02T10:00:00Z", fixture.bob.userId);
    const day = await dismissAll({ from: "2026-11-02T00:00:00Z", until: "2026-11-03T00:00:00Z" });
    expect(day).toMatchObject({ status: 200, answer: { dismissed: 1 } });
    expect(await listIds("?dismissed=true")).toEqual([second]);
    const all = await dismissAll();
    expect(all.answer.dismissed).toBe(2);
    expect(await listIds("?dismissed=true")).toEqual([first, second, third].toSorted());
    expect(await listIds("?dismissed=false")).toEqual([done, running].toSorted());
    expect(await countDays()).toEqual([]);
    expect((await dismissAll()).answer.dismissed).toBe(0);

    expect(await undo(`?dismissedAt=${all.answer.dismissedAt}`, "bob")).toMatchObject({
      status: 200,
      answer: { restored: 0 },
    });
    expect((await undo(`?dismissedAt=${all.answer.dismissedAt}`)).answer).toEqual({ restored: 2 });
    expect(await listIds("?dismissed=true")).toEqual([second]);
    const { dismissedAt } = await fixture.test.database.generation.findUniqueOrThrow({
      where: { id: strange },
    });
    expect(dismissedAt).toBeNull();
  });

  it("rejects an invalid time, and unknown fields", async () => {
    for (const body of [{ from: "yesterday" }, { state: "succeeded" }, []]) {
      expect(await dismissAll(body)).toMatchObject({ status: 422, answer: { code: "input.invalid" } });
    }
    for (const query of ["", "?dismissedAt=now"]) {
      expect(await undo(query)).toMatchObject({ status: 422, answer: { code: "input.invalid" } });
    }
  });

  it("makes the person's browsers reload once, however many there are", async () => {
    for (let count = 0; count < 5; count += 1) await make("failed");
    const hub = await openLiveHub(fixture.test.url);
    const news: string[] = [];
    const arrived = Promise.withResolvers<void>();
    for (const person of ["ada", "bob"] as const) {
      hub.subscribe(fixture[person].userId, {
        onChange: ({ id }) => void news.push(`${person} ${id}`),
        onListChange(list) {
          news.push(`${person} ${list}`);
          arrived.resolve();
        },
        onLineChange: () => {},
        onGap: () => {},
      });
    }
    const before = hub.readMark(fixture.ada.userId);
    await dismissAll();
    await arrived.promise;
    expect(news).toEqual(["ada generations"]);
    expect(hub.readMark(fixture.ada.userId)).not.toBe(before);
    await hub.close();
  });
});

it("lists what is shown in Activity by its index, however long the history is", async () => {
  const { database } = fixture.test;
  const { userId } = fixture.ada;
  await database.$executeRaw`
    INSERT INTO "Generation" ("id", "userId", "generator", "state", "input", "idempotencyKey", "inputHash", "model",
      "connection", "updatedAt")
    SELECT gen_random_uuid(), ${userId}::uuid, 'image', CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'succeeded' END,
      '{}', n::text, 'one', 'image-01', '{"profileId": "sandbox", "baseUrl": "http://127.0.0.1:1", "scope": "studio"}', now()
    FROM generate_series(1, 20000) n`;
  await make("running");
  const services = { database, clock: Date };
  await dismissGenerations(services, userId, {});
  for (let count = 0; count < 3; count += 1) await make("failed");
  await database.$executeRaw`VACUUM ANALYZE "Generation"`;
  const states = "failed,unknown,cancelled";
  const lists = [
    { query: { state: states, dismissed: "false" }, index: "Generation_troubled", found: 3 },
    { query: { state: states, dismissed: "true" }, index: "Generation_dismissed", found: 20 },
    { query: { state: "queued,starting,running,storing" }, index: "Generation_active", found: 1 },
  ];
  for (const { query, index, found } of lists) {
    await database.$transaction(async (transaction) => {
      // Rows read by this index, and by others or without one, since the session last told its statistics.
      const countReads = async () => {
        const [reads] = await transaction.$queryRaw<{ by: bigint; otherwise: bigint }[]>`
          SELECT
            (SELECT sum(pg_stat_get_xact_tuples_returned("oid"))::bigint FROM pg_class WHERE "relname" = ${index}) AS "by",
            (
              SELECT sum(pg_stat_get_xact_tuples_returned("oid"))::bigint FROM pg_class
              WHERE ("relname" = 'Generation' OR "relname" LIKE 'Generation\\_%') AND "relname" <> ${index}
            ) AS "otherwise"`;
        return reads!;
      };
      const before = await countReads();
      const page = await listGenerations(
        { ...services, database: transaction as typeof database },
        userId,
        listGenerationsQuerySchema.parse(query),
      );
      const after = await countReads();
      expect(page.generations).toHaveLength(found);
      expect(after.by - before.by).toBe(BigInt(found));
      // PostgreSQL may read the index of all that failed, too, as long as both are short.
      expect(after.otherwise - before.otherwise).toBeLessThan(50n);
    });
  }
});
