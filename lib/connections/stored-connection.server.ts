import { getSecretBox, SecretBoxError } from "@/lib/crypto/secret-box.server";
import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { SHIPPED_PROFILE_IDS, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";

const keyPurpose = "connection.api-key";

/** Seals the key of a person's connection, so that it opens for that person's row only. */
export function sealApiKey(apiKey: string, userId: string): string {
  return getSecretBox().seal(apiKey, { purpose: keyPurpose, recordId: userId });
}

/** Opens it; throws `connection.unreadable` when the instance secret is another one or the row was altered. */
export function openApiKey(keyCiphertext: string, userId: string): string {
  try {
    return getSecretBox().open(keyCiphertext, { purpose: keyPurpose, recordId: userId });
  } catch (cause) {
    if (cause instanceof SecretBoxError) throw new StudioError("connection.unreadable", { cause });
    throw cause;
  }
}

/** The profile id of a stored row; what is none of ours is a fault, never a guess. */
export function parseProfileId(stored: string): ShippedProfileId {
  const profileId = SHIPPED_PROFILE_IDS.find((known) => known === stored);
  if (!profileId) throw new Error(`Unknown service profile ${JSON.stringify(stored)}.`);
  return profileId;
}

/** Seals every key anew that was sealed under the previous secret; after it, that secret can be forgotten. */
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

/** The key, or null when it cannot be read any more: its person is told so where it is used. */
export function findReadableKey(keyCiphertext: string, userId: string): string | null {
  try {
    return openApiKey(keyCiphertext, userId);
  } catch (error) {
    if (error instanceof StudioError && error.code === "connection.unreadable") return null;
    throw error;
  }
}
