import { z } from "zod";
import { getSecretBox, SecretBoxError, type SealContext } from "@/lib/crypto/secret-box.server";
import { StudioError } from "@/lib/errors/studio-error";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { resolveConnection } from "./get-connection.server";
import { connectionSources, type ResolvedConnection } from "./resolved-connection";

const sealedSchema = z.object({
  source: z.enum(connectionSources),
  profileId: z.enum(SHIPPED_PROFILE_IDS),
  // Missing without overrides.
  overrides: z.unknown().optional(),
  baseUrl: z.string(),
  altBaseUrl: z.string().nullable(),
  apiKey: z.string(),
  // Missing in connections that were sealed before members were restricted to public addresses.
  trusted: z.boolean().default(true),
});

const sealContext = (generationId: string): SealContext => ({
  purpose: "generation.task-connection",
  recordId: generationId,
});

/**
 * Seals the current connection under the instance secret for one generation: only the key that created a task can find
 * it, and the person's connection may change meanwhile.
 */
export function sealConnection(connection: ResolvedConnection, generationId: string): string {
  const { source, profile, overrides, baseUrl, altBaseUrl = null, apiKey, trusted } = connection;
  const sealed = { source, profileId: profile.id, overrides, baseUrl, altBaseUrl, apiKey, trusted };
  return getSecretBox().seal(JSON.stringify(sealedSchema.parse(sealed)), sealContext(generationId));
}

/**
 * Opens a sealed connection. The sandbox has its current address.
 *
 * @throws StudioError connection.unreadable (another instance secret), connection.missing (the sandbox does not run)
 */
export function openSealedConnection(sealed: string, generationId: string): ResolvedConnection {
  const parts = sealedSchema.parse(JSON.parse(unseal(sealed, generationId)));
  const { source, profileId, overrides, apiKey, trusted } = parts;
  const connection = resolveConnection({ source, profileId, given: parts, apiKey, overrides, trusted });
  if (!connection) throw new StudioError("connection.missing");
  return connection;
}

function unseal(sealed: string, generationId: string): string {
  try {
    return getSecretBox().open(sealed, sealContext(generationId));
  } catch (cause) {
    if (cause instanceof SecretBoxError) throw new StudioError("connection.unreadable", { cause });
    throw cause;
  }
}

/** Reseals a connection under the current secret; null if it already is, or is unreadable. */
export function resealConnection(sealed: string, generationId: string): string | null {
  const box = getSecretBox();
  if (!box.isStale(sealed)) return null;
  try {
    return box.seal(unseal(sealed, generationId), sealContext(generationId));
  } catch (error) {
    if (error instanceof StudioError && error.code === "connection.unreadable") return null;
    throw error;
  }
}
