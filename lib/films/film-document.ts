import { z } from "zod";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { captionMaxLength, shotTextMaxLength } from "./film-limits";

/**
 * A film as one document. Pictures are placed by frames of the film, so that cuts are exact at its rate; sounds and captions by
 * milliseconds, which a frame would be too coarse for. Of sources, it knows library items and positions in seconds.
 */

/** Width over height. */
export const filmAspects = ["16:9", "9:16", "1:1", "4:5", "21:9"] as const;
export type FilmAspect = (typeof filmAspects)[number];

/** Frames a second. */
export const frameRates = [24, 25, 30] as const;
export type FrameRate = (typeof frameRates)[number];

/** The version of the document's form that this code writes. */
export const filmFormat = 1;

export const longestFilmMs = 10 * 60 * 60 * 1_000;
const longestFilmFrames = (longestFilmMs / 1_000) * Math.max(...frameRates);
export const maxShots = 2_000;
export const maxTransitionFrames = 300;
const maxPieces = 5_000;
export const maxNameLength = 200;

const text = (maxLength: number) =>
  z
    .string()
    .refine(isStorableText, { error: "field.characters", abort: true })
    .refine((value) => countCodePoints(value) <= maxLength, {
      error: "field.too-long",
      params: { maximum: maxLength },
    });
const frames = z.int().min(0).max(longestFilmFrames);
const milliseconds = z.int().min(0).max(longestFilmMs);
const seconds = z
  .number()
  .min(0)
  .max(longestFilmMs / 1_000);
/** Decibels; what is quieter than the least is off. */
export const level = { min: -60, max: 12 } as const;
const decibels = z.number().min(level.min).max(level.max);

/** A part of a picture, as shares of its width and height. */
const viewSchema = z
  .strictObject({
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    width: z.number().min(0.05).max(1),
    height: z.number().min(0.05).max(1),
  })
  .refine(({ x, y, width, height }) => x + width <= 1.000_001 && y + height <= 1.000_001, {
    error: "film.view-outside",
  });
export type View = z.output<typeof viewSchema>;

/** A shot that is still to be created, with what is sent for it. */
const placeSchema = z.strictObject({
  kind: z.literal("place"),
  generator: text(50).describe("What is to send it; checked when it is sent."),
  text: text(shotTextMaxLength).describe("What is to be generated here."),
  model: text(100).nullable().describe("Null for the usual one of the generator."),
  firstFrame: z.discriminatedUnion("of", [
    z.strictObject({ of: z.literal("none") }),
    z.strictObject({ of: z.literal("item"), itemId: z.uuid() }),
    z.strictObject({ of: z.literal("shot-before") }),
  ]),
  generationId: z
    .uuid()
    .nullable()
    .describe(
      "The generation whose result falls in here. Null if the film knows it by the shot’s ID, or for none.",
    ),
  after: z
    .uuid()
    .nullable()
    .optional()
    .describe("The generation that it is created again after: neither it nor one before falls in here."),
});
export type Place = z.output<typeof placeSchema>;

const contentSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("video"),
    itemId: z.uuid(),
    from: seconds.describe("Where it begins in the video, in seconds."),
    speed: z.number().min(0.5).max(2),
    sound: z.strictObject({
      level: decibels,
      isOn: z.boolean(),
      fadeInMs: milliseconds,
      fadeOutMs: milliseconds,
    }),
  }),
  z.strictObject({
    kind: z.literal("picture"),
    itemId: z.uuid(),
    move: z
      .strictObject({ from: viewSchema, to: viewSchema })
      .nullable()
      .describe("Pan and zoom between two parts of it; null stands still."),
  }),
  z.strictObject({ kind: z.literal("card"), text: text(shotTextMaxLength), tone: z.enum(["dark", "light"]) }),
  placeSchema,
]);
export type ShotContent = z.output<typeof contentSchema>;

export const transitionKinds = ["cut", "fade", "dip", "wipe"] as const;
const transitionSchema = z.strictObject({
  kind: z.enum(transitionKinds),
  frames: z
    .int()
    .min(0)
    .max(maxTransitionFrames)
    .describe("Its length. Half of either shot is the most that takes part."),
});
export type Transition = z.output<typeof transitionSchema>;

