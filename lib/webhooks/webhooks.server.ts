import { randomUUIDv7 } from "node:crypto";
import { recordAudit } from "@/lib/audit/record-audit.server";
import type { Actor } from "@/lib/auth/actor";
import { lockActor } from "@/lib/auth/lock-person.server";
import type { Database, Prisma, Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isAllowedPrivateHost } from "@/lib/network/private-hosts.server";
import { isPrivateUrl } from "@/lib/network/public-addresses.server";
import { type WebhookDto, webhookDtoSchema, type WebhookList, type WebhookWithSecret } from "./webhook-dto";
import type { NewWebhook, WebhookChanges } from "./webhook-input";
import { maxWebhooks, secretOverlapMs } from "./webhook-limits";
import { createWebhookSecret, sealWebhookSecret } from "./webhook-secret.server";

/** One webhook of the actor. Every function throws StudioError not-found if there is none. */
interface OwnWebhook {
  actor: Actor;
  id: string;
}

const listed = {
  id: true,
  name: true,
  url: true,
  events: true,
  enabled: true,
  stoppedBy: true,
  failingSince: true,
  secret: true,
  previousUntil: true,
  createdAt: true,
} as const;
type ListedRow = Prisma.WebhookGetPayload<{ select: typeof listed }>;

function toDto({ createdAt, failingSince, secret, previousUntil, ...row }: ListedRow): WebhookDto {
  return webhookDtoSchema.parse({
    ...row,
    hasSecret: secret !== null,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil:
      previousUntil && previousUntil.getTime() > Date.now() ? previousUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  });
}

/** A person's webhooks, oldest first. */
export async function listWebhooks(database: Queryable, userId: string): Promise<WebhookList> {
  const rows = await database.webhook.findMany({ where: { userId }, orderBy: { id: "asc" }, select: listed });
  return { webhooks: rows.map(toDto) };
}

/** @throws StudioError not-found, also for somebody else's */
export async function getWebhook(
  database: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<WebhookDto> {
  const row = await database.webhook.findFirst({ where: { userId, id }, select: listed });
  if (!row) throw new StudioError("not-found");
  return toDto(row);
}

/**
 * Creates a webhook, whose secret is returned only here.
 *
 * @throws StudioError input.invalid at `url` for an address that the person may not enter; webhook.too-many; auth.required
 */
export async function createWebhook(
  database: Database,
  actor: Actor,
  input: NewWebhook,
): Promise<WebhookWithSecret> {
  requireAddress(input.url, actor);
  const { userId } = actor;
  const id = randomUUIDv7();
  const secret = createWebhookSecret();
  const row = await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    if ((await transaction.webhook.count({ where: { userId } })) >= maxWebhooks) {
      throw new StudioError("webhook.too-many");
    }
    await recordAudit(transaction, {
      kind: "webhook-created",
      author: actor,
      subject: input.name,
      facts: { host: new URL(input.url).host, events: input.events },
    });
    return transaction.webhook.create({
      data: { id, userId, ...input, secret: sealWebhookSecret(secret, id) },
      select: listed,
    });
  });
  return { ...toDto(row), secret };
}

/**
 * Changes a webhook. What is left out stays.
 *
 * @throws StudioError input.invalid at `url` for an address that the person may not enter; webhook.no-secret; auth.required
 */
