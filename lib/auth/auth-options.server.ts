import type { AuthOptions } from "next-auth";
import { NextRequest } from "next/server.js";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { getLogger } from "@/lib/errors/logger.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import { getClientAddress, getRequestOrigin } from "@/lib/auth/request-origin.server";
import { signInInputSchema } from "./account-input";
import type { IdentityCaller } from "./sign-in-with-identity.server";
import { createIdentityProvider } from "./identity-provider.server";
import {
  getAuthSecret,
  getSessionCookieName,
  readSessionCookie,
  sessionMaxAgeSeconds,
  endSession,
  findActorBySession,
} from "./sessions.server";
import { passkeyProviderId } from "./passkey-provider";
import { signInFromPasskeyForm } from "./passkey-sign-in-form.server";
import { signIn } from "./sign-in.server";

/** The result of `authorize`; next-auth stores it in the cookie as `sub` and `sessionId`. */
interface SignedInUser {
  id: string;
  sessionId: string;
}

const claimsSchema = z.object({ sub: z.uuid(), sessionId: z.uuid() });

/** next-auth's options for a request with these headers over https (`secure`) or plain http. */
export function getAuthOptions(secure: boolean, headers: Headers): AuthOptions {
  const cookie = (name: string) => ({
    name,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure },
  });
  const identityProvider = createIdentityProvider(async () => ({
    ...describeCaller(headers),
    current: await findCurrentSession(secure, headers),
  }));
  const prefix = secure ? "__Host-" : "";
  return {
    secret: getAuthSecret(),
    session: { strategy: "jwt", maxAge: sessionMaxAgeSeconds },
    useSecureCookies: secure,
    cookies: {
      sessionToken: cookie(getSessionCookieName(secure)),
      csrfToken: cookie(`${prefix}reverie.csrf`),
      callbackUrl: cookie(`${prefix}reverie.callback`),
      state: cookie(`${prefix}reverie.state`),
      nonce: cookie(`${prefix}reverie.nonce`),
      pkceCodeVerifier: cookie(`${prefix}reverie.pkce`),
    },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" }, code: { type: "text" } },
        async authorize(credentials, request): Promise<SignedInUser> {
          const caller = describeCaller(new Headers(request.headers));
          return signInFromForm(() => signIn(parseInput(signInInputSchema, credentials), caller));
        },
      }),
      Credentials({
        id: passkeyProviderId,
        credentials: { proof: { type: "text" } },
        authorize: (credentials, request): Promise<SignedInUser> =>
          signInFromForm(() => signInFromPasskeyForm(credentials, new Headers(request.headers))),
      }),
      ...(identityProvider ? [identityProvider] : []),
    ],
    callbacks: {
      signIn({ user }) {
        const refused = "refused" in user ? user.refused : null;
        return typeof refused === "string" ? `/sign-in?error=${encodeURIComponent(refused)}` : true;
      },
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sessionId: (user as SignedInUser).sessionId };
        const claims = claimsSchema.parse(token);
        if (!(await findActorBySession(claims.sessionId))) throw new SessionEndedError();
        return token;
      },
      async session({ session, token }) {
        const actor = await findActorBySession(claimsSchema.parse(token).sessionId);
        if (!actor) throw new SessionEndedError();
        const { userId, name, email, role } = actor;
        return { expires: session.expires, user: { id: userId, name, email, role } };
      },
      redirect({ url, baseUrl }) {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl;
      },
    },
    events: {
      async signOut({ token }) {
        const claims = claimsSchema.safeParse(token);
        if (claims.success) await endSession(claims.data.sub, claims.data.sessionId);
      },
    },
    logger: {
      error(code, metadata) {
        // Expired sessions and rejected sign-ins are normal and shown to the person.
        if (code === "JWT_SESSION_ERROR" || code === "SIGNOUT_ERROR")
          getLogger().debug({ code }, "next-auth");
        // Cancelled, out of date or forged, or the provider is away. The errors themselves hold codes and verifiers.
        else if (code.startsWith("OAUTH_") || code === "SIGNIN_OAUTH_ERROR")
          getLogger().warn({ code, reason: findReason(metadata) }, "next-auth");
        else getLogger().error({ code, err: metadata }, "next-auth");
      },
      warn(code) {
        getLogger().warn({ code }, "next-auth");
      },
      debug() {},
    },
  };
}

function findReason(metadata: Error | Record<string, unknown>): string {
  const error = metadata instanceof Error ? metadata : metadata.error;
  return error instanceof Error ? error.message : "unknown";
}

class SessionEndedError extends Error {
  constructor() {
    super("The session has ended.");
    this.name = "SessionEndedError";
  }
}

function describeCaller(headers: Headers): { address: string; userAgent: string | null } {
  return { address: getClientAddress(headers), userAgent: headers.get("user-agent") };
}

async function findCurrentSession(secure: boolean, headers: Headers): Promise<IdentityCaller["current"]> {
  const { cookies } = new NextRequest(getRequestOrigin(headers), { headers });
  const sessionId = await readSessionCookie(cookies.get(getSessionCookieName(secure))?.value);
  const actor = sessionId ? await findActorBySession(sessionId) : null;
  return actor && { userId: actor.userId, sessionId: actor.credentialId };
}

/** next-auth sends an error's message to the browser, so the message is only our error code. */
async function signInFromForm(
  attempt: () => Promise<{ userId: string; sessionId: string }>,
): Promise<SignedInUser> {
  try {
    const { userId, sessionId } = await attempt();
    return { id: userId, sessionId };
  } catch (error) {
    if (!(error instanceof StudioError)) {
      getLogger().error({ err: error }, "Sign-in failed");
      throw new Error("internal");
    }
    const { retryAfterMs } = error.values;
    throw new Error(
      typeof retryAfterMs === "number" ? `${error.code} ${Math.ceil(retryAfterMs / 1000)}` : error.code,
    );
  }
}
