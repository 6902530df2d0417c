import { z } from "zod";
import type { Queryable } from "@/lib/db/database.server";
import { getEnv } from "@/lib/env/env.server";

const settingKey = "trash-clock";
const dayMs = 24 * 60 * 60 * 1000;
const settingSchema = z.object({ days: z.number().int().nullable(), since: z.iso.datetime() });

/** When the trash empties itself. */
export interface TrashClock {
  /** STUDIO_TRASH_DAYS; null if nothing leaves. */
  days: number | null;
  /** Nothing leaves before: all items get their days from the time at which the studio first started with this setting. */
  notBefore: Date | null;
}

/** What the pages say, also before a worker has started with this setting. */
export async function readTrashClock(database: Queryable, nowMs: number): Promise<TrashClock> {
  const { STUDIO_TRASH_DAYS: days } = getEnv();
  if (days === null) return { days, notBefore: null };
  const sinceMs = (await findSince(database, days)) ?? nowMs;
  return { days, notBefore: new Date(sinceMs + days * dayMs) };
}

/** Stores when the studio first started with this setting. A changed setting starts anew. */
export async function keepTrashClock(database: Queryable, nowMs: number): Promise<TrashClock> {
  const { STUDIO_TRASH_DAYS: days } = getEnv();
  if ((await findSince(database, days)) === null) {
    const value = { days, since: new Date(nowMs).toISOString() };
    await database.instanceSetting.upsert({
      where: { key: settingKey },
      create: { key: settingKey, value },
      update: { value },
    });
  }
  return readTrashClock(database, nowMs);
}

async function findSince(database: Queryable, days: number | null): Promise<number | null> {
  const setting = await database.instanceSetting.findUnique({ where: { key: settingKey } });
  if (!setting) return null;
  const stored = settingSchema.parse(setting.value);
  return stored.days === days ? Date.parse(stored.since) : null;
}
