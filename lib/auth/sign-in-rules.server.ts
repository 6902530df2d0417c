import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { SignInRules } from "./account-input";
import type { Actor } from "./actor";
import { hasSecondFactor } from "./check-second-factor.server";
import { forgetCachedSessions, signInRulesKey } from "./sessions.server";

const storedSchema = z.object({ requireSecondFactor: z.boolean() });

/** What the owner asks of everyone's sign-in. */
export async function getSignInRules(database: Queryable = getDatabase()): Promise<SignInRules> {
  const setting = await database.instanceSetting.findUnique({ where: { key: signInRulesKey } });
  return setting ? storedSchema.parse(setting.value) : { requireSecondFactor: false };
}

/**
 * Changes what is asked of everyone's sign-in. Sessions of people without a second factor then only lead to setting one up.
 *
 * @throws StudioError auth.own-second-factor-first where an owner has none themselves
 */
export async function setSignInRules(
  owner: Actor,
  rules: SignInRules,
  database: Database = getDatabase(),
): Promise<void> {
  await database.$transaction(async (transaction) => {
    if (rules.requireSecondFactor && !(await hasSecondFactor(owner.userId, transaction)))
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
