import { decode } from "next-auth/jwt";
import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { type Actor, parseRole, tokenScopes } from "./actor";
import { findClientNetwork } from "./client-network.server";
import { lockPerson } from "./lock-person.server";

/** How long other processes may still accept a session that ended here. */
const cacheMs = 3_000;
const maxCachedSessions = 2_000;
/** `lastSeenAt` is displayed and ends idle sessions after hours, so it is written at most every five minutes. */
const lastSeenStepMs = 5 * 60_000;

interface CachedSession {
  actor: Actor | null;
  lastSeenAt: number;
  readAt: number;
}

interface SessionCache {
  entries: Map<string, CachedSession>;
  /** Increments on every invalidation, so that a read that began before isn't cached. */
  epoch: number;
}

// Shared across the bundles in which Next puts pages and routes, so that a session ended by an action ends
// everywhere.
const globalForSessions = globalThis as { reverieSessions?: SessionCache };

function getCache(): SessionCache {
  globalForSessions.reverieSessions ??= { entries: new Map(), epoch: 0 };
  return globalForSessions.reverieSessions;
}

/** A session as its owner sees it. */
interface SessionSummary {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  current: boolean;
}

/** The instance setting of lib/auth/sign-in-rules.server.ts. */
export const signInRulesKey = "auth.sign-in-rules";

/** How long ended sessions are kept, to recognise known addresses. */
const keepEndedMs = 60 * 24 * 3_600_000;

/** Starts a session; its ID goes into the cookie. Also deletes the person's old sessions. */
export async function startSession(
  session: {
    userId: string;
    userAgent: string | null;
    address: string | null;
    byProvider?: boolean;
    passkeyId?: string;
  },
  database: Queryable = getDatabase(),
): Promise<string> {
  await database.session.deleteMany({
    where: { userId: session.userId, expiresAt: { lt: new Date(Date.now() - keepEndedMs) } },
  });
  const { id } = await database.session.create({
    data: {
      userId: session.userId,
      userAgent: session.userAgent?.slice(0, 400) ?? null,
      address: session.address?.slice(0, 100) ?? null,
      byProvider: session.byProvider ?? false,
      passkeyId: session.passkeyId ?? null,
      expiresAt: new Date(Date.now() + sessionMaxAgeSeconds * 1000),
    },
    select: { id: true },
  });
  return id;
}

/**
 * The person of an active session: not ended, expired or idle for too long, the person not disabled.
 *
 * @param options.isUse whether a person does something, so that the session is not idle. Open pages read, poll and reconnect
 * without anybody there.
 */
export async function findActorBySession(
  sessionId: string,
  { isUse = false, database = getDatabase() }: { isUse?: boolean; database?: Database } = {},
): Promise<Actor | null> {
  const cache = getCache();
  const now = Date.now();
  let entry = cache.entries.get(sessionId);
  if (!entry || now - entry.readAt > cacheMs) {
    const { epoch } = cache;
    entry = await readSession(sessionId, database);
    if (cache.entries.size >= maxCachedSessions) cache.entries.clear();
    if (cache.epoch === epoch) cache.entries.set(sessionId, entry);
  }
  if (isUse && entry.actor && now - entry.lastSeenAt > lastSeenStepMs) {
    entry.lastSeenAt = now;
    // The request doesn't wait for it.
    database.session
      .updateMany({ where: { id: sessionId }, data: { lastSeenAt: new Date(now) } })
      .catch((error: unknown) => getLogger().warn({ err: error }, "The use of a session could not be noted"));
  }
  return entry.actor;
}

async function readSession(sessionId: string, database: Queryable): Promise<CachedSession> {
  const readAt = Date.now();
  const [session] = await database.$queryRaw<SessionRow[]>`
    SELECT session."userId", session."lastSeenAt", session."passkeyId", person."role", person."name", person."email",
      EXISTS (SELECT FROM "InstanceSetting" WHERE "key" = ${signInRulesKey} AND "value"->'requireSecondFactor' = 'true')
        AND NOT session."byProvider" AND NOT EXISTS (SELECT FROM "SecondFactor" WHERE "userId" = person."id" AND "enabledAt" IS NOT NULL)
        AS "needsPasskey",
      EXISTS (SELECT FROM "Passkey" WHERE "userId" = person."id") AS "hasPasskey"
    FROM "Session" session JOIN "User" person ON person."id" = session."userId"
    WHERE session."id" = ${sessionId}::uuid AND session."revokedAt" IS NULL AND session."expiresAt" > ${new Date(readAt)}
      AND session."lastSeenAt" > ${findIdleLimit(readAt)} AND person."disabledAt" IS NULL`;
  // Where a passkey is their second factor, a session that began with the password alone has none, and may not add another.
  const lacksPasskey = session?.needsPasskey && session.hasPasskey && session.passkeyId === null;
  if (!session || lacksPasskey) return { readAt, lastSeenAt: 0, actor: null };
  const { userId, lastSeenAt, role, name, email } = session;
  return {
    readAt,
    lastSeenAt: lastSeenAt.getTime(),
    actor: {
      userId,
      role: parseRole(role),
      name,
      email,
      via: "session",
      credentialId: sessionId,
      scopes: tokenScopes,
      ...(session.needsPasskey && !session.hasPasskey ? { mustSetUpSecondFactor: true } : {}),
    },
  };
}

