import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { getSecretBox, SecretBoxError } from "@/lib/crypto/secret-box.server";
import type { Queryable } from "@/lib/db/database.server";
import type { AppKey } from "./second-factor";

const purpose = "second-factor.secret";
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const periodSeconds = 30;
/** How many steps a phone's clock may be ahead or behind. */
const drift = 1;

/** What every authenticator app supports: six digits of HMAC-SHA-1, every 30 seconds (RFC 6238). */
function createTotp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: "Reverie",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** A new secret in base 32. */
export function createAppSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Seals a secret for one person's row only. */
export function sealAppSecret(secret: string, userId: string): string {
  return getSecretBox().seal(secret, { purpose, recordId: userId });
}

/** The secret; null for one that was sealed under another instance secret, or an altered row. */
export function openAppSecret(sealed: string, userId: string): string | null {
  try {
    return getSecretBox().open(sealed, { purpose, recordId: userId });
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

/** The time step of a code around now; null for a wrong code. */
export function findCodeStep(secret: string, code: string, nowMs: number): number | null {
  const totp = createTotp(secret, "");
  const delta = totp.validate({ token: code, timestamp: nowMs, window: drift });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}

/** Describes a secret for the app of a person, whose email address tells it from other accounts. */
export function describeAppKey(secret: string, email: string): AppKey {
  const address = createTotp(secret, email).toString();
  // The standard asks for four light modules on each side.
  const { size, data } = encode(address, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join("");
  return { text: secret.replaceAll(/(.{4})(?=.)/g, "$1 "), address, picture: { size, path } };
}

/** Reseals the secrets that were sealed under the previous instance secret. */
export async function resealAppSecrets(database: Queryable): Promise<number> {
  const box = getSecretBox();
  const rows = await database.secondFactor.findMany({ select: { userId: true, secretCiphertext: true } });
  let resealed = 0;
  for (const { userId, secretCiphertext } of rows) {
    const secret = box.isStale(secretCiphertext) ? openAppSecret(secretCiphertext, userId) : null;
    if (secret === null) continue;
    const { count } = await database.secondFactor.updateMany({
      where: { userId, secretCiphertext },
      data: { secretCiphertext: sealAppSecret(secret, userId) },
    });
    resealed += count;
  }
  return resealed;
}
