import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { noticePreferencesSchema } from "@/lib/notices/notice-preferences";
import { changeNoticePreferences, getNoticePreferences } from "@/lib/notices/notice-preferences.server";

const answers = { 200: { description: "The preferences.", schema: noticePreferencesSchema } };

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getNotificationPreferences",
    tag: "Notifications",
    summary: "Get what you are notified of",
    answers,
  },
  handle: ({ actor }) => getNoticePreferences(getDatabase(), actor.userId),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: noticePreferencesSchema.partial(),
  operation: {
    id: "changeNotificationPreferences",
    tag: "Notifications",
    summary: "Choose what you are notified of",
    description: "What is left out stays. Each browser decides on its own whether it shows notifications.",
    answers,
  },
  handle: ({ actor, body }) => changeNoticePreferences(getDatabase(), actor.userId, body),
});
