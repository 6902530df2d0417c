import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import { type Queryable, getDatabase } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { type Actor, parseRole } from "./actor";
import { type ApiTokenInput, type ApiTokenSummary, environmentTokenName } from "./api-token";

const apiTokenPrefix = "rvr_";
const lastUsedStepMs = 60_000;

const summarySelect = {
  id: true,
  name: true,
  lastFour: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
} as const;

/** Creates an API token. Its text is returned here and not stored. */
export async function createApiToken(
  userId: string,
  input: ApiTokenInput,
  database: Queryable = getDatabase(),
): Promise<{ token: string; summary: ApiTokenSummary }> {
  const token = createToken(apiTokenPrefix);
  const summary = await database.apiToken.create({
    data: {
      userId,
      name: input.name,
      tokenHash: hashToken(token),
      lastFour: token.slice(-4),
      expiresAt: input.expiresInDays ? new Date(Date.now() + input.expiresInDays * 86_400_000) : null,
    },
    select: summarySelect,
  });
  return { token, summary };
}

/** A person's active tokens, newest first. */
export async function listApiTokens(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<ApiTokenSummary[]> {
  return database.apiToken.findMany({
    where: { userId, revokedAt: null },
    orderBy: { id: "desc" },
    select: summarySelect,
  });
}

/** Revokes a person's token; false where they have no such active token. */
export async function revokeApiToken(
  userId: string,
  tokenId: string,
  database: Queryable = getDatabase(),
): Promise<boolean> {
  const { count } = await database.apiToken.updateMany({
    where: { id: tokenId, userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count > 0;
}

/**
 * Revokes all tokens of a person. Returns how many. The one of STUDIO_API_TOKEN belongs to whoever runs the studio, who
 * ends it by changing the setting; like any token, it doesn't work while its person has no access.
 */
export async function revokeApiTokens(userId: string, database: Queryable): Promise<number> {
  const { count } = await database.apiToken.updateMany({
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
  role: string;
  name: string;
  email: string;
}

/**
 * Finds the person of a token by its hash, so that no comparison leaks timing, and records when it was used.
 */
export async function findActorByToken(
  token: string,
  database: Queryable = getDatabase(),
): Promise<Actor | null> {
  const [stored] = await database.$queryRaw<TokenRow[]>`
    SELECT token."id", token."userId", token."lastUsedAt", token."expiresAt", person."role", person."name", person."email"
    FROM "ApiToken" token JOIN "User" person ON person."id" = token."userId"
    WHERE token."tokenHash" = ${hashToken(token)} AND token."revokedAt" IS NULL AND person."disabledAt" IS NULL`;
  const now = Date.now();
  if (!stored) return null;
  if (stored.expiresAt && stored.expiresAt.getTime() <= now) return null;
  if (!stored.lastUsedAt || now - stored.lastUsedAt.getTime() > lastUsedStepMs) {
    // Only displayed, so the request doesn't wait for it.
    database.apiToken
      .updateMany({ where: { id: stored.id }, data: { lastUsedAt: new Date(now) } })
      .catch((error: unknown) => getLogger().warn({ err: error }, "The use of a token could not be noted"));
  }
  return {
    userId: stored.userId,
    role: parseRole(stored.role),
    name: stored.name,
    email: stored.email,
    via: "token",
    credentialId: stored.id,
  };
}