/** Sessions that were last used before this moment have ended. */
function findIdleLimit(now: number): Date {
  return new Date(now - getEnv().STUDIO_SESSION_IDLE_HOURS * 3_600_000);
}

interface SessionRow {
  userId: string;
  lastSeenAt: Date;
  role: string;
  name: string;
  email: string;
  passkeyId: string | null;
  /** Whether the studio requires a second factor that this session doesn't have otherwise. */
  needsPasskey: boolean;
  hasPasskey: boolean;
}

/**
 * Clears the session cache, so that a change takes effect in this process at once. Call it after committing any
 * change to a person or their sessions.
 */
export function forgetCachedSessions(): void {
  const cache = getCache();
  cache.entries.clear();
  cache.epoch += 1;
}

/** Ends a person's session; false where they have no such active session. */
export async function endSession(
  userId: string,
  sessionId: string,
  database: Database = getDatabase(),
): Promise<boolean> {
  const isEnded = await database.$transaction(async (transaction) => {
    await lockPerson(userId, transaction);
    const { count } = await transaction.session.updateMany({
      where: { id: sessionId, userId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    const author = { userId, via: "session", credentialId: sessionId } as const;
    if (count > 0) await recordAudit(transaction, { kind: "sign-out", author });
    return count > 0;
  });
  forgetCachedSessions();
  return isEnded;
}

/** Ends every session of a person but the one they use. Returns how many. */
export async function endOtherSessions(
  actor: Pick<Actor, "userId" | "via" | "credentialId">,
  database: Database = getDatabase(),
): Promise<number> {
  const ended = await database.$transaction(async (transaction) => {
    await lockPerson(actor.userId, transaction);
    const sessions = await endSessions(actor.userId, { exceptSessionId: actor.credentialId }, transaction);
    if (sessions > 0)
      await recordAudit(transaction, { kind: "sign-out", author: actor, facts: { sessions } });
    return sessions;
  });
  forgetCachedSessions();
  return ended;
}

/** Ends a person's sessions, optionally except one. Returns how many. */
export async function endSessions(
  userId: string,
  options: { exceptSessionId?: string } = {},
  database: Queryable = getDatabase(),
): Promise<number> {
  const { count } = await database.session.updateMany({
    where: {
      userId,
      revokedAt: null,
      ...(options.exceptSessionId ? { id: { not: options.exceptSessionId } } : {}),
    },
    data: { revokedAt: new Date() },
  });
  forgetCachedSessions();
  return count;
}

/** A person's active sessions, last seen first. */
export async function listSessions(
  userId: string,
  currentSessionId: string | null,
  database: Queryable = getDatabase(),
): Promise<SessionSummary[]> {
  const sessions = await database.session.findMany({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: new Date() },
      lastSeenAt: { gt: findIdleLimit(Date.now()) },
    },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: 100,
    select: { id: true, userAgent: true, address: true, createdAt: true, lastSeenAt: true },
  });
  return sessions.map((session) => ({ ...session, current: session.id === currentSessionId }));
}

/** How long a sign-in lasts, in seconds. */
export const sessionMaxAgeSeconds = 30 * 24 * 60 * 60;

/** next-auth's key for the session cookie. */
export function getAuthSecret(): string {
  return deriveKey(getInstanceSecret(), "next-auth").toString("hex");
}

/**
 * Over https, the name's prefix binds the cookie to this host and https; browsers reject that prefix over plain
 * http.
 */
export function getSessionCookieName(secure: boolean): string {
  return secure ? "__Host-reverie.session" : "reverie.session";
}

const sessionClaimsSchema = z.object({ sessionId: z.uuid() });

/** The session ID in a cookie; null where the cookie is invalid or expired. Doesn't check the row. */
export async function readSessionCookie(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const claims = await decode({ token: value, secret: getAuthSecret() }).catch(() => null);
  return sessionClaimsSchema.safeParse(claims).data?.sessionId ?? null;
}

/** Whether a person had a session on the network of this address before. */
export async function wasSeenAt(userId: string, address: string, database: Queryable): Promise<boolean> {
  const sessions = await database.session.findMany({
    where: { userId },
    distinct: ["address"],
    select: { address: true },
  });
  const network = findClientNetwork(address);
  return sessions.some((session) => session.address && findClientNetwork(session.address) === network);
}
