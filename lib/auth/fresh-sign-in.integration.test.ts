import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as createToken } from "@/app/api/v1/tokens/route";
import { PUT as saveConnection } from "@/app/api/v1/connection/route";
import { type Actor, tokenScopes } from "./actor";
import { authenticateRequest } from "./authenticate-request.server";
import { confirmPassword } from "./fresh-sign-in.server";
import { findActorBySession, forgetCachedSessions, listSessions } from "./sessions.server";
import { throttleLimits } from "./sign-in-throttle.server";
import { createTestToken } from "./testing/create-test-token";
import {
  codeOf,
  createTestStudio,
  testOrigin,
  testPassword,
  type TestPerson,
  type TestStudio,
} from "./testing/test-studio";

const hourMs = 3_600_000;
const address = "192.0.2.40";

let studio: TestStudio;
beforeAll(async () => {
  studio = await createTestStudio({ STUDIO_SESSION_IDLE_HOURS: "24", STUDIO_CONFIRM_MINUTES: "" });
});
afterAll(() => studio.drop());

function actorOf({ userId, email, sessionId }: TestPerson): Actor {
  const person = { userId, email, name: "", role: "member" } as const;
  return { ...person, via: "session", credentialId: sessionId, scopes: tokenScopes };
}

const setSession = ({ sessionId }: TestPerson, data: { confirmedAt?: Date; lastSeenAt?: Date }) =>
  studio.database.session.update({ where: { id: sessionId }, data });

async function call(headers: Record<string, string>): Promise<string[]> {
  const noParams = { params: Promise.resolve({}) };
  const make = (path: string, method: string, body: object) =>
    new Request(`${testOrigin}${path}`, { method, headers, body: JSON.stringify(body) });
  const responses = [
    await createToken(make("/api/v1/tokens", "POST", { name: "script" }), noParams),
    await saveConnection(make("/api/v1/connection", "PUT", { profileId: "sandbox" }), noParams),
  ];
  return Promise.all(
    responses.map(async (response) =>
      response.ok ? "done" : ((await response.json()) as { code: string }).code,
    ),
  );
}

describe("a fresh sign-in", () => {
  it("is needed by a session for tokens and the connection, until its password is confirmed", async () => {
    const person = await studio.addPerson();
    expect(await call(person.headers)).toEqual(["done", "done"]);
    await setSession(person, { confirmedAt: new Date(Date.now() - hourMs) });
    expect(await call(person.headers)).toEqual(["auth.confirm-password", "auth.confirm-password"]);

    await expect(confirmPassword(actorOf(person), "not this one", address)).rejects.toMatchObject({
      fields: [{ path: "password", key: "account.password.wrong" }],
    });
    expect(await call(person.headers)).toEqual(["auth.confirm-password", "auth.confirm-password"]);
    await confirmPassword(actorOf(person), testPassword, address);
    expect(await call(person.headers)).toEqual(["done", "done"]);
    const events = await studio.database.auditEvent.findMany({ where: { address }, orderBy: { id: "asc" } });
    expect(events.map(({ kind }) => kind)).toEqual(["password-wrong", "password-confirmed"]);
  });

  it("is not made by guesses", async () => {
    const person = await studio.addPerson();
    const codes = [];
    for (let guess = 0; guess <= throttleLimits.accountAndAddress.points; guess += 1)
      codes.push(await codeOf(confirmPassword(actorOf(person), `guess ${guess}`, "192.0.2.41")));
    expect(codes.at(-1)).toBe("auth.throttled");
  });

  it("is not asked of a token, which has its scope", async () => {
    const person = await studio.addPerson();
    await setSession(person, { confirmedAt: new Date(Date.now() - hourMs) });
    const { token } = await createTestToken(person.userId, studio.database);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect(await call(headers)).toEqual(["done", "done"]);
  });
});

describe("an idle session", () => {
  it("ends after the time of the setting, and is in no list", async () => {
    const person = await studio.addPerson();
    await setSession(person, { lastSeenAt: new Date(Date.now() - 23 * hourMs) });
    expect(await findActorBySession(person.sessionId, { isUse: true })).not.toBeNull();
    await expect
      .poll(async () => (await listSessions(person.userId, null))[0]!.lastSeenAt.getTime())
      .toBeGreaterThan(Date.now() - hourMs);
    await setSession(person, { lastSeenAt: new Date(Date.now() - 25 * hourMs) });
    forgetCachedSessions();
    expect(await findActorBySession(person.sessionId)).toBeNull();
    expect(await listSessions(person.userId, null)).toEqual([]);
  });

  it("is not kept alive by what an open page does on its own, but by changes", async () => {
    const [away, present] = [await idlePerson(), await idlePerson()];
    const uses = watchUses();
    const send = ({ headers }: TestPerson, method: string, path: string, others = {}) =>
      authenticateRequest(
        new Request(`${testOrigin}${path}`, { method, headers: { ...headers, ...others } }),
      );
    await send(away, "GET", "/api/events");
    await send(away, "GET", "/api/v1/generations");
    await send(away, "HEAD", "/api/media/x");
    const forged = send(away, "POST", "/api/v1/generations", { origin: "https://evil.example" });
    expect(await codeOf(forged)).toBe("auth.cross-site");
    await send(present, "POST", "/api/v1/generations");
    await expect.poll(() => uses).toContain(present.sessionId);
    expect(uses).toEqual([present.sessionId]);
  });

  it("is kept alive by pages and actions", async () => {
    const person = await idlePerson();
    const uses = watchUses();
    const browser = new Headers(person.headers);
    vi.doMock("next/headers", () => ({
      headers: () => Promise.resolve(browser),
      cookies: () => Promise.resolve(new NextRequest(testOrigin, { headers: browser }).cookies),
    }));
    vi.resetModules();
    const { requireSessionActor } = await import("./session-actor.server");
    await requireSessionActor();
    vi.doUnmock("next/headers");
    vi.resetModules();
    await expect.poll(() => uses).toEqual([person.sessionId]);
  });

  /** A person who was last there 23 hours ago. */
  async function idlePerson(): Promise<TestPerson> {
    const person = await studio.addPerson();
    await setSession(person, { lastSeenAt: new Date(Date.now() - 23 * hourMs) });
    return person;
  }

  /** The IDs of sessions whose use is written from now on. */
  function watchUses(): unknown[] {
    const uses: unknown[] = [];
    (globalThis as { reverieDatabase?: unknown }).reverieDatabase = studio.database.$extends({
      query: {
        session: {
          updateMany({ args, query }) {
            uses.push(args.where?.id);
            return query(args);
          },
        },
      },
    });
    return uses;
  }
});
