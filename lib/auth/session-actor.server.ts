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

/**
 * The signed-in person. Redirects anyone else to sign in and back, and whoever must set up a second factor to that. For
 * pages and layouts.
 */
export async function requireSessionActor(): Promise<Actor> {
  const actor = await findSessionActor();
  if (actor && !actor.mustSetUpSecondFactor) return actor;
  const path = toLocalPath((await headers()).get(requestedPathHeader));
  const page = actor ? "/second-factor" : "/sign-in";
  redirect(path === "/" ? page : `${page}?next=${encodeURIComponent(path)}`);
}

/** For actions of the page where people set up their second factor. */
interface ActorOptions {
  /** Whether the person needs no second factor yet, also where the studio asks for one. */
  settingUp?: boolean;
}

/**
 * The signed-in person. Throws `auth.required` or `auth.set-up-second-factor` otherwise. For server actions, whose caller
 * shows the error.
 */
export async function getSessionActor({ settingUp = false }: ActorOptions = {}): Promise<Actor> {
  const actor = await findSessionActor();
  if (!actor) throw new StudioError("auth.required");
  if (actor.mustSetUpSecondFactor && !settingUp) throw new StudioError("auth.set-up-second-factor");
  return actor;
}

/** The signed-in person, with a fresh sign-in. Throws like `getSessionActor`, or `auth.confirm-password`. */
export async function getFreshSessionActor(options: ActorOptions = {}): Promise<Actor> {
  const actor = await getSessionActor(options);
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
