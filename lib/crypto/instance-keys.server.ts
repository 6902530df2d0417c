import { hkdfSync } from "node:crypto";
import { getEnv } from "@/lib/env/env.server";

const keyBytes = 32;

/** Derives a 256-bit key for one purpose from a secret by HKDF-SHA-256. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `reverie/${purpose}`, keyBytes));
}

/** The secret of this installation; the launcher creates one in the data folder where none is set. */
export function getInstanceSecret(): string {
  const secret = getEnv().STUDIO_SECRET;
  if (!secret) throw new Error("STUDIO_SECRET is not set: start the studio with npm start.");
  return secret;
}
