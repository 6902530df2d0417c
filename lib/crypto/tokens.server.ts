import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const tokenBytes = 32;
/** Digits needed for 32 bytes: ceil(256 / log2(62)). */
const tokenDigits = 43;

function encodeBase62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let digit = 0; digit < tokenDigits; digit += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** 256 random bits as `<prefix><43 base-62 digits>`, safe in a URL, a header and a shell. */
export function createToken(prefix: string): string {
  return prefix + encodeBase62(randomBytes(tokenBytes));
}

/** The token of a record: the same for the same key and ID, and as hard to guess as a random one for whoever lacks the key. */
export function deriveToken(prefix: string, key: Buffer, recordId: string): string {
  return prefix + encodeBase62(createHmac("sha256", key).update(recordId).digest());
}

/** SHA-256 in hex. A fast hash is enough for 256 random bits, and allows lookups. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Compares a presented token with a stored hash in constant time. */
export function matchesTokenHash(token: string, tokenHash: string): boolean {
  const presented = Buffer.from(hashToken(token), "hex");
  const stored = Buffer.from(tokenHash, "hex");
  return presented.length === stored.length && timingSafeEqual(presented, stored);
}

/** Masks tokens in a text for logs, for example in a path. */
export function hideTokens(text: string): string {
  return text.replaceAll(/\b([a-z]+_)[0-9A-Za-z]{43}(?![0-9A-Za-z])/g, "$1…");
}
