import { hashToken } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { environmentTokenName } from "./api-token-input";

/**
 * Makes STUDIO_API_TOKEN a token of the first owner, once there is one, and ends the token that an earlier value of
 * the setting made. Changes nothing when it is called again; one that was revoked by hand stays revoked.
 */
export async function ensureEnvironmentToken(database: Queryable): Promise<void> {
  const token = getEnv().STUDIO_API_TOKEN;
  const tokenHash = token ? hashToken(token) : null;
  await database.apiToken.updateMany({
    where: { name: environmentTokenName, revokedAt: null, ...(tokenHash ? { NOT: { tokenHash } } : {}) },
    data: { revokedAt: new Date() },
  });
  if (!token || !tokenHash) return;
  const owner = await database.user.findFirst({
    where: { role: "owner", disabledAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (!owner) return;
  await database.apiToken.createMany({
    data: { userId: owner.id, name: environmentTokenName, tokenHash, lastFour: token.slice(-4) },
    skipDuplicates: true,
  });
}