export async function changeWebhook(
  database: Database,
  { actor, id }: OwnWebhook,
  { name, url, events, enabled }: WebhookChanges,
): Promise<WebhookDto> {
  return database.$transaction(async (transaction) => {
    const before = await lockWebhook(transaction, { actor, id });
    // It may come from an archive, or from a time when its person was the owner.
    if (url !== undefined || enabled === true) requireAddress(url ?? before.url, actor);
    if (enabled === true && before.secret === null) throw new StudioError("webhook.no-secret");
    const row = await transaction.webhook.update({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(events === undefined ? {} : { events }),
        ...(enabled === undefined ? {} : { enabled, stoppedBy: null }),
        // What failed before it was disabled, or at another address, is history.
        ...((enabled === true && !before.enabled) || (url !== undefined && url !== before.url)
          ? { failingSince: null }
          : {}),
      },
      select: listed,
    });
    if (enabled === false) await endPending(transaction, id);
    await recordAudit(transaction, {
      kind: "webhook-changed",
      author: actor,
      subject: row.name,
      facts: { host: new URL(row.url).host, enabled: row.enabled, events: row.events },
    });
    return toDto(row);
  });
}

/** Gives a webhook a new secret, returned only here. The one before signs as well for a day. */
export async function rotateWebhookSecret(
  database: Database,
  { actor, id }: OwnWebhook,
): Promise<WebhookWithSecret> {
  const secret = createWebhookSecret();
  const row = await database.$transaction(async (transaction) => {
    const before = await lockWebhook(transaction, { actor, id });
    await recordAudit(transaction, { kind: "webhook-secret-changed", author: actor, subject: before.name });
    return transaction.webhook.update({
      where: { id },
      data: {
        secret: sealWebhookSecret(secret, id),
        previousSecret: before.secret,
        previousUntil: before.secret === null ? null : new Date(Date.now() + secretOverlapMs),
      },
      select: listed,
    });
  });
  return { ...toDto(row), secret };
}

/** Deletes a webhook with its log. */
export async function deleteWebhook(database: Database, { actor, id }: OwnWebhook): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { name } = await lockWebhook(transaction, { actor, id });
    await transaction.webhook.delete({ where: { id } });
    await recordAudit(transaction, { kind: "webhook-deleted", author: actor, subject: name });
  });
}

/** Deletes all webhooks of a person, whose account is being removed. */
export async function deleteAllWebhooks(database: Queryable, userId: string): Promise<void> {
  await database.webhook.deleteMany({ where: { userId } });
  await database.webhookEvent.deleteMany({ where: { userId } });
}

/** Adds a webhook of an archive, disabled and without a secret, while the person may have more. */
export async function addImportedWebhook(
  database: Database,
  webhook: { id: string; userId: string; name: string; url: string; events: string[]; createdAt: Date },
): Promise<void> {
  const { userId } = webhook;
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
    if ((await transaction.webhook.count({ where: { userId } })) >= maxWebhooks) return;
    await transaction.webhook.create({ data: { ...webhook, enabled: false } });
  });
}

/** Ends what a disabled webhook had waiting; it can be sent again by hand. */
export async function endPending(transaction: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await transaction.webhookDelivery.updateMany({
    where: { webhookId, state: "pending" },
    data: { state: "failed", nextAttemptAt: null },
  });
}

/** Locks a webhook of the actor until the transaction ends, so that its changes and its deliveries follow one another. */
async function lockWebhook(transaction: Prisma.TransactionClient, { actor, id }: OwnWebhook) {
  await lockActor(actor, transaction);
  await transaction.$executeRaw`SELECT FROM "Webhook" WHERE "id" = ${id}::uuid FOR UPDATE`;
  const row = await transaction.webhook.findFirst({ where: { id, userId: actor.userId } });
  if (!row) throw new StudioError("not-found");
  return row;
}

/** Only the owner enters private addresses, and only within the own network may a message go unencrypted. */
function requireAddress(url: string, { role }: Pick<Actor, "role">): void {
  const isPrivate = isPrivateUrl(url);
  if (isPrivate && role !== "owner") throw invalidUrl("connection.base-url.private");
  const isOwnNetwork = isPrivate || isAllowedPrivateHost(url);
  if (new URL(url).protocol === "http:" && !isOwnNetwork) throw invalidUrl("webhook.url.https");
}

function invalidUrl(key: string): StudioError {
  return new StudioError("input.invalid", { fields: [{ path: "url", key }] });
}
