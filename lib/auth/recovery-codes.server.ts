import { randomInt } from "node:crypto";
import { hashToken } from "@/lib/crypto/tokens.server";
import type { Queryable } from "@/lib/db/database.server";

/** How many codes a person gets at once. */
export const recoveryCodeCount = 10;

/** Without i, l, o and u, which are read as 1, 1, 0 and v. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: a fast hash is enough. */
const length = 16;

function createCode(): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
}

/** Writes a code in groups, as it is shown. */
function writeCode(code: string): string {
  return code.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** A typed code as it was hashed: without groups and case, and with digits for letters that look like them. */
function readCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
}

/** Replaces a person's recovery codes. The new ones are only returned, never stored. */
export async function replaceRecoveryCodes(userId: string, transaction: Queryable): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createCode);
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashToken(code) })),
  });
  return codes.map(writeCode);
}

/** Uses a code up. False for one that is unknown or was used. */
export async function spendRecoveryCode(
  userId: string,
  typed: string,
  transaction: Queryable,
): Promise<boolean> {
  const { count } = await transaction.recoveryCode.updateMany({
    where: { userId, codeHash: hashToken(readCode(typed)), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count > 0;
}
