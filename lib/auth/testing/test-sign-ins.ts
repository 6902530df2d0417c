import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { encode } from "next-auth/jwt";
import { afterAll, vi } from "vitest";
import type { Actor } from "../actor";
import { getAuthOptions } from "../auth-options.server";
import {
  findActorBySession,
  getAuthSecret,
  getSessionCookieName,
  readSessionCookie,
} from "../sessions.server";
import { signIn } from "../sign-in.server";
import {
  startTestIdentityProvider,
  type TestIdentity,
  type TestIdentityProvider,
} from "./test-identity-provider";
import { createTestStudio, testPassword } from "./test-studio";

export const caller = { address: "192.0.2.1", userAgent: "Firefox" };

/** A sign-in at the identity provider that came back to the studio. */
interface Arrival {
  /** Where the person arrives. */
  path: string;
  sessionId: string | null;
  actor: Actor | null;
}

interface TestSignIns {
  origin: string;
  /** Presses the button, and follows the provider's pages as far as its way back to the studio. */
  leaveFor(identity: TestIdentity | null, browser: TestBrowser): Promise<{ sent: URL; back: string }>;
  /** Where the person arrives in the studio. */
  arrive(back: string, browser: TestBrowser): Promise<string>;
  signInElsewhere(identity: TestIdentity | null, browser?: TestBrowser): Promise<Arrival>;
  /** A browser in which somebody has signed in with their password. */
  signInHere(person: { email: string }): Promise<{ browser: TestBrowser; sessionId: string }>;
  stop(): void;
}

/** next-auth with the studio's options, behind a server of its own. */
async function answer(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
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
  const headers = new Headers({ "user-agent": "Firefox", cookie: request.headers.cookie ?? "" });
  await NextAuth(
    request as NextApiRequest,
    response as unknown as NextApiResponse,
    getAuthOptions(false, headers),
  );
}

/** A browser: keeps cookies by host, and follows no redirect on its own. */
export class TestBrowser {
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

/** Lets people sign in at `provider` through next-auth, with the settings of this process's studio. */
async function startTestSignIns(provider: TestIdentityProvider): Promise<TestSignIns> {
  const server = createServer((request, response) => void answer(request, response, origin));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv("NEXTAUTH_URL", origin);

  async function leaveFor(
    identity: TestIdentity | null,
    browser: TestBrowser,
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

  async function arrive(back: string, browser: TestBrowser): Promise<string> {
    let url = back;
    do url = next(await browser.open(url), url);
    while (url.includes("/api/auth/"));
    return url.slice(origin.length);
  }

  async function signInElsewhere(identity: TestIdentity | null, browser = new TestBrowser()) {
    const { back } = await leaveFor(identity, browser);
    const path = await arrive(back, browser);
    const cookie = browser.jar(origin).get(getSessionCookieName(false));
    const sessionId = await readSessionCookie(cookie);
    return { path, sessionId, actor: sessionId ? await findActorBySession(sessionId) : null };
  }

  async function signInHere({ email }: { email: string }) {
    const { userId, sessionId } = await signIn({ email, password: testPassword }, caller);
    const browser = new TestBrowser();
    const cookie = await encode({ token: { sub: userId, sessionId }, secret: getAuthSecret() });
    browser.jar(origin).set(getSessionCookieName(false), cookie);
    return { browser, sessionId };
  }

  return { origin, leaveFor, arrive, signInElsewhere, signInHere, stop: () => void server.close() };
}

/** A studio with an identity provider of its own, for all tests of a file; stopped after them. */
export async function createStudioWithProvider() {
  const provider = await startTestIdentityProvider();
  const studio = await createTestStudio(provider.settings);
  const signIns = await startTestSignIns(provider);
  afterAll(async () => {
    signIns.stop();
    await provider.stop();
    await studio.drop();
  });
  let count = 0;
  return {
    provider,
    studio,
    signIns,
    newSubject: () => `subject-${(count += 1)}`,
    /** Somebody whose address the owner named in their invitation. */
    addInvited: () => studio.addPerson({ linksByEmail: true }),
  };
}
