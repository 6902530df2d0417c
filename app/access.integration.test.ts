import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type Role, type TokenScope, tokenScopes } from "@/lib/auth/actor";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { createTestStudio, testOrigin } from "@/lib/auth/testing/test-studio";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { type AccessRule, actionRules, pageRules, routeRules } from "./testing/access-rules";
import { listPages } from "./testing/list-pages";

type Operation = (...given: unknown[]) => Promise<unknown>;
const operationSchema = z.custom<Operation>((value) => typeof value === "function");

interface Caller {
  headers: Record<string, string>;
  role?: Role;
  scopes?: readonly TokenScope[];
  /** A session whose password was entered long ago. */
  old?: true;
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const refusals = ["auth.required", "auth.scope", "auth.forbidden", "auth.confirm-password"];

/** Headers of the browser that calls a server action. */
let browser = new Headers();
vi.doMock("next/headers", () => ({
  headers: () => Promise.resolve(browser),
  cookies: () => Promise.resolve(new NextRequest(testOrigin, { headers: browser }).cookies),
}));
// Test files of one worker share modules, which have imported the real one.
vi.resetModules();

async function loadFunctions(file: string): Promise<[string, Operation][]> {
  const exported = (await import(path.resolve(file))) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([name, value]) =>
    typeof value === "function" ? [[name, operationSchema.parse(value)]] : [],
  );
}

/** The handlers of all route files, by method and path, like the build finds them. */
async function loadRoutes(): Promise<Map<string, Operation>> {
  const found = new Map<string, Operation>();
  for (const file of globSync("app/**/route.{ts,tsx,js}").map((each) => each.replaceAll(path.sep, "/"))) {
    const route = file.replaceAll(/^app|\/route\.\w+$/g, "").replaceAll(/\/\([^)]+\)/g, "");
    for (const [name, handler] of await loadFunctions(file))
      if (methods.includes(name)) found.set(`${name} ${route}`, handler);
  }
  return found;
}

