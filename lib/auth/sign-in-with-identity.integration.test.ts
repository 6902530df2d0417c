import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tokenScopes } from "./actor";
import { getAuthOptions } from "./auth-options.server";
import { resetPassword } from "./passwords.server";
import { enableSecondFactor, startSecondFactor } from "./second-factor.server";
import { findActorBySession, getSessionCookieName, readSessionCookie } from "./sessions.server";
import { setSignInRules } from "./sign-in-rules.server";
import { signInWithIdentity } from "./sign-in-with-identity.server";
import { signIn } from "./sign-in.server";
import {
  startTestIdentityProvider,
  type TestIdentity,
  type TestIdentityProvider,
} from "./testing/test-identity-provider";
import { codeOf, createTestStudio, testPassword, type TestStudio } from "./testing/test-studio";

const caller = { address: "192.0.2.1", userAgent: "Firefox" };
let provider: TestIdentityProvider;
let studio: TestStudio;
let server: Server;
let origin: string;
beforeAll(async () => {
  provider = await startTestIdentityProvider();
  studio = await createTestStudio(provider.settings);
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("NEXTAUTH_URL", origin);
});
afterAll(async () => {
  server.close();
  await provider.stop();
  await studio.drop();
});

/** next-auth with the studio's options, behind a server of its own. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url!, origin);
  const cookies = Object.fromEntries(
    (request.headers.cookie ?? "").split("; ").map((cookie) => {
      const [name, value = ""] = cookie.split(/=(.*)/s, 2);
      return [name, decodeURIComponent(value)];
    }),
  );
  Object.assign(request, {
    query: { ...Object.fromEntries(url.searchParams), nextauth: url.pathname.split("/").slice(3) },
    cookies,
    body: Object.fromEntries(new URLSearchParams(await text(request))),
  });
  Object.assign(response, {
    status: (code: number) => Object.assign(response, { statusCode: code }),
    send: (body: unknown) => response.end(typeof body === "string" ? body : JSON.stringify(body)),
    json: (body: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
  });
  const headers = new Headers({ "user-agent": "Firefox" });
  await NextAuth(
    request as NextApiRequest,
    response as unknown as NextApiResponse,
    getAuthOptions(false, headers),
  );
}

/** A browser: keeps cookies by host, and follows no redirect on its own. */
class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  jar(url: string): Map<string, string> {
    const { host } = new URL(url);
    if (!this.#jars.has(host)) this.#jars.set(host, new Map());
    return this.#jars.get(host)!;
  }

  async open(url: string, form?: Record<string, string>): Promise<Response> {
    const jar = this.jar(url);
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }
}

function next(response: Response, from: string): string {
  const location = response.headers.get("location");
  if (!location) throw new Error(`${from} answered ${response.status} without an address to go to.`);
  return new URL(location, from).href;
}

