import { randomUUID } from "node:crypto";
import NextAuth from "next-auth";
import { unstable_rethrow } from "next/navigation";
import type { NextRequest } from "next/server";
import { getAuthOptions } from "@/lib/auth/auth-options.server";
import { applyNextAuthEnv } from "@/lib/env/env.server";
import { clearSiteData } from "@/lib/auth/clear-site-data";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { getSessionCookieName } from "@/lib/auth/sessions.server";
import { problemResponse } from "@/lib/errors/problem-response.server";
import { StudioError } from "@/lib/errors/studio-error";
import { requireDatabase } from "@/lib/http/database-away.server";

const usingDatabase = new Set(["callback", "session", "signout"]);

interface AuthContext {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth with our options. Ignores its `_log` route, through which any visitor could write into our log. */
async function respond(request: NextRequest, context: AuthContext): Promise<Response> {
  const [action = ""] = (await context.params).nextauth;
  if (action === "_log") return new Response(null, { status: 204 });
  // next-auth would report an unavailable database as a failed sign-in or an ended session.
  if (usingDatabase.has(action)) await requireDatabase();
  applyNextAuthEnv();
  const secure = getRequestOrigin(request.headers).protocol === "https:";
  const response = (await NextAuth(request, context, getAuthOptions(secure, request.headers))) as Response;
  const isSignOut = request.nextUrl.pathname.endsWith("/signout") && request.method === "POST";
  return isSignOut ? clearSiteData(response, getSessionCookieName(secure)) : response;
}

async function handle(request: NextRequest, context: AuthContext): Promise<Response> {
  try {
    return await respond(request, context);
  } catch (error) {
    unstable_rethrow(error);
    // next-auth parses JSON bodies without a check.
    const known = error instanceof SyntaxError ? new StudioError("input.malformed", { cause: error }) : error;
    return problemResponse(known, randomUUID(), request.nextUrl.pathname);
  }
}

export { handle as GET, handle as POST };
