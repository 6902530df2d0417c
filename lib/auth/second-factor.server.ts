import { recordAudit } from "@/lib/audit/record-audit.server";
import { type Database, type Prisma, type Queryable, getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { Actor } from "./actor";
import {
  createAppSecret,
  describeAppKey,
  findCodeStep,
  openAppSecret,
  sealAppSecret,
} from "./authenticator-app.server";
import { takeCode } from "./check-second-factor.server";
import { lockActor, lockPerson } from "./lock-person.server";
import { replaceRecoveryCodes } from "./recovery-codes.server";
import type { AppKey, SecondFactorSummary } from "./second-factor";
import { endSessions, forgetCachedSessions, wasSeenAt } from "./sessions.server";
import { createSignInThrottle } from "./sign-in-throttle.server";

/** A person's second factor; null without one, also while it is being set up. */
export async function findSecondFactor(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<SecondFactorSummary | null> {
  const factor = await database.secondFactor.findUnique({
    where: { userId },
    select: { enabledAt: true, _count: { select: { recoveryCodes: { where: { usedAt: null } } } } },
  });
  if (!factor?.enabledAt) return null;
  return { enabledAt: factor.enabledAt, recoveryCodesLeft: factor._count.recoveryCodes };
}

/**
 * Begins to set up a second factor with a new secret, which replaces that of an earlier beginning. Nothing changes for
 * sign-ins until a first code confirms it. Call it with a fresh sign-in.
 *
 * @throws StudioError auth.second-factor-on, auth.required
 */
export async function startSecondFactor(actor: Actor, database: Database = getDatabase()): Promise<AppKey> {
  const secret = createAppSecret();
  const secretCiphertext = sealAppSecret(secret, actor.userId);
  await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    const known = await transaction.secondFactor.findUnique({ where: { userId: actor.userId } });
    if (known?.enabledAt) throw new StudioError("auth.second-factor-on");
    await transaction.secondFactor.upsert({
      where: { userId: actor.userId },
      create: { userId: actor.userId, secretCiphertext },
      update: { secretCiphertext, lastStep: null },
    });
  });
  return describeAppKey(secret, actor.email);
}

/**
 * Turns the second factor on with the first code of the app, and ends the person's other sessions. Returns the recovery
 * codes, which are never shown again.
 *
 * @throws StudioError input.invalid (at code), auth.second-factor-on, auth.second-factor-off, auth.required
 */
export async function enableSecondFactor(
  actor: Actor,
  code: string,
  address: string,
  database: Database = getDatabase(),
): Promise<string[]> {
  const { userId } = actor;
  const codes = await database.$transaction(async (transaction) => {
    await lockActor(actor, transaction);
    const factor = await transaction.secondFactor.findUnique({ where: { userId } });
    if (factor?.enabledAt) throw new StudioError("auth.second-factor-on");
    const secret = factor && openAppSecret(factor.secretCiphertext, userId);
    if (!secret) throw new StudioError("auth.second-factor-off");
    const step = findCodeStep(secret, code.replaceAll(/\s/g, ""), Date.now());
    if (step === null) throw wrongCode();
    const data = { enabledAt: new Date(), lastStep: step };
    await transaction.secondFactor.update({ where: { userId }, data });
    // They began with the password alone, perhaps by whoever knows it.
    const sessions = await endSessions(userId, { exceptSessionId: actor.credentialId }, transaction);
    await recordAudit(transaction, {
      kind: "second-factor-enabled",
      author: actor,
      address,
      facts: { sessions },
    });
    return replaceRecoveryCodes(userId, transaction);
  });
  forgetCachedSessions();
  return codes;
}

/**
 * Replaces the recovery codes, of which earlier ones no longer work. Requires a code; throttled.
 *
 * @throws StudioError input.invalid (at code), auth.throttled, auth.second-factor-off, auth.required
 */
export async function renewRecoveryCodes(
  actor: Actor,
  code: string,
  address: string,
  database: Database = getDatabase(),
): Promise<string[]> {
  return changeWithCode({ actor, code, address, database }, async (transaction) => {
    await recordAudit(transaction, { kind: "recovery-codes-replaced", author: actor, address });
    return replaceRecoveryCodes(actor.userId, transaction);
  });
}

/** Turns the second factor off. Requires a code; throws like `renewRecoveryCodes`. */
export async function disableSecondFactor(
  actor: Actor,
  code: string,
  address: string,
  database: Database = getDatabase(),
): Promise<void> {
  await changeWithCode({ actor, code, address, database }, async (transaction) => {
    await transaction.secondFactor.delete({ where: { userId: actor.userId } });
    await recordAudit(transaction, { kind: "second-factor-disabled", author: actor, address });
  });
  forgetCachedSessions();
}

async function changeWithCode<Result>(
  { actor, code, address, database }: { actor: Actor; code: string; address: string; database: Database },
  change: (transaction: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  // A stolen session may be used from many addresses.
  const knownAddress = await wasSeenAt(actor.userId, address, database);
  const attempt = { userId: actor.userId, address, knownAddress };
  const throttle = createSignInThrottle(database);
  await throttle.countCode(attempt);
  try {
    const result = await database.$transaction(async (transaction) => {
      await lockActor(actor, transaction);
      if ((await takeCode(actor.userId, code, transaction)) === null)
        throw new StudioError("auth.second-factor-off");
      return change(transaction);
    });
    await throttle.uncountCode(attempt);
    return result;
  } catch (error) {
    if (!(error instanceof StudioError) || error.code !== "auth.wrong-code") throw error;
    await recordAudit(database, { kind: "second-factor-wrong", author: actor, address });
    throw wrongCode();
  }
}

function wrongCode(): StudioError {
  return new StudioError("input.invalid", { fields: [{ path: "code", key: "account.code.wrong" }] });
}

/**
 * Removes a member's second factor and passkeys, who lost the phone that has them, and ends their sessions. Nobody can do it to
 * themselves: they need a code.
 *
 * @throws StudioError not-found, auth.own-second-factor, auth.second-factor-off
 */
export async function resetSecondFactor(
  owner: Actor,
  memberId: string,
  database: Database = getDatabase(),
): Promise<void> {
  if (owner.userId === memberId) throw new StudioError("auth.own-second-factor");
  await database.$transaction(async (transaction) => {
    await lockPerson(memberId, transaction);
    const member = await transaction.user.findUnique({
      where: { id: memberId, removedAt: null },
      select: { email: true },
    });
    if (!member) throw new StudioError("not-found");
    const { count } = await transaction.secondFactor.deleteMany({ where: { userId: memberId } });
    const passkeys = await transaction.passkey.deleteMany({ where: { userId: memberId } });
    if (count + passkeys.count === 0) throw new StudioError("auth.second-factor-off");
    await endSessions(memberId, {}, transaction);
    await recordAudit(transaction, {
      kind: "second-factor-reset",
      author: owner,
      subject: member.email,
      facts: { passkeys: passkeys.count },
    });
  });
  forgetCachedSessions();
}
