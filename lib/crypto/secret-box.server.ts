import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { getEnv } from "@/lib/env/env.server";
import { deriveKey, getInstanceSecret } from "./instance-keys.server";

const algorithm = "aes-256-gcm";
const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/** Authenticated with the ciphertext, so that one copied to another record doesn't open. */
export interface SealContext {
  /** The kind of secret, for example `connection.api-key`. */
  purpose: string;
  /** ID of the row that stores it. */
  recordId: string;
}

/** A ciphertext that can't be opened: altered, from another record, or sealed with an unknown secret. */
export class SecretBoxError extends Error {
  readonly reason: "malformed" | "unknown-key" | "not-authentic";
  constructor(reason: SecretBoxError["reason"], options?: ErrorOptions) {
    super(`The sealed value cannot be opened: ${reason}.`, options);
    this.name = "SecretBoxError";
    this.reason = reason;
  }
}

interface SecretBox {
  /** Seals text as `v1.<key id>.<nonce, ciphertext and tag in base64url>`. */
  seal(plaintext: string, context: SealContext): string;
  /** Opens a sealed text; throws SecretBoxError. */
  open(sealed: string, context: SealContext): string;
  /** Whether it was sealed with an earlier secret and should be sealed again. */
  isStale(sealed: string): boolean;
}

function identifyKey(secret: string): string {
  return deriveKey(secret, "key-id").subarray(0, 4).toString("hex");
}

function encodeContext(context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, context.purpose, context.recordId]));
}

/**
 * AES-256-GCM with keys derived from `secret`. `previousSecrets` only open, so that the secret can be rotated.
 */
export function createSecretBox(secret: string, previousSecrets: string[] = []): SecretBox {
  const currentKeyId = identifyKey(secret);
  const secretsById = new Map([...previousSecrets, secret].map((known) => [identifyKey(known), known]));

  return {
    seal(plaintext, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, deriveKey(secret, context.purpose), nonce);
      cipher.setAAD(encodeContext(context));
      const body = Buffer.concat([
        nonce,
        cipher.update(plaintext, "utf8"),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return `${version}.${currentKeyId}.${body.toString("base64url")}`;
    },

    open(sealed, context) {
      const [sealedVersion, keyId, encoded, ...rest] = sealed.split(".");
      if (sealedVersion !== version || !keyId || !encoded || rest.length > 0)
        throw new SecretBoxError("malformed");
      const knownSecret = secretsById.get(keyId);
      if (!knownSecret) throw new SecretBoxError("unknown-key");
      const body = Buffer.from(encoded, "base64url");
      if (body.length < nonceBytes + tagBytes) throw new SecretBoxError("malformed");

      const key = deriveKey(knownSecret, context.purpose);
      const decipher = createDecipheriv(algorithm, key, body.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(encodeContext(context));
      decipher.setAuthTag(body.subarray(-tagBytes));
      try {
        return Buffer.concat([
          decipher.update(body.subarray(nonceBytes, -tagBytes)),
          decipher.final(),
        ]).toString("utf8");
      } catch (cause) {
        throw new SecretBoxError("not-authentic", { cause });
      }
    },

    isStale(sealed) {
      return sealed.split(".")[1] !== currentKeyId;
    },
  };
}

// One per process, although Next bundles routes separately and reloads modules in development.
const globalForBox = globalThis as { reverieSecretBox?: SecretBox };

/** This installation's box: STUDIO_SECRET seals, STUDIO_SECRET_PREVIOUS still opens. */
export function getSecretBox(): SecretBox {
  const previous = getEnv().STUDIO_SECRET_PREVIOUS;
  globalForBox.reverieSecretBox ??= createSecretBox(getInstanceSecret(), previous ? [previous] : []);
  return globalForBox.reverieSecretBox;
}
