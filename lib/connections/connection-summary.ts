import { z } from "zod";
import {
  fieldNamesSchema,
  OPTIONAL_ENDPOINTS,
  serviceProfileSchema,
} from "@/lib/service/profiles/profile-schema";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles";
import { profileOverridesSchema } from "./connection-input";
import { connectionTestResultSchema } from "./connection-test-result";
import type { ConnectionSource } from "./resolved-connection";

const connectionSources = ["person", "environment", "sandbox"] as const satisfies ConnectionSource[];
const { image, video, speech } = fieldNamesSchema.shape;

/** What a browser may know about a connection: all of it but the key. */
export const connectionSummarySchema = z.object({
  profileId: z.enum(SHIPPED_PROFILE_IDS),
  profileName: z.string(),
  source: z.enum(connectionSources).describe("The person's own, the environment's default, or the sandbox."),
  sandbox: z.boolean(),
  baseUrl: z.string().nullable().describe("Null where nothing says it: the sandbox that does not run."),
  altBaseUrl: z.string().nullable(),
  ownAddresses: z
    .object({ baseUrl: z.string().nullable(), altBaseUrl: z.string().nullable() })
    .describe("Addresses that the person typed; null where they are the profile's own."),
  keyLastFour: z
    .string()
    .nullable()
    .describe("The end of a key that is long enough for its end to tell nothing."),
  problem: z
    .enum(["missing", "unreadable"])
    .nullable()
    .describe("`missing`: nothing to send with; `unreadable`: sealed under another instance secret."),
  features: z
    .object({
      endpoints: z.record(z.enum(OPTIONAL_ENDPOINTS), z.boolean()),
      fields: z.object({
        image: z.record(image.keyof(), z.boolean()),
        video: z.record(video.keyof(), z.boolean()),
        speech: z.record(speech.keyof(), z.boolean()),
      }),
      maxSubjectReferences: z.int(),
    })
    .describe("What the service has beside the required part of its document."),
  modelNames: z
    .record(z.string(), z.string())
    .describe("Model name of the document to the name on the wire, where they differ."),
  rateLimits: serviceProfileSchema.shape.rateLimits,
  overrides: profileOverridesSchema.describe("What the person changed in the shipped profile."),
  testedAt: z.iso.datetime().nullable(),
  testResult: connectionTestResultSchema.nullable(),
});

export type ConnectionSummary = z.output<typeof connectionSummarySchema>;
