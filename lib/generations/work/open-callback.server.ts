import { openCallbackAddress } from "@/lib/callbacks/callback-address.server";
import { areCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import type { ResolvedConnection } from "../../connections/resolved-connection";
import type { WorkerServices } from "./worker-services.server";

/** An address for what the service has to say of a generation; null where the service cannot reach the studio. */
export async function openCallback(
  { database, findCallbackBase }: Pick<WorkerServices, "database" | "findCallbackBase">,
  row: { id: string; userId: string },
  connection: ResolvedConnection,
): Promise<string | null> {
  const base = findCallbackBase(connection);
  if (base === null || !(await areCallbacksEnabled(database))) return null;
  return openCallbackAddress(database, { base, userId: row.userId, generationId: row.id });
}
