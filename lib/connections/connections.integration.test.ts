import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DELETE, GET, PUT } from "@/app/api/v1/connection/route";
import { POST as TEST } from "@/app/api/v1/connection/test/route";
import {
  createTestStudio,
  testOrigin,
  type TestPerson,
  type TestStudio,
} from "@/lib/auth/testing/test-studio";
import { createSecretBox } from "@/lib/crypto/secret-box.server";
import type { ConnectionSummary } from "./connection-summary";
import type { ConnectionTestResult } from "./connection-test-result";
import { getConnection, sandboxApiKey } from "./get-connection.server";
import { type FakeService, startFakeService } from "./testing/fake-service";

let studio: TestStudio;
let sandbox: FakeService;
let service: FakeService;
let otherService: FakeService;
beforeAll(async () => {
  [sandbox, service, otherService] = await Promise.all([
    startFakeService(),
    startFakeService(),
    startFakeService(),
  ]);
  studio = await createTestStudio({
    STUDIO_SANDBOX_BASE_URL: sandbox.baseUrl,
    STUDIO_PRIVATE_HOSTS: [service, otherService].map(({ baseUrl }) => new URL(baseUrl).host).join(", "),
  });
});
afterAll(async () => {
  await Promise.all([studio.drop(), sandbox.stop(), service.stop(), otherService.stop()]);
});

const apiKey = "sk-a-key-that-must-never-be-seen-1a2b";
const noParams = { params: Promise.resolve({}) };
const seen: string[] = [];

