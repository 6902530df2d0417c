import { z } from "zod";
import { assetKinds } from "@/lib/media/stored-asset";
import { rawAudioSchema } from "@/lib/media/raw-audio-schema";
import { waitingSchema } from "./waiting";

/** The JSON columns of a generation, parsed when read and never cast. */

export const connectionFactsSchema = z.object({
  profileId: z.string(),
  baseUrl: z.string(),
  /** The backup address of synchronous speech; missing in rows from before it was stored. */
  altBaseUrl: z.string().optional(),
  /** Digest of key and address; not a secret. */
  scope: z.string(),
  /** Whether results may be on private hosts of the connection; missing in rows from before it was stored. */
  trusted: z.boolean().default(true),
});

export const countsSchema = z.object({
  expected: z.number().int().default(1),
  blocked: z.number().int().default(0),
  /** The role of the expected results; what accompanies them (subtitles) is not counted. */
  role: z.string().optional(),
});
export type Counts = z.infer<typeof countsSchema>;

/** How many results are stored, without what accompanies them (subtitles). */
export function countStored(
  { role }: Pick<Counts, "role">,
  outputs: readonly { state: string; role: string }[],
): number {
  return outputs.filter((output) => output.state === "stored" && (role ?? output.role) === output.role)
    .length;
}

/** The result being streamed now. */
export const liveSchema = z.object({
  role: z.string(),
  index: z.number().int().min(0),
  /** Of the stream. */
  mimeType: z.string(),
  expectedKind: z.enum(assetKinds),
  facts: z.record(z.string(), z.unknown()).optional(),
});
export type LiveFacts = z.infer<typeof liveSchema>;

/** The `facts` column of an output. */
export const outputFactsSchema = z.looseObject({
  group: z.string().optional().catch(undefined),
  rawAudio: rawAudioSchema.optional().catch(undefined),
});

export const serviceFactsSchema = z.looseObject({
  traceId: z.string().optional(),
});

/** Input fields that were not sent, and why, as decided at that time. */
export const notesSchema = z
  .array(
    z.object({
      path: z.string(),
      key: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  )
  .catch([]);

export const recordSchema = z.record(z.string(), z.unknown());

export const nullableWaitingSchema = waitingSchema.nullable().catch(null);
