import { z } from "zod";
import { assetKinds } from "./stored-asset";

export const fileCountSchema = z.object({ files: z.number().int().min(0), bytes: z.number().int().min(0) });
export type FileCount = z.infer<typeof fileCountSchema>;

/** What a person's files take. */
export const storageUsageSchema = z.object({
  total: fileCountSchema.describe("As the quota counts them."),
  kinds: z.array(fileCountSchema.extend({ kind: z.enum(assetKinds) })).describe("Without empty kinds."),
  months: z
    .array(
      fileCountSchema.extend({ month: z.string().describe("Year and month in UTC, for example `2026-11`.") }),
    )
    .describe("The months that have files, newest first."),
  uploads: fileCountSchema.describe("Part of the total."),
  previews: z
    .object({ bytes: z.number().int().min(0), at: z.iso.datetime() })
    .nullable()
    .describe("Thumbnails and waveforms, measured once a day; not part of the total. Null before."),
});
export type StorageUsage = z.infer<typeof storageUsageSchema>;
