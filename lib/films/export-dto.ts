import { z } from "zod";
import { errorDtoSchema } from "@/lib/errors/error-dto";
import { locales } from "@/lib/i18n/locales";
import { itemKinds } from "@/lib/items/item-names";
import { captionChoices } from "./exported-film";
import { filmAspects } from "./film-document";
import { longestLoopSeconds, loopFormats, loopRates, loopSizes } from "./film-loop";
import { filmQualities } from "./render/film-size";
import { pictureFormats, soundFormats } from "./render/render-order";

/** Integrated loudness that a film can be brought to, in LUFS: for the web, for podcasts, for television. */
export const filmLoudnesses = [-14, -16, -23] as const;

const loudnessSchema = z
  .union(filmLoudnesses.map((loudness) => z.literal(loudness)))
  .nullable()
  .default(-14)
  .describe("Integrated loudness in LUFS. Null keeps the levels of the film.");

const qualitySchema = z
  .enum(filmQualities)
  .default("1080p")
  .describe("1920 × 1080 or 1280 × 720 for 16:9. Other aspects fit into the same two sides.");

const aspectSchema = z
  .enum(filmAspects)
  .optional()
  .describe(
    "An aspect other than the film’s. Each shot keeps its fit: fill, fit or blur. Without it, the film’s aspect.",
  );

const placesSchema = z
  .enum(["cards", "left-out"])
  .default("cards")
  .describe(
    "What becomes of shots without a result: `cards` show their words instead. `left-out` leaves them out, with the voices, effects and captions that begin in them.",
  );

/** How a film is exported. */
export const exportSettingsSchema = z.discriminatedUnion("format", [
  z.strictObject({
    format: z
      .enum(pictureFormats)
      .describe("`mp4`: H.264 and AAC, with chapters. `webm`: VP9 and Opus, slower."),
    quality: qualitySchema,
    aspect: aspectSchema,
    captions: z
      .enum(captionChoices)
      .default("none")
      .describe("`burned` draws them into the pictures, `file` stores them beside the film."),
    places: placesSchema,
    loudnessLufs: loudnessSchema,
  }),
  z.strictObject({
    format: z.enum(soundFormats).describe("The sound alone."),
    captions: z.enum(["none", "file"]).default("none").describe("`file` stores them beside the sound."),
    places: placesSchema,
    loudnessLufs: loudnessSchema,
  }),
  z.strictObject({
    format: z
      .enum(loopFormats)
      .describe("A piece of the film as an animated image that repeats, without sound."),
    size: z
      .literal(loopSizes)
      .default(480)
      .describe("The longer side in pixels. The aspect is that of the film."),
    frameRate: z.literal(loopRates).default(12).describe("Frames a second of the image."),
    startFrame: z.int().min(0).describe("The first frame of the film that is in it, from 0."),
    frameCount: z
      .int()
      .min(1)
      .describe(`How many frames of the film it takes: ${longestLoopSeconds} s at most, within the film.`),
    captions: z.enum(["none", "burned"]).default("none").describe("`burned` draws them into the images."),
  }),
]);
export type ExportSettings = z.output<typeof exportSettingsSchema>;

export const exportStates = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type ExportState = (typeof exportStates)[number];

/** What a running export does, in this order. */
export const exportPhases = ["sources", "sound", "pictures", "file", "storing"] as const;
export type ExportPhase = (typeof exportPhases)[number];

/** An export that has not ended. */
export const isActiveExport = ({ state }: { state: ExportState }): boolean =>
  state === "queued" || state === "running";

export const filmExportSchema = z.object({
  id: z.uuid(),
  filmId: z.uuid(),
  title: z.string().describe("What the film was called."),
  version: z.number().int().describe("Which version of the film it is."),
  by: z.string().describe("Name of the person who asked for it, whose item the result is."),
  isOwn: z.boolean().describe("Whether you did."),
  settings: exportSettingsSchema,
  durationMs: z.number().int(),
  state: z.enum(exportStates),
  waiting: z
    .enum(["disk"])
    .nullable()
    .describe("Why it waits: `disk` until the studio’s disk has room. Null in the queue, and once it runs."),
  progress: z.object({
    phase: z
      .enum(exportPhases)
      .nullable()
      .describe("What it is doing. Null before it starts and after it ends."),
    framesDone: z.number().int(),
    frames: z.number().int(),
    leftMs: z.number().int().nullable().describe("About how long it takes from now on. Null while unknown."),
  }),
  missing: z
    .number()
    .int()
    .describe(
      "How many of its items were deleted, in the trash or not yours to see. Cards stand in for them.",
    ),
  error: errorDtoSchema
    .extend({
      itemId: z.uuid().nullable().describe("The item that the error is about, if any."),
      itemName: z.string().nullable(),
    })
    .nullable(),
  result: z
    .object({
      itemId: z.uuid(),
      generationId: z.uuid(),
      assetId: z.uuid().describe("The file: `/api/media/{assetId}`."),
      kind: z.enum(itemKinds),
      mimeType: z.string(),
      bytes: z.number().int(),
      sha256: z.string(),
      durationSeconds: z.number().nullable(),
      width: z.number().int().nullable(),
      height: z.number().int().nullable(),
      loudnessLufs: z
        .number()
        .nullable()
        .describe("Integrated loudness in LUFS, as measured. Null for silence and for files without sound."),
      madeOf: z
        .array(
          z.object({
            generator: z.string(),
            models: z.array(z.string()),
            items: z.number().int(),
            name: z
              .string()
              .nullable()
              .describe("What the only one is called. Null for several, and if you don’t see it."),
          }),
        )
        .describe("The items in it by their generator, without those that were deleted since."),
      hasCaptions: z
        .boolean()
        .describe("Whether GET /api/v1/generations/{generationId}/subtitles has its captions."),
    })
    .nullable()
    .describe("The item. Null before it succeeded, if it was deleted, and if you don’t see it."),
  revision: z.number().int().describe("Increases with every change."),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type FilmExportDto = z.infer<typeof filmExportSchema>;

export const filmExportListSchema = z.object({
  exports: z.array(filmExportSchema).describe("The newest first."),
});
export type FilmExportList = z.infer<typeof filmExportListSchema>;

/** The body of POST /api/v1/films/{id}/exports. */
export const createExportBodySchema = z.strictObject({
  version: z
    .int()
    .min(1)
    .optional()
    .describe("A version of the film that is kept. Without it, the film as it is now."),
  settings: exportSettingsSchema,
  key: z
    .uuid()
    .describe("A new one for each export. Sending a request again with its key exports nothing again."),
  locale: z
    .enum(locales)
    .default("en")
    .describe("The language of the cards that stand in for shots without a result."),
});
export type NewExport = z.output<typeof createExportBodySchema>;

/** The path of an export. */
export const exportParamsSchema = z.object({ id: z.uuid(), exportId: z.uuid() });

/** The query of GET /api/v1/film-exports. */
export const listExportsQuerySchema = z.object({
  active: z.literal("true").optional().describe("Only those that wait or run."),
});
