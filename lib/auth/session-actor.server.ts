import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { StudioError } from "@/lib/errors/studio-error";
import { requestedPathHeader, toLocalPath } from "@/lib/auth/local-path";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import type { Actor } from "./actor";
import { checkFreshSignIn } from "./fresh-sign-in.server";
import { getSessionCookieName, readSessionCookie, findActorBySession } from "./sessions.server";

/** The signed-in person of the current page or server action, which counts as use of the session; null without one. */
export async function findSessionActor(): Promise<Actor | null> {
  const secure = getRequestOrigin(await headers()).protocol === "https:";
  const cookie = (await cookies()).get(getSessionCookieName(secure));
  const sessionId = await readSessionCookie(cookie?.value);
  return sessionId ? findActorBySession(sessionId, { isUse: true }) : null;
}

/** The signed-in person. Redirects anyone else to sign in and back. For pages and layouts. */
export async function requireSessionActor(): Promise<Actor> {
  const actor = await findSessionActor();
  if (actor) return actor;
  const path = toLocalPath((await headers()).get(requestedPathHeader));
  redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
}

/** The signed-in person. Throws `auth.required` otherwise. For server actions, whose caller shows the error. */
export async function getSessionActor(): Promise<Actor> {
  const actor = await findSessionActor();
  if (!actor) throw new StudioError("auth.required");
  return actor;
}

/** The signed-in person, with a fresh sign-in. Throws `auth.required` or `auth.confirm-password` otherwise. */
export async function getFreshSessionActor(): Promise<Actor> {
  const actor = await getSessionActor();
  await checkFreshSignIn(actor);
  return actor;
}

/** The signed-in owner, with a fresh sign-in. Throws like `getSessionOwner`, or `auth.confirm-password`. */
export async function getFreshSessionOwner(): Promise<Actor> {
  const owner = await getSessionOwner();
  await checkFreshSignIn(owner);
  return owner;
}

/** The signed-in owner. Throws `auth.required` or `auth.forbidden` otherwise. */
export async function getSessionOwner(): Promise<Actor> {
  const actor = await getSessionActor();
  if (actor.role !== "owner") throw new StudioError("auth.forbidden");
  return actor;
}
