import { getEnv } from "@/lib/env/env.server";
import type { StudioAddresses } from "./callback-base";
import { createToken, hashToken } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";

/** Where callbacks come in, below the studio's address. */
export const callbackPath = "/api/callbacks/video/";

const tokenPattern = /^rvc_[0-9A-Za-z]{43}$/;

/**
 * Makes an address that the service may push to, with a token that nobody can guess; only its hash is kept. It is known
 * for as long as its generation is there, or until `expiresAt`.
 *
 * @param options.base where the service reaches this studio, for example https://studio.example
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

/** The hash under which a presented token is looked up; null for what was never one of ours. */
export function hashCallbackToken(token: string): string | null {
  return tokenPattern.test(token) ? hashToken(token) : null;
}

/** Where this studio is found, as the environment and the launcher say. */
export function getStudioAddresses(): StudioAddresses {
  const { STUDIO_PUBLIC_URL: publicUrl, STUDIO_LOCAL_URL: localUrl } = getEnv();
  return { publicUrl, localUrl };
}
