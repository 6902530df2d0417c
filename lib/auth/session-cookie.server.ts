import { decode } from "next-auth/jwt";
import { z } from "zod";
import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";

/** How long a sign-in lasts, in seconds. */
export const sessionMaxAgeSeconds = 30 * 24 * 60 * 60;

/** What next-auth encrypts the session cookie with. */
export function getAuthSecret(): string {
  return deriveKey(getInstanceSecret(), "next-auth").toString("hex");
}

/** Over https the name binds the cookie to this host and to https; browsers refuse that prefix over plain http. */
export function getSessionCookieName(secure: boolean): string {
  return secure ? "__Host-reverie.session" : "reverie.session";
}

const sessionClaimsSchema = z.object({ sessionId: z.uuid() });

/** The session that a cookie names, or null when the cookie is not ours or has ended; the row is not looked at. */
export async function readSessionCookie(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const claims = await decode({ token: value, secret: getAuthSecret() }).catch(() => null);
  return sessionClaimsSchema.safeParse(claims).data?.sessionId ?? null;
}
