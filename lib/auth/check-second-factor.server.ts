import type { Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findCodeStep, openAppSecret } from "./authenticator-app.server";
import { spendRecoveryCode } from "./recovery-codes.server";

/** What a code was. */
export type CodeKind = "app" | "recovery";

/** Whether a person's sign-in needs a second factor. */
export async function hasSecondFactor(userId: string, database: Queryable): Promise<boolean> {
  return (await database.secondFactor.count({ where: { userId, enabledAt: { not: null } } })) > 0;
}

/**
 * Checks a code of a person's second factor and uses it up. Call it in a transaction that has locked the person, and
 * after counting the attempt. Returns what the code was, null for a person without a second factor.
 *
 * @throws StudioError auth.code-required (no code), auth.wrong-code (also used or expired), auth.app-unreadable
 */
export async function takeCode(
  userId: string,
  typed: string | undefined,
  transaction: Queryable,
): Promise<CodeKind | null> {
  const factor = await transaction.secondFactor.findUnique({ where: { userId } });
  if (!factor?.enabledAt) return null;
  if (!typed) throw new StudioError("auth.code-required");
  const digits = typed.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) {
    if (await spendRecoveryCode(userId, typed, transaction)) return "recovery";
    throw new StudioError("auth.wrong-code");
  }
  const secret = openAppSecret(factor.secretCiphertext, userId);
  if (secret === null) throw new StudioError("auth.app-unreadable");
  const step = findCodeStep(secret, digits, Date.now());
  if (step === null || step <= (factor.lastStep ?? -1)) throw new StudioError("auth.wrong-code");
  await transaction.secondFactor.update({ where: { userId }, data: { lastStep: step } });
  return "app";
}
