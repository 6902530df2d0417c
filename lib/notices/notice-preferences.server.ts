import type { Database, Queryable } from "@/lib/db/database.server";
import { changeList } from "@/lib/live/change-list.server";
import {
  defaultNoticePreferences,
  type NoticePreferences,
  noticePreferencesSchema,
} from "./notice-preferences";

/** The key in the table Preference. */
export const noticePreferenceKey = "notifications";

/** What a person wants to be notified of. */
export async function getNoticePreferences(database: Queryable, userId: string): Promise<NoticePreferences> {
  const row = await database.preference.findUnique({
    where: { userId_key: { userId, key: noticePreferenceKey } },
    select: { value: true },
  });
  return row === null ? defaultNoticePreferences : noticePreferencesSchema.parse(row.value);
}

/** What is left out stays. */
export function changeNoticePreferences(
  database: Database,
  userId: string,
  changes: Partial<NoticePreferences>,
): Promise<NoticePreferences> {
  return changeList(database, { userId, list: "digest" }, async (transaction) => {
    const value = { ...(await getNoticePreferences(transaction, userId)), ...changes };
    const key = noticePreferenceKey;
    await transaction.preference.upsert({
      where: { userId_key: { userId, key } },
      create: { userId, key, value },
      update: { value },
    });
    return value;
  });
}
