import { NextResponse, type NextRequest } from "next/server";
import { requestedPathHeader } from "@/lib/auth/local-path";
import type { Database } from "@/lib/db/database.server";
import { findDatabaseFault } from "@/lib/db/find-database-fault";
import { getEnv } from "@/lib/env/env.server";
import { createAwayPage } from "@/lib/http/away-page";
import { contentSecurityPolicy } from "@/lib/http/content-security-policy";
import { localeCookieName } from "@/lib/i18n/locales";

/**
 * Sets each page's Content-Security-Policy with a new nonce, which Next adds to every script it writes. Also
 * tells the page its requested path, so that signing in can lead back to it. While the database is away, answers
 * with a plain page.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  // Actions tell the fault in their result.
  if (!request.headers.has("next-action") && (await isDatabaseAway())) {
    return createAwayPage({
      cookie: request.cookies.get(localeCookieName)?.value,
      acceptLanguage: request.headers.get("accept-language"),
    });
  }
  const nonce = btoa(crypto.randomUUID());
  const { NODE_ENV, STUDIO_S3_PUBLIC_ENDPOINT: media } = getEnv();
  const policy = contentSecurityPolicy({ nonce, media, development: NODE_ENV === "development" });

  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(requestedPathHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

// Of the process (lib/db/database.server.ts); the client itself would be bundled a second time.
const globalForDatabase = globalThis as { reverieDatabase?: Database };

/** Whether the database that this process uses doesn't answer. */
async function isDatabaseAway(): Promise<boolean> {
  const { reverieDatabase } = globalForDatabase;
  return reverieDatabase !== undefined && (await findDatabaseFault(reverieDatabase)) !== null;
}

/**
 * Every page, also one that is not found: next.config.mjs sets the policy of the API, and files of the build, icons and the
 * service worker are no pages. Payloads that Next's router prefetches are no documents either. A matcher must be literal, so the path is
 * repeated.
 */
export const config = {
  matcher: [
    {
      source:
        "/((?!api/|_next/static/|icon\\.svg$|icon-[\\w-]+\\.(?:png|svg)$|apple-icon\\.png$|manifest\\.webmanifest$|service-worker\\.js$).*)",
      missing: [{ type: "header", key: "next-router-prefetch" }],
    },
    {
      source:
        "/((?!api/|_next/static/|icon\\.svg$|icon-[\\w-]+\\.(?:png|svg)$|apple-icon\\.png$|manifest\\.webmanifest$|service-worker\\.js$).*)",
      missing: [{ type: "header", key: "rsc" }],
    },
  ],
};
