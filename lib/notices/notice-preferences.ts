import { z } from "zod";
import { noticeMinimums } from "./notice-minimums";

export const noticePreferencesSchema = z.strictObject({
  succeeded: z.boolean().describe("Of results."),
  failed: z.boolean().describe("Of failed generations, and of those without a response."),
  minimumSeconds: z
    .literal(noticeMinimums)
    .describe("Only of generations that took longer than this, with their time in the queue."),
});
export type NoticePreferences = z.infer<typeof noticePreferencesSchema>;

export const defaultNoticePreferences: NoticePreferences = {
  succeeded: true,
  failed: true,
  minimumSeconds: 10,
};

/** Whether a person wants to be notified of an end. Pure. */
export function isWanted(
  preferences: NoticePreferences,
  { state, seconds }: { state: string; seconds: number },
): boolean {
  return preferences[state === "succeeded" ? "succeeded" : "failed"] && seconds >= preferences.minimumSeconds;
}