/** Calls a route as a person and keeps every answer, to look for the key in all of them at the end. */
async function call(person: TestPerson, method: string, body?: unknown, test = false): Promise<Response> {
  const handlers = { GET, PUT, DELETE } as const;
  const handler = test ? TEST : handlers[method as keyof typeof handlers];
  const response = await handler(
    new Request(`${testOrigin}/api/v1/connection`, {
      method,
      headers: person.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    noParams,
  );
  seen.push(await response.clone().text());
  return response;
}

async function fieldsOf(response: Response) {
  expect(response.status).toBe(422);
  return ((await response.json()) as { errors: { path: string; key: string }[] }).errors;
}

async function summaryOf(response: Response): Promise<ConnectionSummary> {
  expect(response.status).toBe(200);
  return (await response.json()) as ConnectionSummary;
}

function custom(overrides: Record<string, unknown> = {}) {
  return { profileId: "custom", baseUrl: `${service.baseUrl}/`, apiKey, ...overrides };
}

describe("the connection of a person", () => {
  it("is the sandbox while there is no other", async () => {
    const person = await studio.addPerson();
    const connection = await getConnection(person.userId);
    expect(connection).toMatchObject({ source: "sandbox", sandbox: true, apiKey: sandboxApiKey });
    expect(await summaryOf(await call(person, "GET"))).toMatchObject({
      source: "sandbox",
      sandbox: true,
      keyLastFour: null,
    });
  });

  it("is their own once saved, sealed in the database, and nobody else's", async () => {
    const [person, other] = [await studio.addPerson(), await studio.addPerson()];
    const summary = await summaryOf(await call(person, "PUT", custom()));
    expect(summary).toMatchObject({
      source: "person",
      sandbox: false,
      baseUrl: service.baseUrl,
      keyLastFour: "1a2b",
    });
    expect(await getConnection(person.userId)).toMatchObject({ apiKey, baseUrl: service.baseUrl });
    const row = await studio.database.connection.findUniqueOrThrow({ where: { userId: person.userId } });
    expect(JSON.stringify(row)).not.toContain(apiKey);
    expect((await summaryOf(await call(other, "GET"))).source).toBe("sandbox");
    expect((await call(other, "DELETE")).status).toBe(204);
    expect((await summaryOf(await call(person, "GET"))).source).toBe("person");
    expect((await call(person, "DELETE")).status).toBe(204);
    expect((await summaryOf(await call(person, "GET"))).source).toBe("sandbox");
  });

  it("keeps the stored key for the hosts it was entered for, and for no other", async () => {
    const person = await studio.addPerson();
    await call(person, "PUT", custom());
    const withoutKey = (overrides: Record<string, unknown>) =>
      call(person, "PUT", custom({ apiKey: "", ...overrides }));

    expect((await withoutKey({ baseUrl: `${service.baseUrl}/gateway` })).status).toBe(200);
    for (const moved of [
      { baseUrl: otherService.baseUrl },
      { altBaseUrl: otherService.baseUrl },
      { baseUrl: service.baseUrl.replace("http:", "https:") },
      { profileId: "minimax-cn", baseUrl: service.baseUrl },
      { profileId: "minimax-global", baseUrl: undefined },
    ]) {
      expect(await fieldsOf(await withoutKey(moved))).toEqual([
        { path: "apiKey", key: "connection.api-key.new-host" },
      ]);
      expect(await fieldsOf(await call(person, "POST", custom({ apiKey: "", ...moved }), true))).toEqual([
        { path: "apiKey", key: "connection.api-key.new-host" },
      ]);
    }
    expect(otherService.keys).toEqual([]);
    expect((await getConnection(person.userId)).apiKey).toBe(apiKey);
    const moved = await call(person, "PUT", custom({ baseUrl: otherService.baseUrl, apiKey: "another-key" }));
    expect((await summaryOf(moved)).keyLastFour).toBeNull();
  });

  it("cannot move its key through overrides", async () => {
    const person = await studio.addPerson();
    await call(person, "PUT", custom());
    const response = await call(person, "PUT", custom({ overrides: { baseUrl: otherService.baseUrl } }));
    expect(await fieldsOf(response)).toEqual([{ path: "overrides.baseUrl", key: "field.unknown" }]);
  });

  it("takes overrides that the profile understands and says where others are wrong", async () => {
    const person = await studio.addPerson();
    const limit = { requests: 7, windowMs: 1000 };
    const good = { rateLimits: { endpoints: { imageGeneration: limit } }, endpoints: { voiceList: null } };
    const summary = await summaryOf(await call(person, "PUT", custom({ overrides: good })));
    expect(summary.rateLimits.endpoints.imageGeneration).toEqual(limit);
    expect(summary.features.endpoints).toMatchObject({ voiceList: false, fileList: true });
    const bad = { rateLimits: { endpoints: { imageGeneration: { requests: 0 } } } };
    const fields = await fieldsOf(await call(person, "PUT", custom({ overrides: bad })));
    expect(fields.map(({ path }) => path)).toEqual([
      "overrides.rateLimits.endpoints.imageGeneration.requests",
    ]);
  });

  it("refuses addresses that are none and keys that are no header", async () => {
    const person = await studio.addPerson();
    const attempts: [Record<string, unknown>, string][] = [
      [{ baseUrl: "" }, "baseUrl"],
      [{ baseUrl: "ftp://example.test" }, "baseUrl"],
      [{ baseUrl: "http://user:secret@example.test" }, "baseUrl"],
      [{ baseUrl: "http://example.test/?key=1" }, "baseUrl"],
      [{ altBaseUrl: "nonsense" }, "altBaseUrl"],
      [{ apiKey: "a key\r\nx-injected: 1" }, "apiKey"],
      [{ apiKey: "" }, "apiKey"],
      [{ profileId: "sandbox" }, "baseUrl"],
    ];
    for (const [wrong, path] of attempts)
      expect((await fieldsOf(await call(person, "PUT", custom(wrong)))).map((field) => field.path)).toEqual([
        path,
      ]);
    expect((await summaryOf(await call(person, "GET"))).source).toBe("sandbox");
  });

  it("is marked as the sandbox under any profile and loopback name", async () => {
    const person = await studio.addPerson();
    const alias = sandbox.baseUrl.replace("127.0.0.1", "localhost");
    await call(person, "PUT", custom({ baseUrl: alias }));
    expect((await getConnection(person.userId)).sandbox).toBe(true);
    expect((await summaryOf(await call(person, "GET"))).sandbox).toBe(true);
  });

  it("says plainly when its key cannot be opened any more", async () => {
    const person = await studio.addPerson();
    await call(person, "PUT", custom());
    const foreign = createSecretBox("the secret of another installation").seal(apiKey, {
      purpose: "connection.api-key",
      recordId: person.userId,
    });
    await studio.database.connection.update({
      where: { userId: person.userId },
      data: { keyCiphertext: foreign },
    });
    await expect(getConnection(person.userId)).rejects.toMatchObject({ code: "connection.unreadable" });
    expect((await summaryOf(await call(person, "GET"))).problem).toBe("unreadable");
    expect(await fieldsOf(await call(person, "PUT", custom({ apiKey: "" })))).toEqual([
      { path: "apiKey", key: "connection.api-key.unreadable" },
    ]);
    expect((await summaryOf(await call(person, "PUT", custom()))).problem).toBeNull();
  });

  it("does not open the sealed key of another person's row", async () => {
    const [person, thief] = [await studio.addPerson(), await studio.addPerson()];
    await call(person, "PUT", custom());
    const { keyCiphertext } = await studio.database.connection.findUniqueOrThrow({
      where: { userId: person.userId },
    });
    await studio.database.connection.create({
      data: { userId: thief.userId, profileId: "custom", baseUrl: otherService.baseUrl, keyCiphertext },
    });
    await expect(getConnection(thief.userId)).rejects.toMatchObject({ code: "connection.unreadable" });
  });

  it("shares its scope with nobody who has another key or host", async () => {
    const people = await Promise.all([studio.addPerson(), studio.addPerson(), studio.addPerson()]);
    await call(people[0], "PUT", custom());
    await call(people[1], "PUT", custom());
    await call(people[2], "PUT", custom({ apiKey: "another-key-of-some-length" }));
    const [one, two, three] = await Promise.all(people.map(({ userId }) => getConnection(userId)));
    expect(one?.scope).toBe(two?.scope);
    expect(one?.scope).not.toBe(three?.scope);
    expect(one?.scope).not.toContain(apiKey.slice(0, 8));
  });
});

describe("testing a connection", () => {
  it("asks with the stored key and keeps the result until it is saved anew", async () => {
    const person = await studio.addPerson();
    await call(person, "PUT", custom());
    service.answerWith(0);
    const result = (await (await call(person, "POST", undefined, true)).json()) as ConnectionTestResult;
    expect(result).toMatchObject({ outcome: "ok", address: service.baseUrl });
    expect(service.keys.at(-1)).toBe(apiKey);
    expect((await summaryOf(await call(person, "GET"))).testResult).toEqual(result);
    expect((await summaryOf(await call(person, "PUT", custom()))).testResult).toBeNull();
  });

  it.each([
    [1004, "wrong-key"],
    [2049, "wrong-key"],
    [1002, "rate-limited"],
  ])("tells code %i as %s", async (code, outcome) => {
    const person = await studio.addPerson();
    service.answerWith(code);
    const response = await call(person, "POST", custom(), true);
    expect(await response.json()).toMatchObject({ outcome, serviceCode: code, mayBeWrongRegion: false });
  });

  it("names the region where a key belongs to one", async () => {
    const person = await studio.addPerson();
    service.answerWith(2049);
    const response = await call(person, "POST", custom({ profileId: "minimax-cn" }), true);
    expect(await response.json()).toMatchObject({ outcome: "wrong-key", mayBeWrongRegion: true });
  });

  it("tells a dead address and a TLS fault apart", async () => {
    const person = await studio.addPerson({ role: "owner" });
    const outcomeOf = async (baseUrl: string) =>
      ((await (await call(person, "POST", custom({ baseUrl }), true)).json()) as ConnectionTestResult)
        .outcome;
    expect(await outcomeOf("http://127.0.0.1:9")).toBe("unreachable");
    expect(await outcomeOf(service.baseUrl.replace("http:", "https:"))).toBe("tls");
  });

  it("stores nothing of a connection that was not saved", async () => {
    const person = await studio.addPerson();
    service.answerWith(0);
    await call(person, "POST", custom(), true);
    expect((await summaryOf(await call(person, "GET"))).source).toBe("sandbox");
    expect(await studio.database.connection.findUnique({ where: { userId: person.userId } })).toBeNull();
  });
});

it("is read with one statement, since each request waits for it", async () => {
  const { userId } = await studio.addPerson({ role: "owner" });
  await studio.database.connection.create({ data: { userId, profileId: "sandbox" } });
  const query = vi.spyOn(pg.Client.prototype, "query");
  expect(await getConnection(userId)).toMatchObject({ source: "person", trusted: true });
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

describe("the API key", () => {
  it("stood in none of the answers above", () => {
    expect(seen.length).toBeGreaterThan(40);
    for (const answer of seen) expect(answer).not.toContain(apiKey);
  });
});
