import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { SignInRules } from "./account-input";
import type { Actor } from "./actor";
import { hasSecondFactor } from "./check-second-factor.server";
import { hasPasskey } from "./passkeys.server";
import { forgetCachedSessions, signInRulesKey } from "./sessions.server";

const storedSchema = z.object({ requireSecondFactor: z.boolean() });

/** What the owner asks of everyone's sign-in. */
export async function getSignInRules(database: Queryable = getDatabase()): Promise<SignInRules> {
  const setting = await database.instanceSetting.findUnique({ where: { key: signInRulesKey } });
  return setting ? storedSchema.parse(setting.value) : { requireSecondFactor: false };
}

/**
 * Changes what is asked of everyone's sign-in. Sessions of people without a second factor then only lead to setting one up; those
 * that began without the passkey that its person has end.
 *
 * @throws StudioError auth.own-second-factor-first where an owner has none themselves
 */
export async function setSignInRules(
  owner: Actor,
  rules: SignInRules,
  database: Database = getDatabase(),
): Promise<void> {
  await database.$transaction(async (transaction) => {
    if (rules.requireSecondFactor && !(await meetsRule(owner, transaction)))
      throw new StudioError("auth.own-second-factor-first");
    await transaction.instanceSetting.upsert({
      where: { key: signInRulesKey },
      create: { key: signInRulesKey, value: rules },
      update: { value: rules },
    });
    await recordAudit(transaction, { kind: "sign-in-rules-changed", author: owner, facts: { ...rules } });
  });
  forgetCachedSessions();
}

/** Whether an owner could go on as they are if a second factor were required. */
async function meetsRule({ userId, via, credentialId }: Actor, database: Queryable): Promise<boolean> {
  if (await hasSecondFactor(userId, database)) return true;
  if (!(await hasPasskey(userId, database))) return false;
  const used = { id: credentialId, passkeyId: { not: null } };
  return via === "token" || (await database.session.count({ where: used })) > 0;
}

/**
 * Checks that a password alone may start a session: where the studio requires a second factor, and a passkey is the person's
 * only one, it may not.
 *
 * @throws StudioError auth.passkey-required
 */
export async function checkPasskeyIsOptional(userId: string, database: Queryable): Promise<void> {
  const { requireSecondFactor } = await getSignInRules(database);
  if (requireSecondFactor && (await hasPasskey(userId, database)))
    throw new StudioError("auth.passkey-required");
}
