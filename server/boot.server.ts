import { ensureBootAccounts, ensureSetupToken } from "@/lib/auth/set-up-owner.server";
import { resealApiKeys } from "@/lib/connections/stored-connection.server";
import type { Database } from "@/lib/db/database.server";
import { resealTaskConnections } from "@/lib/generations/work/reseal-task-connections.server";
import { getEnv } from "@/lib/env/env.server";

/**
 * What has to be true before the first request, on a migrated database: accounts of the environment exist, keys are
 * sealed under the current secret. The setup token is for the console and exists while nobody has an account.
 */
export async function bootStudio(database: Database): Promise<{ setupToken: string | null }> {
  await ensureBootAccounts(database);
  if (getEnv().STUDIO_SECRET_PREVIOUS) {
    await resealApiKeys(database);
    await resealTaskConnections(database);
  }
  return { setupToken: await ensureSetupToken(database) };
}
