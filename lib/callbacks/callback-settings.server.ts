import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";

const settingKey = "callbacks";
const settingSchema = z.object({ enabled: z.boolean() });

/** Whether the service is given an address to push to at all; it is unless the owner said no. */
export async function areCallbacksEnabled(database: Queryable): Promise<boolean> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  return setting === null || settingSchema.parse(setting.value).enabled;
}

/** Decides for generations that leave from now on; what was told an address before is still heard. */
export async function setCallbacksEnabled(database: Queryable, enabled: boolean): Promise<void> {
  const value = { enabled };
  await database.instanceSetting.upsert({
    where: { key: settingKey },
    create: { key: settingKey, value },
    update: { value },
  });
}
