import { getSecretBox, SecretBoxError } from "@/lib/crypto/secret-box.server";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { SHIPPED_PROFILE_IDS, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";

const keyPurpose = "connection.api-key";

/** Seals the key of a connection for this person's row only. */
export function sealApiKey(apiKey: string, userId: string): string {
  return getSecretBox().seal(apiKey, { purpose: keyPurpose, recordId: userId });
}

/** Opens a sealed key. Throws `connection.unreadable` for another instance secret or an altered row. */
export function openApiKey(keyCiphertext: string, userId: string): string {
  try {
    return getSecretBox().open(keyCiphertext, { purpose: keyPurpose, recordId: userId });
  } catch (cause) {
    if (cause instanceof SecretBoxError) throw new StudioError("connection.unreadable", { cause });
    throw cause;
  }
}

/** The profile ID of a stored row. Throws for an unknown one. */
export function parseProfileId(stored: string): ShippedProfileId {
  const profileId = SHIPPED_PROFILE_IDS.find((known) => known === stored);
  if (!profileId) throw new Error(`Unknown service profile ${JSON.stringify(stored)}.`);
  return profileId;
}

/** Reseals every key that was sealed under the previous secret, which is not needed afterwards. */
export async function resealApiKeys(database: Queryable): Promise<number> {
  const box = getSecretBox();
  const connections = await database.connection.findMany({
    where: { keyCiphertext: { not: null } },
    select: { userId: true, keyCiphertext: true },
  });
  let resealed = 0;
  for (const { userId, keyCiphertext } of connections) {
    if (!keyCiphertext || !box.isStale(keyCiphertext)) continue;
    const apiKey = findReadableKey(keyCiphertext, userId);
    if (apiKey === null) continue;
    const { count } = await database.connection.updateMany({
      where: { userId, keyCiphertext },
      data: { keyCiphertext: sealApiKey(apiKey, userId) },
    });
    resealed += count;
  }
  return resealed;
}

/** The key, or null if it is unreadable, which is reported where it is used. */
export function findReadableKey(keyCiphertext: string, userId: string): string | null {
  try {
    return openApiKey(keyCiphertext, userId);
  } catch (error) {
    if (error instanceof StudioError && error.code === "connection.unreadable") return null;
    throw error;
  }
}
