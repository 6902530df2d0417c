import { z } from "zod";
import { generationStates } from "./states";
import { waitingSchema } from "./waiting";

/** One stored result as REST and browser see it. */
export const outputDtoSchema = z.object({
  assetId: z.uuid(),
  /** Position among the results of its role, from 0. */
  index: z.number().int().min(0),
  role: z.string(),
  mimeType: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  durationSeconds: z.number().optional(),
  /** What it is called when it is downloaded. */
  fileName: z.string(),
  /** Path under the studio's own address; needs the session or a token. */
  url: z.string(),
});

export const generationErrorDtoSchema = z.object({
  /** Code of the one error catalogue (docs/errors.md). */
  code: z.string(),
  /** base_resp.status_code of the service, where it told one. */
  serviceCode: z.number().int().optional(),
  message: z.string(),
  action: z.string(),
  /** What the service had made by then: `nothing` is proven, and not billed. */
  made: z.enum(["nothing", "something", "unknown"]),
  traceId: z.string().optional(),
});

export const countsDtoSchema = z.object({
  /** How many a full success has. */
  expected: z.number().int(),
  /** Safe in the studio's own store. */
  stored: z.number().int(),
  /** Being fetched now. */
  storing: z.number().int(),
  /** Held back by the service (safety check). */
  blocked: z.number().int(),
  /** Made by the service but not to be had. */
  failed: z.number().int(),
});

export const generationDtoSchema = z.object({
  id: z.uuid(),
  generator: z.string(),
  state: z.enum(generationStates),
  /** The exact input, in the service's own field names; media as {assetId} or {url}. */
  input: z.record(z.string(), z.unknown()),
  model: z.string(),
  outputs: z.array(outputDtoSchema),
  error: generationErrorDtoSchema.nullable(),
  counts: countsDtoSchema,
  usage: z.record(z.string(), z.unknown()).optional(),
  /** What the service told of the result, for example extra_info; also the trace id. */
  facts: z.record(z.string(), z.unknown()).optional(),
  traceId: z.string().optional(),
  /** Why it does not go on now, and until when as far as that is known. */
  waiting: waitingSchema.optional(),
  /** Made by the sandbox: not the real service. */
  sandbox: z.boolean(),
  profileId: z.string(),
  parentId: z.uuid().nullable(),
  relation: z.enum(["again", "vary", "edit", "retry"]).nullable(),
  favourite: z.boolean(),
  /** Grows with every change. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** When it was put in the trash. */
  deletedAt: z.iso.datetime().nullable(),
});

export type OutputDto = z.infer<typeof outputDtoSchema>;
export type GenerationDto = z.infer<typeof generationDtoSchema>;
export type GenerationErrorDto = z.infer<typeof generationErrorDtoSchema>;
export type CountsDto = z.infer<typeof countsDtoSchema>;

export const generationPageSchema = z.object({
  generations: z.array(generationDtoSchema),
  /** Opaque; give it back as `cursor` for the next page, null on the last. */
  nextCursor: z.string().nullable(),
});
export type GenerationPage = z.infer<typeof generationPageSchema>;
