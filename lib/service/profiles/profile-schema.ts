import { z } from "zod";
import { reportProblem } from "../contract/issue.ts";
import { ENDPOINTS, IDENTIFIER_TYPES, LIST_SEPARATOR } from "./profile-options.ts";

/** Node treats longer timers as none. About 24.8 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const milliseconds = z.number().int().positive().max(MAX_TIMER_MS);

/** Timeouts of one exchange, in milliseconds. */
const timeoutsSchema = z.strictObject({
  /** Until the TCP (and TLS) connection is open. */
  connectMs: milliseconds,
  /** From the request's last byte to the response headers. */
  headersMs: milliseconds,
  /** Between two chunks of the response body. */
  idleMs: milliseconds,
  /** The whole exchange. */
  totalMs: milliseconds,
});
export type EndpointTimeouts = z.output<typeof timeoutsSchema>;

/** One endpoint: its path, its query parameters and its timeouts. */
const endpointSchema = z.strictObject({
  method: z.enum(["GET", "POST"]),
  /** Path below the base address. */
  path: z.string().regex(/^\/[^\s?#]*$/),
  /** Maps our parameter names to the names on the wire. */
  query: z.record(z.string(), z.string()).default({}),
  timeouts: timeoutsSchema,
});
export type ProfileEndpoint = z.output<typeof endpointSchema>;

/** Requests per sliding window, and at the same time. */
const rateLimitSchema = z.strictObject({
  requests: z.number().int().positive(),
  windowMs: milliseconds,
  concurrency: z.number().int().positive().optional(),
});
export type RateLimit = z.output<typeof rateLimitSchema>;

const wireName = z.string().min(1).nullable();

/** Two fields must not share a name on the wire. */
function checkNames(names: Readonly<Record<string, string | null>>, context: z.RefinementCtx): void {
  const taken = new Set<string>();
  for (const [field, name] of Object.entries(names)) {
    if (name !== null && taken.has(name)) reportProblem(context, [field], "field.name-taken");
    if (name !== null) taken.add(name);
  }
}

/**
 * Names on the wire of fields that service.md leaves unnamed; null where this service doesn't have the field.
 */
export const fieldNamesSchema = z.strictObject({
  image: z
    .strictObject({
      style: wireName,
      response_format: wireName,
      seed: wireName,
      prompt_optimizer: wireName,
      aigc_watermark: wireName,
    })
    .superRefine(checkNames),
  video: z.strictObject({ fast_pretreatment: wireName, aigc_watermark: wireName }).superRefine(checkNames),
  speech: z.strictObject({ timber_weights: wireName }),
});
export type ProfileFieldNames = z.output<typeof fieldNamesSchema>;

function listOf<Item extends z.ZodType<string | number>>(item: Item) {
  return z
    .array(item)
    .min(1, { error: "field.required" })
    .max(100)
    .superRefine((values, context) => {
      if (new Set(values).size < values.length) reportProblem(context, [], "field.duplicate");
    })
    .readonly();
}

const word = z
  .string()
  .min(1)
  .max(100)
  .refine((value) => value.trim() === value && !LIST_SEPARATOR.test(value), { error: "field.format" });
const count = z.number().int().positive();

function rangeOf(bound: z.ZodType<number>) {
  return z.strictObject({ min: bound, max: bound }).superRefine(({ min, max }, context) => {
    if (min >= max) reportProblem(context, ["max"], "field.range-order");
  });
}

const range = rangeOf(z.number());
const wholeRange = rangeOf(z.number().int());

/** Values that service.md leaves open, by field. */
export const fieldValuesSchema = z.strictObject({
  narration: z.strictObject({ text_file_id: z.enum(IDENTIFIER_TYPES) }),
  image: z.strictObject({ style_type: listOf(word), style_weight: range }),
  /** Synchronous and asynchronous speech. */
  speech: z.strictObject({
    emotion: listOf(word),
    sound_effects: listOf(word),
    sample_rate: listOf(count),
    bitrate: listOf(count),
    max_voices: z.number().int().nonnegative(),
    speed: range,
    vol: range,
    pitch: wholeRange,
    voice_modify: wholeRange,
    weight: wholeRange,
  }),
});
export type ProfileFieldValues = z.output<typeof fieldValuesSchema>;

const optionalEndpoint = endpointSchema.nullable();

/** A service as data. Contains no secrets; the API key isn't part of it. */
export const serviceProfileSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  /** A proper name, not translated. */
  name: z.string().min(1),
  /** Without a trailing slash; null where the person enters it. */
  baseUrl: z.url({ protocol: /^https?$/ }).nullable(),
  /** Backup address of synchronous speech. */
  altBaseUrl: z.url({ protocol: /^https?$/ }).nullable(),
  /** Keys work only in their own region: the other host responds with 2049 or 1004. */
  regionalKeys: z.boolean(),
  /** Maps model names of service.md to the names on the wire, where they differ. */
  modelNames: z.record(z.string(), z.string().min(1)),
  fieldNames: fieldNamesSchema,
  fieldValues: fieldValuesSchema,
  endpoints: z.strictObject({
    musicGeneration: endpointSchema,
    coverPreprocess: endpointSchema,
    videoGeneration: endpointSchema,
    imageGeneration: endpointSchema,
    narrationCreate: endpointSchema,
    speech: endpointSchema,
    fileContent: endpointSchema,
    videoQuery: optionalEndpoint,
    narrationQuery: optionalEndpoint,
    fileRetrieve: optionalEndpoint,
    fileUpload: optionalEndpoint,
    fileList: optionalEndpoint,
    fileDelete: optionalEndpoint,
    voiceList: optionalEndpoint,
    lyricsGeneration: optionalEndpoint,
  }),
  /** By model name of service.md, or by endpoint for models without their own. */
  rateLimits: z.strictObject({
    models: z.record(z.string(), rateLimitSchema),
    endpoints: z.partialRecord(z.enum(ENDPOINTS), rateLimitSchema),
  }),
  polling: z.strictObject({ videoIntervalMs: milliseconds, narrationIntervalMs: milliseconds }),
  limits: z.strictObject({ maxSubjectReferences: z.number().int().nonnegative() }),
});
export type ServiceProfile = z.output<typeof serviceProfileSchema>;
