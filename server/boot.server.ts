import { resealAppSecrets } from "@/lib/auth/authenticator-app.server";
import { ensureBootAccounts, ensureSetupToken } from "@/lib/auth/set-up-owner.server";
import { resealApiKeys } from "@/lib/connections/stored-connection.server";
import type { Database } from "@/lib/db/database.server";
import { resealTaskConnections } from "@/lib/generations/work/reseal-task-connections.server";
import { resealWebhookSecrets } from "@/lib/webhooks/webhook-secret.server";
import { resealPushKeys } from "@/lib/notices/push-keys.server";
import { getEnv } from "@/lib/env/env.server";

/**
 * Prepares a migrated database for the first request: creates the accounts of the environment and reseals keys under the
 * current secret. Returns the setup token for the console while there is no account.
 */
export async function bootStudio(database: Database): Promise<{ setupToken: string | null }> {
  await ensureBootAccounts(database);
  if (getEnv().STUDIO_SECRET_PREVIOUS) {
    await resealAppSecrets(database);
    await resealApiKeys(database);
    await resealTaskConnections(database);
    await resealWebhookSecrets(database);
    await resealPushKeys(database);
  }
  return { setupToken: await ensureSetupToken(database) };
}
