import { z } from "zod";
import { videoMeasuresSchema } from "@/lib/media/video-measures";
import { generationStates } from "./states";
import { waitingSchema } from "./waiting";

/** One stored result as REST and browser see it. */
export const outputDtoSchema = z.object({
  assetId: z.uuid(),
  index: z.number().int().min(0).describe("Position among the results of its role, from 0."),
  role: z.string().describe("What it is to the generation, for example `image`."),
  mimeType: z.string(),
  bytes: z.number().int().min(0),
  sha256: z.string().describe("Digest of the bytes, lower-case hex."),
  width: z.number().int().optional().describe("Pixels."),
  height: z.number().int().optional().describe("Pixels."),
  durationSeconds: z.number().optional(),
  sound: z
    .object({ sampleRateHz: z.number(), channels: z.number() })
    .optional()
    .describe("What the header of a sound says of its samples."),
  video: videoMeasuresSchema
    .optional()
    .describe("What the frames of a video are; missing for what was stored before this was measured."),
  partial: z
    .literal(true)
    .optional()
    .describe("The stream broke off: this is what had come, and not the whole result."),
  group: z.string().optional().describe("Outputs that belong together have the same group."),
  facts: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("What the service told of this one result, and what raw sound is (rawAudio)."),
  seed: z
    .union([z.number().int(), z.string()])
    .nullable()
    .optional()
    .describe(
      "Of an image: the seed of the request, which all of its images share; null where none was sent: the service then draws one for each image and does not report it.",
    ),
  fileName: z.string().describe("What it is called when it is downloaded."),
  url: z.string().describe("Path under the studio's own address; needs the session or a token."),
});

/** A file of the studio that an input refers to, by a name that a person knows. */
export const inputFileDtoSchema = z.object({
  field: z.string().describe("Where it stands in `input`: a dotted path."),
  assetId: z.uuid(),
  mimeType: z.string(),
  name: z
    .string()
    .nullable()
    .describe(
      "Of a result: what the generation that made it is called; of an upload: its file name, if any.",
    ),
  generationId: z.uuid().optional().describe("The generation that made it, where it is a result."),
});

export const generationErrorDtoSchema = z.object({
  code: z.string().describe("Code of the one error catalogue (docs/errors.md)."),
  serviceCode: z
    .number()
    .int()
    .optional()
    .describe("base_resp.status_code of the service, where it told one."),
  message: z.string().describe("What happened, in English."),
  action: z.string().describe("What can be done about it, in English."),
  made: z
    .enum(["nothing", "something", "unknown"])
    .describe("What the service had made by then: `nothing` is proven, and not billed."),
  traceId: z.string().optional().describe("Finds the request in the service's own log."),
});

/** A field that was accepted and not sent. */
export const generationNoteSchema = z.object({
  path: z.string().describe("Where it stands in `input`: a dotted path."),
  key: z.string().describe("Stable name of the reason, for example `stream-has-no-subtitles`."),
  values: z.record(z.string(), z.union([z.string(), z.number()])).describe("What the sentence names."),
  message: z.string().describe("The reason, in English."),
});

export const countsDtoSchema = z.object({
  expected: z.number().int().describe("How many a full success has."),
  stored: z.number().int().describe("Safe in the studio's own store."),
  storing: z.number().int().describe("Being fetched now."),
  blocked: z.number().int().describe("Held back by the service (safety check)."),
  failed: z.number().int().describe("Made by the service but not to be had."),
  partial: z.number().int().describe("Broke off while they came; what had come is kept."),
});

export const generationDtoSchema = z.object({
  id: z.uuid(),
  generator: z.string().describe("What made it; GET /api/v1/generators lists them."),
  state: z.enum(generationStates),
  input: z
    .record(z.string(), z.unknown())
    .describe("The exact input, in the service's own field names; media as {assetId} or {url}."),
  inputFiles: z
    .array(inputFileDtoSchema)
    .optional()
    .describe("The files of the studio that `input` refers to; missing where it refers to none."),
  notes: z
    .array(generationNoteSchema)
    .optional()
    .describe(
      "Fields of `input` that were not sent, because they have no effect beside the others; missing where all were sent.",
    ),
  model: z.string().describe("By its name in the service's document."),
  outputs: z.array(outputDtoSchema),
  live: z
    .object({
      role: z.string(),
      index: z.number().int(),
      mimeType: z.string().describe("What `url` delivers while the result is being made."),
      url: z.string().describe("Plays from the beginning and goes on as the service goes on."),
    })
    .optional()
    .describe("The result that is being streamed now."),
  error: generationErrorDtoSchema.nullable(),
  counts: countsDtoSchema,
  usage: z.record(z.string(), z.unknown()).optional().describe("What the service counted."),
  facts: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("What the service told of the result, for example extra_info; also the trace id."),
  traceId: z.string().optional(),
  waiting: waitingSchema
    .optional()
    .describe("Why it does not go on now, and until when as far as that is known."),
  take: z
    .object({
      idea: z.string().describe("The same for all takes of one idea, whatever else differs."),
      number: z.number().int().min(1).describe("From 1, in the order in which they were asked for."),
    })
    .optional()
    .describe("Which take of its idea it is; missing where each generation stands alone."),
  sandbox: z.boolean().describe("Made by the sandbox: not the real service."),
  profileId: z.string().describe("The profile of the connection that it was made with."),
  parentId: z.uuid().nullable().describe("The generation that it came from."),
  relation: z
    .enum(["again", "vary", "edit", "retry", "sentence", "frame", "sample"])
    .nullable()
    .describe("How it came from that one."),
  favourite: z.boolean(),
  title: z
    .string()
    .nullable()
    .describe("What its person calls it; null while it is told by its own words: prompt, text, lyrics."),
  version: z.number().int().describe("Grows with every change."),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable().describe("When it was put in the trash."),
});

export type InputFileDto = z.infer<typeof inputFileDtoSchema>;
export type OutputDto = z.infer<typeof outputDtoSchema>;
export type GenerationDto = z.infer<typeof generationDtoSchema>;
export type GenerationErrorDto = z.infer<typeof generationErrorDtoSchema>;
export type CountsDto = z.infer<typeof countsDtoSchema>;

export const generationPageSchema = z.object({
  generations: z.array(generationDtoSchema),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque; give it back as `cursor` for the next page, null on the last."),
});
export type GenerationPage = z.infer<typeof generationPageSchema>;

/** What stands beside a generation in a list that is newest first. */
export const generationNeighboursSchema = z.object({
  previous: generationDtoSchema.nullable().describe("The next newer one of the list; null at its beginning."),
  next: generationDtoSchema.nullable().describe("The next older one of the list; null at its end."),
});
export type GenerationNeighbours = z.infer<typeof generationNeighboursSchema>;
