import { z } from "zod";
import { nameSchema } from "@/lib/items/name-schema";
import { titleMaxLength } from "@/lib/items/title-line";

export const generationTitleSchema = nameSchema(titleMaxLength);

/** The body of PUT /api/v1/generations/:id/title; also of the title form. */
export const setTitleBodySchema = z.strictObject({ title: generationTitleSchema });
