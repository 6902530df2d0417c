import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { getAuthOptions } from "@/lib/auth/auth-options.server";
import { applyNextAuthEnv } from "@/lib/env/env.server";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";

/** next-auth with our options. Ignores its `_log` route, through which any visitor could write into our log. */
async function handle(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  if ((await context.params).nextauth[0] === "_log") return new Response(null, { status: 204 });
  applyNextAuthEnv();
  const secure = getRequestOrigin(request.headers).protocol === "https:";
  return (await NextAuth(request, context, getAuthOptions(secure))) as Response;
}

export { handle as GET, handle as POST };
