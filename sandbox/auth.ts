import { Refusal } from "./http/refusal.ts";

export interface KeyHolder {
  key: string;
  hasBalance: boolean;
  /** False on the free plan, which has the `-free` music models only (service.md "Authentication" 4). */
  isPaid: boolean;
}

/**
 * Reads the Authorization header; README.md lists the keys. Those that begin with `sandbox-key-good-` have separate rate
 * buckets and files, so that tests can run in parallel. Throws 1004 without a bearer token, 2049 for another key
 * (service.md "Authentication" 3).
 */
export function authenticate(authorization: string | undefined): KeyHolder {
  const key = readBearerKey(authorization);
  if (key === null) throw new Refusal(1004);
  if (/^sandbox-key-good(-|$)/.test(key)) return { key, hasBalance: true, isPaid: true };
  if (key === "sandbox-key-no-balance") return { key, hasBalance: false, isPaid: true };
  if (key === "sandbox-key-free") return { key, hasBalance: true, isPaid: false };
  throw new Refusal(2049);
}

/** Throws 2061 for a music model without -free on the free plan (service.md "Authentication" 4). */
export function requirePlan(model: string, holder: KeyHolder): void {
  if (!holder.isPaid && !model.endsWith("-free")) throw new Refusal(2061);
}

/** The key as the records show it: the sandbox's own in full, of any other only the last four characters. */
export function describeKey(authorization: string | undefined): string | null {
  const key = readBearerKey(authorization);
  if (key === null) return null;
  return key.startsWith("sandbox-key-") ? key : `…${key.slice(-4)}`;
}

function readBearerKey(authorization: string | undefined): string | null {
  return /^Bearer +([^\s]+)$/i.exec(authorization?.trim() ?? "")?.[1] ?? null;
}
