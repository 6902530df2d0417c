import { NextResponse, type NextRequest } from "next/server";
import { getEnv } from "@/lib/env/env.server";
import { requestedPathHeader } from "@/lib/auth/local-path";
import { contentSecurityPolicy } from "@/lib/http/content-security-policy";

/**
 * Sets each page's Content-Security-Policy with a new nonce, which Next adds to every script it writes. Also
 * tells the page its requested path, so that signing in can lead back to it.
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

/** Only pages: next.config.mjs sets the policy of the API and files, and prefetches run no document. */
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
