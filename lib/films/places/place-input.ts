import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { maxPlacesPerRequest } from "./film-places";

const afterSchema = z
  .uuid()
  .nullable()
  .describe(
    "The last generation for it that you know of, from `GET …/generations`. Null for none. There is one that follows it, so sending again sends nothing.",
  );
const againSchema = z
  .boolean()
  .default(false)
  .describe(
    "Needed after a generation without response (`unknown`) and after one whose `error.mayBeBilled` is true: you accept that it may be billed twice.",
  );

/** The body of POST /api/v1/films/{id}/generations. */
export const createPlacesBodySchema = z
  .strictObject({
    version: z.int().min(1).describe("The saved version of the film that you see."),
    shots: z
      .array(z.strictObject({ id: z.uuid(), after: afterSchema, mayBeBilledAgain: againSchema }))
      .max(maxPlacesPerRequest)
      .default([])
      .describe("Shots to create, in the order in which they are sent."),
    captions: z
      .array(
        z.strictObject({
          id: z.uuid(),
          after: afterSchema,
          mayBeBilledAgain: againSchema,
          generator: z.string().min(1).max(64),
          voiceId: z.string().min(1).max(256).refine(isStorableText, { error: "field.characters" }),
          model: z.string().max(100).nullable().default(null).describe("Null for the usual one."),
        }),
      )
      .max(maxPlacesPerRequest)
      .default([])
      .describe("Captions to speak."),
  })
  .refine(({ shots, captions }) => shots.length + captions.length > 0, {
    path: ["shots"],
    error: "field.required",
  });
export type CreatePlacesBody = z.output<typeof createPlacesBodySchema>;
export type WantedPlace = Pick<CreatePlacesBody["shots"][number], "id" | "after" | "mayBeBilledAgain">;
