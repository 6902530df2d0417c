import { getEnv } from "./env.server";

/**
 * next-auth 4 takes its own address only from two variables: NEXTAUTH_URL, or the request's host with
 * AUTH_TRUST_HOST. Sets both from STUDIO_PUBLIC_URL, so that signing in works on any host and port and a stray
 * NEXTAUTH_URL has no effect.
 */
export function applyNextAuthEnv(): void {
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  process.env.AUTH_TRUST_HOST = "true";
  if (publicUrl) process.env.NEXTAUTH_URL = new URL(publicUrl).origin;
  else delete process.env.NEXTAUTH_URL;
}
