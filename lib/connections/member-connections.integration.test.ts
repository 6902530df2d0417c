import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUT } from "@/app/api/v1/connection/route";
import { POST as TEST } from "@/app/api/v1/connection/test/route";
import {
  createTestStudio,
  testOrigin,
  type TestPerson,
  type TestStudio,
} from "@/lib/auth/testing/test-studio";
import { listPrivateHosts } from "./connection-addresses.server";
import type { ConnectionTestResult } from "./connection-test-result";
import { getConnectionSummary } from "./get-connection-summary.server";
import { getConnection } from "./get-connection.server";
import { openSealedConnection, sealConnection } from "./sealed-connection.server";
import { createConnectionClient } from "./service-access.server";
import { sealApiKey } from "./stored-connection.server";
import { type FakeService, startFakeService } from "./testing/fake-service";

let studio: TestStudio;
let sandbox: FakeService;
let allowed: FakeService;
/** A service of the inner network. */
let inner: FakeService;
let member: TestPerson;
beforeAll(async () => {
  [sandbox, allowed, inner] = await Promise.all([startFakeService(), startFakeService(), startFakeService()]);
  studio = await createTestStudio({
    STUDIO_SANDBOX_BASE_URL: sandbox.baseUrl,
    STUDIO_PRIVATE_HOSTS: new URL(allowed.baseUrl).host,
  });
});
beforeEach(async () => {
  member = await studio.addPerson();
});
afterAll(() => Promise.all([studio.drop(), sandbox.stop(), allowed.stop(), inner.stop()]));

async function call(route: typeof PUT, person: TestPerson, body?: unknown): Promise<Response> {
  const request = new Request(`${testOrigin}/api/v1/connection`, {
    method: route === PUT ? "PUT" : "POST",
    headers: person.headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return route(request, { params: Promise.resolve({}) });
}

const custom = (baseUrl: string, more: object = {}) => ({
  profileId: "custom",
  baseUrl,
  apiKey: "a-key",
  ...more,
});

async function problemsOf(response: Response) {
  return ((await response.json()) as { errors: unknown }).errors;
}

/** Writes a member's connection past the checks of the form, as an earlier version stored it. */
async function store(person: TestPerson, baseUrl: string, overrides: object = {}): Promise<void> {
  const { userId } = person;
  const data = { profileId: "custom", baseUrl, overrides, keyCiphertext: sealApiKey("a-key", userId) };
  await studio.database.connection.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

const portOf = ({ baseUrl }: FakeService) => new URL(baseUrl).port;

describe("a member's own connection", () => {
  it.each([
    "127.0.0.1",
    "0177.0.0.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "10.0.0.1",
  ])("is refused at %s, saved or tested", async (host) => {
    const input = custom(`http://${host}:${portOf(inner)}`);
    const expected = [{ path: "baseUrl", key: "connection.base-url.private" }];
    expect(await problemsOf(await call(PUT, member, input))).toEqual(expected);
    expect(await problemsOf(await call(TEST, member, input))).toEqual(expected);
    expect(inner.keys).toEqual([]);
  });

  it("may have a host and port that the owner allowed, and no other port of that host", async () => {
    expect((await call(PUT, member, custom(allowed.baseUrl))).status).toBe(200);
    expect(await (await call(TEST, member)).json()).toMatchObject({ outcome: "ok" });
    expect(await problemsOf(await call(PUT, member, custom(inner.baseUrl)))).toHaveLength(1);
  });

  it("makes no connection to a private address, and an open port, a closed port and an unknown name look alike", async () => {
    const results: ConnectionTestResult[] = [];
    for (const address of [
      inner.baseUrl,
      `http://localhost:${portOf(inner)}`,
      `http://localhost.:${portOf(inner)}`,
      "http://127.0.0.1:9",
      "http://no-such-name.invalid",
    ]) {
      await store(member, address);
      results.push((await (await call(TEST, member)).json()) as ConnectionTestResult);
    }
    const alike = results.map(({ address: _address, latencyMs: _latencyMs, ...result }) => result);
    expect(alike[0]).toMatchObject({ outcome: "unreachable", code: "network.unreachable" });
    for (const result of alike) expect(result).toEqual(alike[0]);
    expect(inner.keys).toEqual([]);
  });

  it("stays guarded in requests to the service and in a task that was sealed with it", async () => {
    await store(member, inner.baseUrl);
    const connection = await getConnection(member.userId);
    expect(listPrivateHosts(connection)).toEqual([]);
    const id = crypto.randomUUID();
    for (const opened of [connection, openSealedConnection(sealConnection(connection, id), id)]) {
      await expect(
        createConnectionClient(opened).listFiles({ purpose: "t2a_async_input" }),
      ).rejects.toMatchObject({
        code: "network.unreachable",
        detail: "EHOSTUNREACH",
      });
    }
    expect(inner.keys).toEqual([]);
  });

  it("may switch off an endpoint and not change its path", async () => {
    const override = (endpoints: object) => custom(allowed.baseUrl, { overrides: { endpoints } });
    expect((await call(PUT, member, override({ voiceList: null }))).status).toBe(200);
    const moved = override({ fileContent: { path: "/admin", method: "POST", query: { fileId: "q" } } });
    const expected = ["method", "path", "query"].map((part) => ({
      path: `overrides.endpoints.fileContent.${part}`,
      key: "connection.endpoint-path",
    }));
    expect(await problemsOf(await call(PUT, member, moved))).toEqual(expected);
    expect(await problemsOf(await call(TEST, member, moved))).toEqual(expected);
  });

  it("ignores endpoint paths that an earlier version stored", async () => {
    await store(member, allowed.baseUrl, { endpoints: { fileContent: { path: "/admin" }, voiceList: null } });
    const { profile, overrides } = await getConnection(member.userId);
    expect(profile.endpoints.fileContent.path).not.toBe("/admin");
    expect(profile.endpoints.voiceList).toBeNull();
    expect(JSON.stringify([overrides, await getConnectionSummary(member.userId)])).not.toContain("/admin");
    expect((await call(PUT, member, custom(allowed.baseUrl))).status).toBe(200);
  });

  it("is tested twenty times in five minutes", async () => {
    await store(member, "http://127.0.0.1:9");
    for (let count = 1; count <= 20; count += 1) expect((await call(TEST, member)).status).toBe(200);
    const refused = await call(TEST, member);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: "rate.throttled" });
  });
});

describe("connections that the owner chose", () => {
  it("reach loopback: the owner's own, with its own paths, and the default of every member", async () => {
    const owner = await studio.addPerson({ role: "owner" });
    const overrides = { endpoints: { fileContent: { path: "/moved" } } };
    expect((await call(PUT, owner, custom(inner.baseUrl, { overrides }))).status).toBe(200);
    expect((await getConnection(owner.userId)).profile.endpoints.fileContent.path).toBe("/moved");
    expect(await (await call(TEST, owner)).json()).toMatchObject({ outcome: "ok" });
    expect(await (await call(TEST, member)).json()).toMatchObject({ outcome: "ok" });
    expect(sandbox.keys).toHaveLength(1);
  });
});
