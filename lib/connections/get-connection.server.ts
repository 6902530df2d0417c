import { createHmac } from "node:crypto";
import { deriveKey, getInstanceSecret } from "@/lib/crypto/instance-keys.server";
import type { Queryable } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";
import { overrideProfile } from "@/lib/service/profiles/read-profile";
import { findAddresses, isSandboxAddress } from "./connection-addresses.server";
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

async function findOwnConnection(userId: string, database: Queryable): Promise<ResolvedConnection | null> {
  const stored = await database.connection.findUnique({ where: { userId } });
  if (!stored) return null;
  const apiKey = stored.keyCiphertext ? openApiKey(stored.keyCiphertext, userId) : undefined;
  const connection = resolveConnection(
    "person",
    parseProfileId(stored.profileId),
    stored,
    apiKey,
    stored.overrides,
  );
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
    profileId && resolveConnection("environment", profileId, given, env.STUDIO_SERVICE_API_KEY);
  return fromEnvironment || resolveConnection("sandbox", "sandbox", {}, undefined);
}

/** A connection from its parts; null if an address or a key is missing. */
export function resolveConnection(
  source: ConnectionSource,
  profileId: ShippedProfileId,
  given: { baseUrl?: string | null | undefined; altBaseUrl?: string | null | undefined },
  storedKey: string | undefined,
  overrides?: unknown,
): ResolvedConnection | null {
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
  };
}

function digestScope(baseUrl: string, apiKey: string): string {
  return createHmac("sha256", deriveKey(getInstanceSecret(), "connection.scope"))
    .update(JSON.stringify([baseUrl, apiKey]))
    .digest("hex")
    .slice(0, 32);
}
