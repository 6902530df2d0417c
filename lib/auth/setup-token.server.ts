import { z } from "zod";
import { createToken, hashToken, matchesTokenHash } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";

const settingKey = "auth.setup-token";
const settingSchema = z.object({ tokenHash: z.string() });

/**
 * A fresh setup token for the console, or null when the studio has its people already. Only its hash is kept, so each
 * start makes a new one and ends the one before.
 */
export async function ensureSetupToken(database: Queryable = getDatabase()): Promise<string | null> {
  if (await database.user.findFirst({ select: { id: true } })) return null;
  const token = createToken("setup_");
  const value = { tokenHash: hashToken(token) };
  await database.instanceSetting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  });
  return token;
}

/** Whether a presented token is the one of the console. */
export async function matchesSetupToken(
  presented: string | undefined,
  database: Queryable,
): Promise<boolean> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  if (!setting || !presented) return false;
  return matchesTokenHash(presented.trim(), settingSchema.parse(setting.value).tokenHash);
}

/** Ends the token: it worked once. */
export async function forgetSetupToken(database: Queryable): Promise<void> {
  await database.instanceSetting.deleteMany({ where: { key: settingKey } });
}
