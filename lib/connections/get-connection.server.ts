import { createHmac } from "node:crypto";
import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";
import { getDatabase, Prisma, type Queryable } from "@/lib/db/database.server";
import type { Connection, User } from "@/lib/db/generated/client";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import { isSandboxAddress } from "@/lib/network/private-hosts.server";
import { findAddresses } from "./connection-addresses.server";
import { withoutPaths } from "./endpoint-paths";
import type { ConnectionSource, ResolvedConnection } from "./resolved-connection";
import { openApiKey, parseProfileId } from "./stored-connection.server";

/** The public key of the sandbox. */
export const sandboxApiKey = "sandbox-key-good";

/**
 * The connection of a person's requests: their own, else the environment's default, else the sandbox if it runs. Throws `connection.missing` and `connection.unreadable`.
 */
export async function getConnection(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<ResolvedConnection> {
  const own = await findOwnConnection(userId, database);
  const connection = own ?? findDefaultConnection();
  if (!connection) throw new StudioError("connection.missing");
  return connection;
}

export type StoredConnection = Pick<
  Connection,
  "profileId" | "baseUrl" | "altBaseUrl" | "keyCiphertext" | "overrides"
> &
  Pick<User, "role">;

/** Of "Connection" and its "User". */
export const connectionColumns = Prisma.raw(
  `"profileId", "baseUrl", "altBaseUrl", "keyCiphertext", "overrides", "role"`,
);

async function findOwnConnection(userId: string, database: Queryable): Promise<ResolvedConnection | null> {
  const [stored] = await database.$queryRaw<StoredConnection[]>`
    SELECT ${connectionColumns} FROM "Connection" JOIN "User" ON "User"."id" = "userId" WHERE "userId" = ${userId}::uuid`;
  return stored ? toOwnConnection(userId, stored) : null;
}

/**
 * The same as `getConnection`, from `connectionColumns` that were read together with something else.
 *
 * @param stored without a `profileId` where the person has no connection of their own
 */
export function toConnection(
  userId: string,
  stored: Omit<StoredConnection, "profileId"> & { profileId: string | null },
): ResolvedConnection {
  const { profileId } = stored;
  const connection =
    profileId === null ? findDefaultConnection() : toOwnConnection(userId, { ...stored, profileId });
  if (!connection) throw new StudioError("connection.missing");
  return connection;
}

function toOwnConnection(userId: string, stored: StoredConnection): ResolvedConnection {
  const apiKey = stored.keyCiphertext ? openApiKey(stored.keyCiphertext, userId) : undefined;
  const connection = resolvePersonConnection({
    profileId: parseProfileId(stored.profileId),
    given: stored,
    apiKey,
    overrides: stored.overrides,
    isOwner: stored.role === "owner",
  });
  // A person who chose the sandbox must not reach another service when it does not run.
  if (!connection) throw new StudioError("connection.missing");
  return connection;
}

/** The default connection, or null. */
export function findDefaultConnection(): ResolvedConnection | null {
  const env = getEnv();
  const profileId = env.STUDIO_SERVICE_PROFILE ?? (env.STUDIO_SERVICE_BASE_URL ? "custom" : undefined);
  const given = { baseUrl: env.STUDIO_SERVICE_BASE_URL, altBaseUrl: env.STUDIO_SERVICE_ALT_BASE_URL };
  const fromEnvironment =
    profileId &&
    resolveConnection({
      source: "environment",
      profileId,
      given,
      apiKey: env.STUDIO_SERVICE_API_KEY,
      trusted: true,
    });
  return (
    fromEnvironment ||
    resolveConnection({ source: "sandbox", profileId: "sandbox", given: {}, trusted: true })
  );
}

/** A person's connection from what they entered; null if an address or a key is missing. */
export function resolvePersonConnection({
  overrides,
  isOwner,
  ...parts
}: Omit<ConnectionParts, "source" | "trusted"> & { isOwner: boolean }): ResolvedConnection | null {
  return resolveConnection({
    ...parts,
    source: "person",
    overrides: isOwner ? overrides : withoutPaths(overrides),
    trusted: isOwner,
  });
}

interface ConnectionParts {
  source: ConnectionSource;
  profileId: ShippedProfileId;
  given: { baseUrl?: string | null | undefined; altBaseUrl?: string | null | undefined };
  apiKey?: string | undefined;
  overrides?: unknown;
  trusted: boolean;
}

/** A connection from its parts; null if an address or a key is missing. */
export function resolveConnection({
  source,
  profileId,
  given,
  apiKey: storedKey,
  overrides,
  trusted,
}: ConnectionParts): ResolvedConnection | null {
  const addresses = findAddresses(profileId, given);
  const apiKey = storedKey ?? (profileId === "sandbox" ? sandboxApiKey : undefined);
  if (!addresses || !apiKey) return null;
  return {
    profile: overrideProfile(getShippedProfile(profileId), overrides),
    ...(overrides === undefined ? {} : { overrides }),
    ...addresses,
    apiKey,
    sandbox: isSandboxAddress(addresses.baseUrl),
    scope: digestScope(addresses.baseUrl, apiKey),
    source,
    trusted,
  };
}

function digestScope(baseUrl: string, apiKey: string): string {
  return createHmac("sha256", deriveKey(getInstanceSecret(), "connection.scope"))
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest("hex")
    .slice(0, 32);
}
