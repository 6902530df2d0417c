import { z } from "zod";
import { OPTIONAL_ENDPOINTS } from "@/lib/service/profiles/profile-options";
import {
  fieldNamesSchema,
  fieldValuesSchema,
  serviceProfileSchema,
} from "@/lib/service/profiles/profile-schema";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";
import { profileOverridesSchema } from "./connection-input";
import { connectionTestResultSchema } from "./connection-test-result";
import type { ConnectionSource } from "./resolved-connection";

const connectionSources = ["person", "environment", "sandbox"] as const satisfies ConnectionSource[];
const { image, video, speech } = fieldNamesSchema.shape;

/** A connection as a browser sees it: without the key. */
export const connectionSummarySchema = z.object({
  profileId: z.enum(SHIPPED_PROFILE_IDS),
  profileName: z.string(),
  source: z
    .enum(connectionSources)
    .describe("Your own connection, the default from the environment, or the sandbox."),
  sandbox: z.boolean(),
  baseUrl: z.string().nullable().describe("Null if unknown, for example when the sandbox isn't running."),
  altBaseUrl: z.string().nullable(),
  ownAddresses: z
    .object({ baseUrl: z.string().nullable(), altBaseUrl: z.string().nullable() })
    .describe("Addresses you entered. Null if the profile's addresses are used."),
  keyLastFour: z
    .string()
    .nullable()
    .describe("Last characters of the key, if the key is long enough to show them safely."),
  problem: z
    .enum(["missing", "unreadable"])
    .nullable()
    .describe(
      "`missing`: no usable connection; `unreadable`: the key was encrypted with another instance secret.",
    ),
  features: z
    .object({
      endpoints: z.record(z.enum(OPTIONAL_ENDPOINTS), z.boolean()),
      fields: z.object({
        image: z.record(image.keyof(), z.boolean()),
        video: z.record(video.keyof(), z.boolean()),
        speech: z.record(speech.keyof(), z.boolean()),
      }),
      maxSubjectReferences: z.int(),
      values: fieldValuesSchema
        .pick({ image: true, speech: true })
        .describe(
          "Values and ranges the service accepts. A range of vol or style_weight excludes its minimum.",
        ),
    })
    .describe("Optional features of the service."),
  modelNames: z
    .record(z.string(), z.string())
    .describe("Documented model names mapped to the names sent to the service, if different."),
  rateLimits: serviceProfileSchema.shape.rateLimits,
  overrides: profileOverridesSchema.describe("Your overrides of the profile."),
  testedAt: z.iso.datetime().nullable(),
  testResult: connectionTestResultSchema.nullable(),
});

export type ConnectionSummary = z.output<typeof connectionSummarySchema>;