const shotSchema = z.strictObject({
  id: z.uuid(),
  name: text(maxNameLength),
  frames: frames.min(1),
  content: contentSchema,
  fit: z.enum(["fill", "fit", "blur"]),
  transition: transitionSchema.describe("From the shot before."),
  origin: placeSchema
    .nullable()
    .optional()
    .describe("What it was created from, for other takes and to create it again."),
});
export type Shot = z.output<typeof shotSchema>;

export const soundTracks = ["voice", "score", "effects"] as const;
export type SoundTrack = (typeof soundTracks)[number];

const pieceSchema = z.strictObject({
  id: z.uuid(),
  track: z.enum(soundTracks),
  itemId: z.uuid(),
  atMs: milliseconds,
  from: seconds.describe("Where it begins in the sound, in seconds."),
  lengthMs: milliseconds.min(1),
  level: decibels,
  fadeInMs: milliseconds,
  fadeOutMs: milliseconds,
  points: z
    .array(z.strictObject({ ms: milliseconds, level: decibels }))
    .max(500)
    .describe("A line of levels over the piece, ascending, added to its level."),
});
export type SoundPiece = z.output<typeof pieceSchema>;

const captionSchema = z.strictObject({
  id: z.uuid(),
  atMs: milliseconds,
  lengthMs: milliseconds.min(1),
  text: text(captionMaxLength),
  spoken: z
    .uuid()
    .nullable()
    .optional()
    .describe(
      "The latest generation that spoke it and was put on the voice track; it isn’t put there again.",
    ),
});
export type Caption = z.output<typeof captionSchema>;

const trackSchema = z.strictObject({ level: decibels, isMuted: z.boolean() });

export const filmDocumentSchema = z
  .strictObject({
    format: z.literal(filmFormat, {
      error: ({ input }) =>
        typeof input === "number" && input > filmFormat ? "film.newer-format" : undefined,
    }),
    aspect: z.enum(filmAspects),
    frameRate: z.union(frameRates.map((rate) => z.literal(rate))),
    shots: z.array(shotSchema).max(maxShots),
    sounds: z.array(pieceSchema).max(maxPieces),
    captions: z.array(captionSchema).max(maxPieces),
    captionStyle: z.enum(["plain", "boxed", "outlined"]),
    tracks: z.strictObject({
      shots: trackSchema,
      voice: trackSchema,
      score: trackSchema,
      effects: trackSchema,
    }),
    duckDb: z
      .number()
      .min(-30)
      .max(0)
      .describe("How much quieter music is while a voice is heard; 0 leaves it alone."),
  })
  .refine(({ shots, frameRate }) => sumFrames(shots) <= (longestFilmMs / 1_000) * frameRate, {
    path: ["shots"],
    error: "film.too-long",
    params: { hours: longestFilmMs / 3_600_000 },
  });

const sumFrames = (shots: readonly Shot[]) => shots.reduce((sum, shot) => sum + shot.frames, 0);

export type FilmDocument = z.output<typeof filmDocumentSchema>;

const openTrack = { level: 0, isMuted: false };

/** A film without anything in it. */
export function makeFilm(settings: Pick<FilmDocument, "aspect" | "frameRate">): FilmDocument {
  return {
    format: filmFormat,
    ...settings,
    shots: [],
    sounds: [],
    captions: [],
    captionStyle: "plain",
    tracks: { shots: openTrack, voice: openTrack, score: openTrack, effects: openTrack },
    duckDb: -12,
  };
}

/** The library items that a film uses, each once. */
export function listFilmItems({ shots, sounds }: FilmDocument): string[] {
  const ofShots = shots.flatMap(({ content }) => {
    if (content.kind === "card") return [];
    if (content.kind !== "place") return [content.itemId];
    return content.firstFrame.of === "item" ? [content.firstFrame.itemId] : [];
  });
  return [...new Set([...ofShots, ...sounds.map(({ itemId }) => itemId)])];
}
