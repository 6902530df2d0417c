import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import { type Database, type Prisma, type Queryable, getDatabase } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { type Actor, parseRole, parseScopes } from "./actor";
import { type ApiTokenInput, type ApiTokenSummary, environmentTokenName } from "./api-token";
import { lockActor, lockPerson } from "./lock-person.server";

const apiTokenPrefix = "rvr_";
const lastUsedStepMs = 60_000;

const summarySelect = {
  id: true,
  name: true,
  lastFour: true,
  scopes: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
} as const;

/**
 * Creates an API token. Its text is returned here and not stored. A token that creates another gives no more than it has:
 * its scopes, until it expires, and while it isn't revoked.
 *
 * @throws StudioError input.invalid (a scope that the calling token doesn't have), auth.required (the calling session or
 * token has ended meanwhile)
 */
export async function createApiToken(
  actor: Pick<Actor, "userId" | "via" | "credentialId" | "scopes">,
  input: ApiTokenInput,
  database: Database = getDatabase(),
): Promise<{ token: string; summary: ApiTokenSummary }> {
  if (input.scopes.some((scope) => !actor.scopes.includes(scope))) {
    throw new StudioError("input.invalid", {
      fields: [{ path: "scopes", key: "account.token-scopes.not-yours" }],
    });
  }
  const chosenEnd = input.expiresInDays === null ? Infinity : Date.now() + input.expiresInDays * 86_400_000;
  const token = createToken(apiTokenPrefix);
  const stored = await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    const parent =
      actor.via === "token"
        ? await transaction.apiToken.findUniqueOrThrow({ where: { id: actor.credentialId } })
        : null;
    const end = Math.min(chosenEnd, parent?.expiresAt?.getTime() ?? Infinity);
    const facts = { scopes: input.scopes, expiresInDays: input.expiresInDays };
    await recordAudit(transaction, { kind: "token-created", author: actor, subject: input.name, facts });
    return transaction.apiToken.create({
      data: {
        userId: actor.userId,
        name: input.name,
        tokenHash: hashToken(token),
        lastFour: token.slice(-4),
        scopes: input.scopes,
        parentId: parent?.id ?? null,
        expiresAt: end === Infinity ? null : new Date(end),
      },
      select: summarySelect,
    });
  });
  return { token, summary: toSummary(stored) };
}

function toSummary(stored: Omit<ApiTokenSummary, "scopes"> & { scopes: string[] }): ApiTokenSummary {
  return { ...stored, scopes: parseScopes(stored.scopes) };
}

/** A person's active tokens, newest first. */
export async function listApiTokens(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<ApiTokenSummary[]> {
  const stored = await database.apiToken.findMany({
    where: { userId, revokedAt: null },
    orderBy: { id: "desc" },
    select: summarySelect,
  });
  return stored.map(toSummary);
}

/**
 * Revokes a person's token, and the tokens that it created. Returns false where they have no such active token.
 */
export async function revokeApiToken(
  author: AuditAuthor,
  tokenId: string,
  database: Database = getDatabase(),
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await lockPerson(author.userId, transaction);
    const revoked = await transaction.$queryRaw<{ name: string }[]>`
      WITH RECURSIVE ended AS (
        SELECT "id" FROM "ApiToken"
        WHERE "id" = ${tokenId}::uuid AND "userId" = ${author.userId}::uuid AND "revokedAt" IS NULL
        UNION SELECT child."id" FROM "ApiToken" child JOIN ended ON child."parentId" = ended."id"
      )
      UPDATE "ApiToken" SET "revokedAt" = ${new Date()}
      WHERE "id" IN (SELECT "id" FROM ended) AND "revokedAt" IS NULL
      RETURNING "name"`;
    for (const { name } of revoked)
      await recordAudit(transaction, { kind: "token-revoked", author, subject: name });
    return revoked.length > 0;
  });
}

/**
 * Revokes all tokens of a person, in a transaction of the caller. Returns how many. The one of STUDIO_API_TOKEN belongs to
 * whoever runs the studio, who ends it by changing the setting; like any token, it doesn't work while its person has no
 * access.
 */
export async function revokeApiTokens(
  userId: string,
  transaction: Prisma.TransactionClient,
): Promise<number> {
  await lockPerson(userId, transaction);
  const { count } = await transaction.apiToken.updateMany({
    where: { userId, revokedAt: null, name: { not: environmentTokenName } },
    data: { revokedAt: new Date() },
  });
  return count;
}

interface TokenRow {
  id: string;
  userId: string;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  scopes: string[];
  role: string;
  name: string;
  email: string;
}

// When each token's use was last recorded, in ms since the epoch. Shared across the bundles of routes.
const globalForTokens = globalThis as { reverieTokenUses?: Map<string, number> };

/**
 * Records when a token was used. It's only displayed, so the request doesn't wait for it, and of hundreds at a time one writes: the
 * others would wait for its row with all connections. That includes those that read the row before that write and get here after it.
 */
function noteUse(database: Queryable, id: string, now: number): void {
  const uses = (globalForTokens.reverieTokenUses ??= new Map());
  if (now - (uses.get(id) ?? 0) <= lastUsedStepMs) return;
  uses.set(id, now);
  database.apiToken
    .updateMany({ where: { id }, data: { lastUsedAt: new Date(now) } })
    .catch((error: unknown) => {
      uses.delete(id);
      getLogger().warn({ err: error }, "The use of a token could not be noted");
    });
}

/**
 * Finds the person of a token by its hash, so that no comparison leaks timing, and records when it was used.
 */
export async function findActorByToken(
  token: string,
  database: Queryable = getDatabase(),
): Promise<Actor | null> {
  const [stored] = await database.$queryRaw<TokenRow[]>`
    SELECT token."id", token."userId", token."lastUsedAt", token."expiresAt", token."scopes", person."role", person."name", person."email"
    FROM "ApiToken" token JOIN "User" person ON person."id" = token."userId"
    WHERE token."tokenHash" = ${hashToken(token)} AND token."revokedAt" IS NULL AND person."disabledAt" IS NULL`;
  const now = Date.now();
  if (!stored) return null;
  if (stored.expiresAt && stored.expiresAt.getTime() <= now) return null;
  if (!stored.lastUsedAt || now - stored.lastUsedAt.getTime() > lastUsedStepMs) {
    noteUse(database, stored.id, now);
  }
  return {
    userId: stored.userId,
    role: parseRole(stored.role),
    name: stored.name,
    email: stored.email,
    via: "token",
    credentialId: stored.id,
    scopes: parseScopes(stored.scopes),
  };
}
