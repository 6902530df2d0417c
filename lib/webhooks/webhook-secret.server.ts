import { createHmac, randomBytes } from "node:crypto";
import { getSecretBox, SecretBoxError } from "@/lib/crypto/secret-box.server";
import type { Queryable } from "@/lib/db/database.server";

/** What a secret of Standard Webhooks begins with; base64 follows. */
const prefix = "whsec_";
const purpose = "webhook.secret";

/** A new secret of 256 bits. */
export function createWebhookSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/** Seals a secret for one webhook's row only. */
export function sealWebhookSecret(secret: string, webhookId: string): string {
  return getSecretBox().seal(secret, { purpose, recordId: webhookId });
}

/** The secret; null for one that was sealed under another instance secret, or an altered row. */
export function openWebhookSecret(sealed: string, webhookId: string): string | null {
  try {
    return getSecretBox().open(sealed, { purpose, recordId: webhookId });
  } catch (error) {
    if (error instanceof SecretBoxError) return null;
    throw error;
  }
}

interface SignedContent {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The header webhook-signature: one signature for each secret, as Standard Webhooks has it. */
export function signWebhook(secrets: readonly string[], { id, timestamp, body }: SignedContent): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64");
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
    })
    .join(" ");
}

/** Reseals the secrets that were sealed under the previous instance secret. */
export async function resealWebhookSecrets(database: Queryable): Promise<number> {
  const box = getSecretBox();
  const rows = await database.webhook.findMany({ select: { id: true, secret: true, previousSecret: true } });
  let resealed = 0;
  for (const row of rows) {
    for (const name of ["secret", "previousSecret"] as const) {
      const sealed = row[name];
      const secret = sealed !== null && box.isStale(sealed) ? openWebhookSecret(sealed, row.id) : null;
      if (secret === null) continue;
      const { count } = await database.webhook.updateMany({
        where: { id: row.id, [name]: sealed },
        data: { [name]: sealWebhookSecret(secret, row.id) },
      });
      resealed += count;
    }
  }
  return resealed;
}
