import { z } from "zod";
import { generationStates } from "@/lib/generations/record/states";
import { filmItemSchema } from "../film-dto";

/** What was sent for a shot or a caption of a film, by anybody who works on it. */
export const filmGenerationSchema = z.object({
  placeId: z.uuid().describe("The shot or caption that it was sent for."),
  after: z
    .uuid()
    .nullable()
    .describe(
      "The generation for the same place that it follows, for example after a failure. Null for the first one.",
    ),
  id: z
    .uuid()
    .describe("The generation. Only its own person may read more of it: `/api/v1/generations/{id}`."),
  isOwn: z.boolean(),
  isErased: z.boolean().describe("Whether it was deleted for good."),
  generator: z.string(),
  model: z.string(),
  state: z.enum(generationStates),
  version: z.number().int().describe("Increases with every change."),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  error: z
    .object({ code: z.string(), mayBeBilled: z.boolean() })
    .nullable()
    .describe("Why it failed or has no response. `mayBeBilled` is false only if nothing was made."),
  items: z.array(filmItemSchema).describe("Its results that you see, in order."),
});
export type FilmGeneration = z.infer<typeof filmGenerationSchema>;

/** Confirmed by a person and waiting until the shot before is there, whose last frame it begins with. */
export const waitingPlaceSchema = z.object({
  placeId: z.uuid(),
  isOwn: z.boolean().describe("Whether you confirmed it."),
  problem: z.string().nullable().describe("The code of the error that ended the wait. Nothing was sent."),
});
export type WaitingPlace = z.infer<typeof waitingPlaceSchema>;

export const filmGenerationsSchema = z.object({
  generations: z.array(filmGenerationSchema).describe("Oldest first."),
  waiting: z.array(waitingPlaceSchema).describe("Shots that are created once the shot before is."),
});
export type FilmGenerations = z.infer<typeof filmGenerationsSchema>;
