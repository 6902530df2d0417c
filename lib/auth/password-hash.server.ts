import { hash, verify } from "@node-rs/argon2";

/** argon2id (the library's default), with the memory, passes and lanes that OWASP names as its first choice. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

let decoyHash: Promise<string> | undefined;

/** The argon2id hash of a password, with its parameters and salt inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/**
 * Whether a password fits a stored hash. Without a hash (no such person, or one without a password) it does the same
 * work on a decoy, so that the time of the answer does not tell who has an account.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword("a password that nobody has");
  const matches = await verify(storedHash ?? (await decoyHash), password);
  return storedHash !== null && matches;
}
