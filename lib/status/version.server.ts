import { z } from "zod";
import packageJson from "@/package.json" with { type: "json" };
import { readBuildId } from "./build-id.server";
import type { Release } from "./parse-changelog";

/** The version of these sources. Several builds may have the same, which the build ID tells apart. */
export const version: string = packageJson.version;

const releasesSchema: z.ZodType<Release[]> = z.array(
  z.object({
    version: z.string().nullable(),
    date: z.string().nullable(),
    groups: z.array(z.object({ title: z.string(), changes: z.array(z.string()) })),
  }),
);

/** The newest releases, as they were in CHANGELOG.md when the pages were built (next.config.mjs). */
export function listReleases(): Release[] {
  // oxlint-disable-next-line node/no-process-env -- a text of the build, not a setting
  return releasesSchema.parse(JSON.parse(process.env.REVERIE_RELEASES ?? "[]"));
}

/** Enough of the build ID to tell builds apart; `development` without a build. */
export function readShortBuildId(): string {
  return readBuildId().slice(0, "development".length);
}
