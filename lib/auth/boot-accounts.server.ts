import type { Database } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";
import { setupInputSchema } from "./account-input";
import { ensureEnvironmentToken } from "./environment-token.server";
import { createFirstOwner } from "./set-up-owner.server";

/**
 * Brings what the environment says about accounts into the database: the owner (only while there is nobody) and the
 * owner's token. Called at each start after migrating; changes nothing the second time.
 */
export async function ensureBootAccounts(database: Database): Promise<void> {
  const { STUDIO_OWNER_EMAIL: email, STUDIO_OWNER_PASSWORD: password } = getEnv();
  if (email && password) {
    const input = setupInputSchema.parse({ name: email.split("@")[0], email, password });
    await createFirstOwner(input, database);
  }
  await ensureEnvironmentToken(database);
}
