import type { Actor } from "@/lib/auth/actor";
import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isAllowedPrivateHost } from "@/lib/network/private-hosts.server";
import { isPrivateUrl } from "@/lib/network/public-addresses.server";
import {
  maxPushSubscriptions,
  type NewPushSubscription,
  type PushStatus,
  type PushSubscriptionDto,
} from "./push-dto";
import { getPushKeys } from "./push-keys.server";

/** The address by which push services can reach who runs this studio; null without a public one. */
export function findPushSubject(): string | null {
  const { STUDIO_PUBLIC_URL: address } = getEnv();
  return address?.startsWith("https://") ? address : null;
}

type Row = Prisma.PushSubscriptionGetPayload<object>;

const toDto = (row: Row, actor: Actor): PushSubscriptionDto => ({
  id: row.id,
  userAgent: row.userAgent,
  createdAt: row.createdAt.toISOString(),
  failing: row.failures > 0,
  current: row.sessionId !== null && row.sessionId === actor.credentialId,
});

/** Whether Web Push is possible here, and which browsers of the person it tells. */
export async function getPushStatus(database: Database, actor: Actor): Promise<PushStatus> {
  // First: under a new pair of keys, subscriptions for the old one are gone.
  const publicKey = findPushSubject() === null ? null : (await getPushKeys(database)).publicKey;
  const rows = await database.pushSubscription.findMany({
    where: { userId: actor.userId },
    orderBy: { id: "desc" },
  });
  return {
    publicKey,
    subscriptions: rows.map((row) => toDto(row, actor)),
  };
}

/**
 * Adds the browser of a session, or renews what is known of it. It is told until the session ends.
 *
 * @throws StudioError push.unavailable, push.too-many; input.invalid at `endpoint` for an address that isn't public
 */
export async function addPushSubscription(
  database: Database,
  actor: Actor,
  { endpoint, keys, locale }: NewPushSubscription,
): Promise<PushSubscriptionDto> {
  if (findPushSubject() === null) throw new StudioError("push.unavailable");
  requirePublic(endpoint);
  await getPushKeys(database);
  const { userId, credentialId, via } = actor;
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
    const session = via === "session" ? await findSession(transaction, credentialId) : null;
    const known = { userId_endpoint: { userId, endpoint } };
    const isKnown = (await transaction.pushSubscription.count({ where: { userId, endpoint } })) > 0;
    const count = await transaction.pushSubscription.count({ where: { userId } });
    if (!isKnown && count >= maxPushSubscriptions) throw new StudioError("push.too-many");
    const data = {
      ...keys,
      locale,
      sessionId: session?.id ?? null,
      userAgent: session?.userAgent ?? null,
      failures: 0,
      dueAt: new Date(),
    };
    const row = await transaction.pushSubscription.upsert({
      where: known,
      create: { userId, endpoint, ...data },
      update: data,
    });
    return toDto(row, actor);
  });
}

function findSession(transaction: Queryable, id: string) {
  return transaction.session.findUnique({ where: { id }, select: { id: true, userAgent: true } });
}

/** Names are checked for each connection; what is no name can be refused at once. */
function requirePublic(endpoint: string): void {
  const { protocol, username, password } = new URL(endpoint);
  const isAllowed = isAllowedPrivateHost(endpoint);
  const isFit = (protocol === "https:" || isAllowed) && !isPrivateUrl(endpoint) && username + password === "";
  if (isFit) return;
  throw new StudioError("input.invalid", { fields: [{ path: "endpoint", key: "push.endpoint" }] });
}

/** @throws StudioError not-found, also for somebody else's */
export async function removePushSubscription(
  database: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const { count } = await database.pushSubscription.deleteMany({ where: { userId, id } });
  if (count === 0) throw new StudioError("not-found");
}

/** Removes all browsers of a person, whose account is being removed. */
export async function removeAllPushSubscriptions(database: Queryable, userId: string): Promise<void> {
  await database.pushSubscription.deleteMany({ where: { userId } });
}
