import { z } from "zod";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { titleMaxLength, toTitleLine } from "./title-line";

/** Blanks, controls and marks without a form of their own: nobody sees what is made of them alone. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** A title that a person gives a generation; parsed, it is one line. */
export const generationTitleSchema = z
  .string()
  .overwrite(toTitleLine)
  .refine(isStorableText, { error: "field.characters", abort: true })
  .refine((title) => visible.test(title), { error: "field.required", abort: true })
  .refine((title) => countCodePoints(title) <= titleMaxLength, {
    error: "field.too-long",
    params: { maximum: titleMaxLength },
  })
  .meta({
    minLength: 1,
    maxLength: titleMaxLength,
    description: "One line. Line breaks and repeated spaces become a single space.",
  });

/** The body of PUT /api/v1/generations/:id/title, and what the form of a title takes. */
export const setTitleBodySchema = z.strictObject({ title: generationTitleSchema });
