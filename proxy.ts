import { NextResponse, type NextRequest } from "next/server";
import { getEnv } from "@/lib/env/env.server";
import { requestedPathHeader } from "@/lib/auth/local-path";
import { contentSecurityPolicy } from "@/lib/http/content-security-policy";

/**
 * Gives each page its Content-Security-Policy with a nonce of its own. Next reads the nonce from the request's
 * header and puts it on every script it writes; a script without it does not run. Tells the pages which address was
 * asked for, so that signing in can lead back to it.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy({ nonce, development: getEnv().NODE_ENV === "development" });

  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(requestedPathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Pages only: the API and files carry the policy of next.config.mjs, and a prefetch runs no document. */
export const config = {
  matcher: [
    {
      source: "/((?!api/|_next/|icon|apple-icon|manifest\\.webmanifest|favicon\\.ico).*)",
      missing: [
        { type: "header", key: "next-router-prefetch" },
        { type: "header", key: "purpose", value: "prefetch" },
      ],
    },
  ],
};
