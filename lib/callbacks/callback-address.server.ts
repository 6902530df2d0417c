import { getEnv } from "@/lib/env/env.server";
import type { StudioAddresses } from "./callback-base";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";

/** The path of callbacks, below the address of the studio. */
export const callbackPath = "/api/callbacks/video/";

const tokenPattern = /^rvc_[0-9A-Za-z]{43}$/;

/**
 * Creates a callback address with a random token, of which only the hash is stored. It is valid as long as its generation
 * exists, or until `expiresAt`.
 *
 * @param options.base the address of this studio as the service reaches it, for example https://studio.example
 */
export async function openCallbackAddress(
  database: Queryable,
  options: { base: string; userId: string; generationId?: string; expiresAt?: Date },
): Promise<string> {
  const { base, userId, generationId = null, expiresAt = null } = options;
  const token = createToken("rvc_");
  await database.callbackAddress.create({
    data: { tokenHash: hashToken(token), userId, generationId, expiresAt },
  });
  return `${base}${callbackPath}${token}`;
}

/** The hash to look up a received token by; null for text that is not a token. */
export function hashCallbackToken(token: string): string | null {
  return tokenPattern.test(token) ? hashToken(token) : null;
}

/** The addresses of this studio, from the environment and the launcher. */
export function getStudioAddresses(): StudioAddresses {
  const { STUDIO_PUBLIC_URL: publicUrl, STUDIO_LOCAL_URL: localUrl } = getEnv();
  return { publicUrl, localUrl };
}
