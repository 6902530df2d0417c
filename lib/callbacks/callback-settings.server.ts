import { z } from "zod";
import { type AuditAuthor, recordAudit } from "@/lib/audit/record-audit.server";
import type { Database, Queryable } from "@/lib/db/database.server";

const settingKey = "callbacks";
const settingSchema = z.object({ enabled: z.boolean() });

/** Whether requests carry a callback address. On by default; the owner can switch it off. */
export async function areCallbacksEnabled(database: Queryable): Promise<boolean> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  return setting === null || settingSchema.parse(setting.value).enabled;
}

/** Applies to requests from now on; callbacks of earlier requests are still received. */
export async function setCallbacksEnabled(
  database: Database,
  author: AuditAuthor,
  enabled: boolean,
): Promise<void> {
  const value = { enabled };
  await database.$transaction(async (transaction) => {
    await transaction.instanceSetting.upsert({
      where: { key: settingKey },
      create: { key: settingKey, value },
      update: { value },
    });
    await recordAudit(transaction, { kind: "callbacks-switched", author, facts: { enabled } });
  });
}
