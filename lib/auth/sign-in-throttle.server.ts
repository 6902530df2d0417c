import { createHash } from "node:crypto";
import { RateLimiterPrisma, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findClientNetwork } from "./client-network.server";

/** Wrong passwords allowed per window; an IPv6 address counts as its /64. Nobody is locked out for longer than a window. */
export const throttleLimits = {
  /** One address guessing at one account. */
  accountAndAddress: { points: 8, durationSeconds: 5 * 60 },
  /** One address guessing at many accounts. */
  address: { points: 60, durationSeconds: 15 * 60 },
  /** Many addresses guessing at one account; addresses that signed in before aren't counted. */
  account: { points: 40, durationSeconds: 15 * 60 },
  /**
   * Codes of a second factor, by whoever has the password already. Each network where the person signed in before has its
   * own count; all others share one, so that many addresses don't make more guesses.
   */
  code: { points: 6, durationSeconds: 15 * 60 },
} as const;

interface SignInThrottle {
  /**
   * Counts an attempt before its password is verified, so that parallel guesses can't slip through. Throws
   * `auth.throttled` with `retryAfterMs`.
   */
  countAttempt(attempt: ThrottledAttempt): Promise<void>;
  /** Uncounts a successful attempt. */
  uncountAttempt(attempt: ThrottledAttempt): Promise<void>;
  /** Counts a code before it is verified. Throws like `countAttempt`. */
  countCode(attempt: ThrottledCode): Promise<void>;
  /** Forgets the count after a right code. */
  uncountCode(attempt: ThrottledCode): Promise<void>;
  /**
   * Counts a beginning or an end of a sign-in with a passkey, with the passwords of the same network: they can't be guessed,
   * but begin without an account and are recorded when they fail. Throws like `countAttempt`.
   */
  countPasskey(address: string): Promise<void>;
  /** Uncounts the beginning and the end of a successful one. */
  uncountPasskey(address: string): Promise<void>;
}

interface ThrottledCode {
  userId: string;
  address: string;
  /** As of `ThrottledAttempt`. */
  knownAddress: boolean;
}

interface ThrottledAttempt {
  email: string;
  address: string;
  /** Whether this address, or another of its network, signed in to this account before. */
  knownAddress: boolean;
}

/** Keys are hashed, so that the table doesn't reveal the addresses. */
function digest(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

type Counter = [limiter: RateLimiterPrisma, key: string];

/** Counts in the database, shared by processes and restarts. */
export function createSignInThrottle(database: Database): SignInThrottle {
  const createLimiter = (name: keyof typeof throttleLimits) =>
    new RateLimiterPrisma({
      storeClient: database,
      tableName: "signInThrottle",
      keyPrefix: name,
      points: throttleLimits[name].points,
      duration: throttleLimits[name].durationSeconds,
      // The worker does it (server/clean-up.server.ts). The limiter's own timer never ends, not even with its database.
      clearExpiredByTimeout: false,
    });
  const accountAndAddress = createLimiter("accountAndAddress");
  const address = createLimiter("address");
  const account = createLimiter("account");
  const code = createLimiter("code");
  const codeKey = ({ userId, address: from, knownAddress }: ThrottledCode) =>
    digest(userId, knownAddress ? findClientNetwork(from) : "");

  const listCounters = (attempt: ThrottledAttempt): [Counter, ...Counter[]] => {
    const network = findClientNetwork(attempt.address);
    const counters: [Counter, ...Counter[]] = [
      [accountAndAddress, digest(attempt.email, network)],
      [address, digest(network)],
    ];
    if (!attempt.knownAddress) counters.push([account, digest(attempt.email)]);
    return counters;
  };

  return {
    async countAttempt(attempt) {
      for (const [limiter, key] of listCounters(attempt)) await consume(limiter, key);
    },
    async uncountAttempt(attempt) {
      const [own, ...shared] = listCounters(attempt);
      await own[0].delete(own[1]);
      for (const [limiter, key] of shared) await limiter.reward(key, 1);
    },
    countCode: (attempt) => consume(code, codeKey(attempt)),
    async uncountCode(attempt) {
      await code.delete(codeKey(attempt));
    },
    countPasskey: (from) => consume(address, digest(findClientNetwork(from))),
    async uncountPasskey(from) {
      await address.reward(digest(findClientNetwork(from)), 2);
    },
  };
}

async function consume(limiter: RateLimiterPrisma, key: string): Promise<void> {
  try {
    await limiter.consume(key, 1);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw new StudioError("auth.throttled", {
      values: { retryAfterMs: Math.max(1, rejection.msBeforeNext) },
    });
  }
}
