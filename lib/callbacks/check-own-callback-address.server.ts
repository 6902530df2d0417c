import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { chooseCallbackBase } from "./callback-base";
import { limitCallbackChecks } from "./callback-check-limit.server";
import type { CallbackCheck } from "./callback-status-dto";
import { checkCallbackAddress } from "./check-callback-address.server";
import { findCallbackTarget } from "./find-callback-target.server";
import { getStudioAddresses } from "./studio-addresses.server";

/**
 * Asks the studio itself through the address that the service of a person is told, or would be if callbacks were on.
 *
 * @throws StudioError connection.missing, callbacks.no-address, rate.throttled
 */
export async function checkOwnCallbackAddress(userId: string): Promise<CallbackCheck> {
  const database = getDatabase();
  const target = await findCallbackTarget(userId, database);
  if (target === null) throw new StudioError("connection.missing");
  const base = chooseCallbackBase(getStudioAddresses(), target);
  if (base === null) throw new StudioError("callbacks.no-address");
  await limitCallbackChecks(userId);
  return checkCallbackAddress(database, { base, userId });
}