/** Presses the button, and follows the provider's pages as far as its way back to the studio. */
async function leaveFor(
  identity: TestIdentity | null,
  browser: Browser,
): Promise<{ sent: URL; back: string }> {
  provider.identity = identity;
  const { csrfToken } = (await (await browser.open(`${origin}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  const start = `${origin}/api/auth/signin/oidc`;
  let url = next(await browser.open(start, { csrfToken, callbackUrl: `${origin}/library` }), start);
  const sent = new URL(url);
  for (let step = 0; !url.startsWith(`${origin}/`) && step < 10; step += 1)
    url = next(await browser.open(url), url);
  return { sent, back: url };
}

/** Where the person arrives in the studio. */
async function arrive(back: string, browser: Browser): Promise<string> {
  let url = back;
  do url = next(await browser.open(url), url);
  while (url.includes("/api/auth/"));
  return url.slice(origin.length);
}

async function signInElsewhere(identity: TestIdentity | null) {
  const browser = new Browser();
  const { back } = await leaveFor(identity, browser);
  const path = await arrive(back, browser);
  const cookie = browser.jar(origin).get(getSessionCookieName(false));
  const sessionId = await readSessionCookie(cookie);
  return { path, sessionId, actor: sessionId ? await findActorBySession(sessionId) : null };
}

let count = 0;
const newSubject = () => `subject-${(count += 1)}`;

describe("a sign-in at the identity provider", () => {
  it("links the account of a verified address once, and then goes by the subject", async () => {
    const { userId, email } = await studio.addPerson();
    const sub = newSubject();
    const first = await signInElsewhere({ sub, email: email.toUpperCase(), email_verified: true });
    expect(first).toMatchObject({ path: "/library", actor: { userId } });
    const again = await signInElsewhere({ sub, email: "renamed@example.test", email_verified: false });
    expect(again).toMatchObject({ path: "/library", actor: { userId } });
    expect(again.sessionId).not.toBe(first.sessionId);
    const identities = await studio.database.identity.findMany({ where: { userId } });
    expect(identities).toMatchObject([{ issuer: provider.issuer, subject: sub }]);
    const events = await studio.database.auditEvent.findMany({ where: { userId }, orderBy: { id: "asc" } });
    expect(events.map(({ kind }) => kind)).toEqual(["identity-linked", "sign-in", "sign-in"]);
  });

  it("sends state, nonce and a challenge, and comes back only to the browser that left", async () => {
    const { userId, email } = await studio.addPerson();
    const identity = { sub: newSubject(), email, email_verified: true };
    const { sent, back } = await leaveFor(identity, new Browser());
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      state: expect.stringMatching(/.{20}/) as string,
      nonce: expect.stringMatching(/.{20}/) as string,
      code_challenge_method: "S256",
      redirect_uri: `${origin}/api/auth/callback/oidc`,
    });
    const stranger = new Browser();
    expect(await arrive(back, stranger)).toContain("/sign-in?");
    await leaveFor(identity, stranger);
    expect(await arrive(back, stranger)).toContain("error=OAuthCallback");
    expect(stranger.jar(origin).has(getSessionCookieName(false))).toBe(false);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
  });

  it("refuses an address that isn't verified, an unknown one, and somebody who cancels", async () => {
    const { email, userId } = await studio.addPerson();
    const refused = async (identity: TestIdentity | null) => {
      const { path, actor } = await signInElsewhere(identity);
      expect(actor).toBeNull();
      return new URL(path, origin).searchParams.get("error");
    };
    expect(await refused({ sub: newSubject(), email, email_verified: false })).toBe("auth.oidc-unverified");
    expect(await refused({ sub: newSubject(), email })).toBe("auth.oidc-unverified");
    expect(await refused({ sub: newSubject() })).toBe("auth.oidc-unverified");
    const unknown = { sub: newSubject(), email: "nobody@example.test", email_verified: true };
    expect(await refused(unknown)).toBe("auth.oidc-no-account");
    expect(await refused(null)).toBe("Callback");
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
    expect(await studio.database.auditEvent.count({ where: { kind: "sign-in-failed" } })).toBe(4);
  });
});

describe("an identity", () => {
  const enter = (claims: object) =>
    signInWithIdentity({ iss: provider.issuer, email_verified: true, ...claims }, caller);

  it("is linked once, also by sign-ins at the same moment", async () => {
    const { userId, email } = await studio.addPerson();
    const sub = newSubject();
    const outcomes = await Promise.all([1, 2, 3].map(() => enter({ sub, email })));
    expect(outcomes.map((outcome) => outcome.userId)).toEqual([userId, userId, userId]);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(1);
  });

  it("of somebody else with the same address doesn't get the account", async () => {
    const { email } = await studio.addPerson();
    await enter({ sub: newSubject(), email });
    expect(await codeOf(enter({ sub: newSubject(), email }))).toBe("auth.oidc-other-identity");
  });

  it("of another issuer is refused", async () => {
    const { email } = await studio.addPerson();
    expect(await codeOf(enter({ iss: "https://other.example", sub: newSubject(), email }))).toBe(
      "auth.oidc-failed",
    );
  });

  it("doesn't open an account whose access was removed, and is forgotten with the password", async () => {
    const { userId, email } = await studio.addPerson();
    const sub = newSubject();
    await enter({ sub, email });
    const setAccess = (disabledAt: Date | null) =>
      studio.database.user.update({ where: { id: userId }, data: { disabledAt } });
    await setAccess(new Date());
    expect(await codeOf(enter({ sub, email }))).toBe("auth.oidc-no-account");
    await setAccess(null);
    await resetPassword(email, studio.database);
    expect(await studio.database.identity.count({ where: { userId } })).toBe(0);
  });

  it("counts as a second factor where the studio requires one; the password alone doesn't", async () => {
    const first = await studio.addPerson({ role: "owner" });
    const owner = {
      ...first,
      role: "owner",
      name: "",
      via: "session",
      credentialId: first.sessionId,
      scopes: tokenScopes,
    } as const;
    const { address } = await startSecondFactor(owner);
    const { Secret, TOTP } = await import("otpauth");
    const secret = Secret.fromBase32(new URL(address).searchParams.get("secret")!);
    await enableSecondFactor(owner, new TOTP({ secret }).generate(), caller.address);
    await setSignInRules(owner, { requireSecondFactor: true });
    const { email } = await studio.addPerson();
    const elsewhere = await enter({ sub: newSubject(), email });
    expect((await findActorBySession(elsewhere.sessionId))?.mustSetUpSecondFactor).toBeUndefined();
    const here = await signIn({ email, password: testPassword }, caller);
    expect((await findActorBySession(here.sessionId))?.mustSetUpSecondFactor).toBe(true);
    await setSignInRules(owner, { requireSecondFactor: false });
  });
});
