import { getDatabase } from "@/lib/db/database.server";
import type { CallbackStatus } from "./callback-status-dto";
import { findCallbackTarget } from "./find-callback-target.server";
import { getCallbackStatus } from "./get-callback-status.server";
import { getStudioAddresses } from "./studio-addresses.server";

/** What there is to know of callbacks, for a person with the connection and the addresses of now. */
export async function getOwnCallbackStatus(userId: string): Promise<CallbackStatus> {
  const database = getDatabase();
  const target = await findCallbackTarget(userId, database);
  return getCallbackStatus(database, { userId, addresses: getStudioAddresses(), target });
}
