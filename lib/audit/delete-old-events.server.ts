import type { Queryable } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes the events of the audit log that are older than STUDIO_AUDIT_DAYS, if it limits them. A trigger refuses to delete
 * those of the last 90 days. Returns how many were deleted.
 */
export async function deleteOldAuditEvents(database: Queryable): Promise<number> {
  const days = getEnv().STUDIO_AUDIT_DAYS;
  if (days === null) return 0;
  const { count } = await database.auditEvent.deleteMany({
    where: { at: { lt: new Date(Date.now() - days * dayMs) } },
  });
  return count;
}