/** The exports of all files that begin with "use server", by name. */
async function loadActions(): Promise<Map<string, Operation>> {
  const files = globSync("{app,components,generators,lib,server}/**/*.{ts,tsx}").filter((file) =>
    /^["']use server["']/m.test(readFileSync(file, "utf8")),
  );
  const loaded = (await Promise.all(files.map(loadFunctions))).flat();
  const found = new Map(loaded);
  expect(found.size, "Two server actions have the same name.").toBe(loaded.length);
  return found;
}

const routes = await loadRoutes();
const actions = await loadActions();

let studio: StudioHarness;
/** Those who call, by name. */
const callers: Record<string, Caller> = { nobody: { headers: {} } };

beforeAll(async () => {
  const test = await createTestStudio();
  studio = await openStudioHarness({ test });
  const longAgo = new Date(0);
  for (const role of ["member", "owner"] as const) {
    const person = await test.addPerson({ role });
    const old = await test.addPerson({ role });
    await test.database.session.update({ where: { id: old.sessionId }, data: { confirmedAt: longAgo } });
    const gone = await test.addPerson({ role });
    await test.database.session.update({ where: { id: gone.sessionId }, data: { revokedAt: longAgo } });
    callers[role] = { headers: person.headers, role, scopes: tokenScopes };
    callers[`${role}, old sign-in`] = { headers: old.headers, role, scopes: tokenScopes, old: true };
    callers[`${role}, revoked session`] = { headers: gone.headers };
    for (const scope of tokenScopes) {
      const { token } = await createTestToken(person.userId, test.database, [scope]);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      callers[`${role}, token: ${scope}`] = { headers, role, scopes: [scope] };
    }
  }
});
afterAll(async () => {
  await studio.close();
  vi.doUnmock("next/headers");
  vi.resetModules();
});

/** next-auth's protocol needs Next around it; the browser tests use it. */
const driven = Object.entries(routeRules).filter(([operation]) => !operation.includes("/api/auth/"));

/** The code with which a caller is refused; "allowed" otherwise. */
function expectOutcome(rule: AccessRule, { headers, role, scopes, old }: Caller): string {
  const { who, scope, fresh, tokenOnly } = rule;
  if (who === "everyone") return "allowed";
  if (!scopes || (tokenOnly && !headers.authorization)) return "auth.required";
  if (scope && !scopes.includes(scope)) return "auth.scope";
  if (who === "owner" && role !== "owner") return "auth.forbidden";
  return fresh && old ? "auth.confirm-password" : "allowed";
}

/** Requests have no content that a route accepts, so most who are allowed get an error of another kind. */
function judge(code: string | undefined): string {
  if (code === "internal") throw new Error("An internal error says nothing about access.");
  return code !== undefined && refusals.includes(code) ? code : "allowed";
}

const problemSchema = z.object({ code: z.string() });

async function callRoute(operation: string, { headers }: Caller): Promise<string> {
  const [method = "", route = ""] = operation.split(" ");
  const params = {
    id: randomUUID(),
    assetId: randomUUID(),
    tokenId: randomUUID(),
    token: "x",
    voiceId: "x",
    number: "1",
  };
  const filled = route.replaceAll(/\[(\w+)\]/g, (_match, name: keyof typeof params) => params[name]);
  const ended = new AbortController();
  const request = new NextRequest(`${testOrigin}${filled}`, {
    method,
    headers,
    signal: ended.signal,
    body: method === "GET" || method === "HEAD" ? null : "{}",
  });
  const context = { params: Promise.resolve(params) };
  const response = z.instanceof(Response).parse(await routes.get(operation)!(request, context));
  const isProblem = response.headers.get("content-type") === "application/problem+json";
  const code = isProblem ? problemSchema.parse(await response.json()).code : undefined;
  if (!isProblem) await response.body?.cancel();
  ended.abort();
  if (code && refusals.includes(code)) expect(response.status).toBe(code === "auth.required" ? 401 : 403);
  else expect([401, 403]).not.toContain(response.status);
  return judge(code);
}

const resultSchema = z.object({ ok: z.boolean(), problem: problemSchema.optional() });

async function callAction(name: string, { headers }: Caller): Promise<string> {
  browser = new Headers(headers);
  return judge(resultSchema.parse(await actions.get(name)!()).problem?.code);
}

async function callAs(
  who: Record<string, Caller>,
  rule: AccessRule,
  call: (caller: Caller) => Promise<string>,
): Promise<void> {
  const outcomes: Record<string, string> = {};
  for (const [name, caller] of Object.entries(who)) outcomes[name] = await call(caller);
  const expected = Object.entries(who).map(([name, caller]) => [name, expectOutcome(rule, caller)]);
  expect(outcomes).toEqual(Object.fromEntries(expected));
}

describe("access to routes", () => {
  it("has a rule for every handler of the app folder, and no other", () => {
    expect([...routes.keys()].sort()).toEqual(Object.keys(routeRules).sort());
  });

  it.each(driven)("is as its rule says: %s", async (operation, rule) => {
    await callAs(callers, rule, (caller) => callRoute(operation, caller));
  });
});

describe("access to pages", () => {
  it("has a rule for every page of the app folder, and no other", () => {
    const pages = listPages().map(({ route }) => route);
    expect(pages.sort()).toEqual(Object.keys(pageRules).sort());
  });
});

describe("access to server actions", () => {
  it("has a rule for every action, and no other", () => {
    expect([...actions.keys()].sort()).toEqual(Object.keys(actionRules).sort());
  });

  it.each(Object.entries(actionRules))("is as its rule says: %s", async (name, rule) => {
    const sessions = Object.entries(callers).filter(([, { headers }]) => !headers.authorization);
    await callAs(Object.fromEntries(sessions), rule, (caller) => callAction(name, caller));
  });

  it("is not given by a token", async () => {
    const { headers } = callers["owner, token: manage"]!;
    expect(await callAction("endOtherSessionsAction", { headers })).toBe("auth.required");
  });
});
