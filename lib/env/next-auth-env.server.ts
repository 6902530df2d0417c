import { getEnv } from "./env.server";

/**
 * next-auth 4 learns its own address from two variables and from nowhere else: NEXTAUTH_URL, or the host of the
 * request when AUTH_TRUST_HOST is set. STUDIO_PUBLIC_URL decides which, so that signing in works on any host and port
 * and a stray NEXTAUTH_URL of the shell changes nothing.
 */
export function applyNextAuthEnv(): void {
  const publicUrl = getEnv().STUDIO_PUBLIC_URL;
  process.env.AUTH_TRUST_HOST = "true";
  if (publicUrl) process.env.NEXTAUTH_URL = new URL(publicUrl).origin;
  else delete process.env.NEXTAUTH_URL;
}
