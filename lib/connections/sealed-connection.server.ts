import { z } from "zod";
import { getSecretBox, SecretBoxError, type SealContext } from "@/lib/crypto/secret-box.server";
import { StudioError } from "@/lib/errors/studio-error";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { resolveConnection } from "./get-connection.server";
import { connectionSources, type ResolvedConnection } from "./resolved-connection";

const sealedSchema = z.object({
  source: z.enum(connectionSources),
  profileId: z.enum(SHIPPED_PROFILE_IDS),
  // Absent where nothing of the profile was changed.
  overrides: z.unknown().optional(),
  baseUrl: z.string(),
  altBaseUrl: z.string().nullable(),
  apiKey: z.string(),
});

const sealContext = (generationId: string): SealContext => ({
  purpose: "generation.task-connection",
  recordId: generationId,
});

/**
 * A connection as it is now, sealed under the instance secret for one generation's row: a task is known only to the key
 * that made it, whatever becomes of the person's connection meanwhile.
 */
export function sealConnection(connection: ResolvedConnection, generationId: string): string {
  const { source, profile, overrides, baseUrl, altBaseUrl = null, apiKey } = connection;
  const sealed = { source, profileId: profile.id, overrides, baseUrl, altBaseUrl, apiKey };
  return getSecretBox().seal(JSON.stringify(sealedSchema.parse(sealed)), sealContext(generationId));
}

/**
 * Opens it. The sandbox stands wherever it runs now.
 *
 * @throws StudioError connection.unreadable (another instance secret), connection.missing (the sandbox does not run)
 */
export function openSealedConnection(sealed: string, generationId: string): ResolvedConnection {
  const parts = sealedSchema.parse(JSON.parse(unseal(sealed, generationId)));
  const { source, profileId, overrides, apiKey } = parts;
  const connection = resolveConnection(source, profileId, parts, apiKey, overrides);
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

/** The same, sealed under the secret of now; null where it is already, or cannot be read any more. */
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
