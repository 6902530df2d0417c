import type { Database } from "@/lib/db/database.server";
import { addImportedWebhook } from "@/lib/webhooks/webhooks.server";
import { mapIds } from "./map-ids.server";
import type { Archive } from "./open-archive.server";

/** Adds webhooks that the account doesn't have, until it has as many as it may. They are disabled until their person enables them. */
export async function importWebhooks({
  archive,
  database,
  userId,
}: {
  archive: Archive;
  database: Database;
  userId: string;
}): Promise<void> {
  for await (const webhook of archive.readRows("webhooks")) {
    const ids = await mapIds(database, { table: "Webhook", userId, ids: [webhook.id] });
    const { id, isKnown } = ids.get(webhook.id)!;
    if (!isKnown) await addImportedWebhook(database, { ...webhook, id, userId });
  }
}
