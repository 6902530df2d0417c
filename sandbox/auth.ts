import { Refusal } from "./http/refusal.ts";

/** What a key may do. */
export interface KeyHolder {
  key: string;
  hasBalance: boolean;
  /** False for users of the free plan, who may use the `-free` music models only (service.md "Authentication" 4). */
  isPaid: boolean;
}

const KEY_GOOD = "sandbox-key-good";
const KEY_NO_BALANCE = "sandbox-key-no-balance";
const KEY_FREE_PLAN = "sandbox-key-free";
const KEY_INVALID = "sandbox-key-invalid";

/**
 * Tells who calls, by the Authorization header. Keys that begin with `sandbox-key-good-` are good too and have rate
 * buckets of their own, so that tests can run side by side.
 * Throws 1004 without a bearer token, 2049 for a key that is not one of the sandbox's (service.md "Authentication" 3).
 */
export function authenticate(authorization: string | undefined): KeyHolder {
  const key = readBearerKey(authorization);
  if (key === null) throw new Refusal(1004);
  if (key === KEY_GOOD || key.startsWith(`${KEY_GOOD}-`)) return { key, hasBalance: true, isPaid: true };
  if (key === KEY_NO_BALANCE) return { key, hasBalance: false, isPaid: true };
  if (key === KEY_FREE_PLAN) return { key, hasBalance: true, isPaid: false };
  throw new Refusal(2049);
}

/** service.md "Authentication" 4: music models without -free are for token-plan and paid users. Throws 2061. */
export function requirePlan(model: string, holder: KeyHolder): void {
  if (!holder.isPaid && !model.endsWith("-free")) throw new Refusal(2061);
}

/** The key as it may be shown in the records: the sandbox's own in full, of any other only its last four characters. */
export function describeKey(authorization: string | undefined): string | null {
  const key = readBearerKey(authorization);
  if (key === null) return null;
  return key.startsWith("sandbox-key-") ? key : `…${key.slice(-4)}`;
}

function readBearerKey(authorization: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
