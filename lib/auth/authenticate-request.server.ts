import { NextRequest } from "next/server.js";
import { StudioError } from "@/lib/errors/studio-error";
import { getRequestOrigin, isCrossOrigin } from "@/lib/auth/request-origin.server";
import type { Actor } from "./actor";
import { findActorByToken } from "./api-tokens.server";
import { getSessionCookieName, readSessionCookie, findActorBySession } from "./sessions.server";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Requests that this process made itself, for somebody whom it had authenticated. */
const ownRequests = new WeakMap<Request, Actor>();

/** Marks a request to a route handler as one that the studio makes for an authenticated person, who isn't looked up again. */
export function makeRequestFor(actor: Actor, request: Request): Request {
  ownRequests.set(request, actor);
  return request;
}

/**
 * Authenticates a request to a route handler: by an API token in `Authorization: Bearer`, otherwise by the
 * session cookie. Browsers send the cookie from any page, so a changing request must come from the studio's own
 * pages. Only a changing request counts as use of the session: open pages read in the background. Throws `auth.required`,
 * `auth.cross-site` and `auth.set-up-second-factor`.
 */
export async function authenticateRequest(request: Request): Promise<Actor> {
  const known = ownRequests.get(request);
  if (known) return known;
  if (request.headers.has("authorization")) return authenticateToken(request);

  const secure = getRequestOrigin(request.headers).protocol === "https:";
  const { cookies } = new NextRequest(request.url, { headers: request.headers });
  const sessionId = await readSessionCookie(cookies.get(getSessionCookieName(secure))?.value);
  const isChange = !safeMethods.has(request.method);
  const isForged = isChange && isCrossOrigin(request.headers);
  const actor = sessionId ? await findActorBySession(sessionId, { isUse: isChange && !isForged }) : null;
  if (!actor) throw new StudioError("auth.required");
  if (isForged) throw new StudioError("auth.cross-site");
  if (actor.mustSetUpSecondFactor) throw new StudioError("auth.set-up-second-factor");
  return actor;
}

/** Authenticates a request by its API token alone: a session counts for nothing. Throws `auth.required`. */
export async function authenticateToken(request: Request): Promise<Actor> {
  const authorization = request.headers.get("authorization") ?? "";
  const token = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  const actor = token ? await findActorByToken(token) : null;
  if (!actor) throw new StudioError("auth.required");
  return actor;
}
