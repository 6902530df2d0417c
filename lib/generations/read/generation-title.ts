import { z } from "zod";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { titleMaxLength, toTitleLine } from "./title-line";

/** Spaces, control characters and combining marks: text of these alone is invisible. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** A title; the parsed value is one line. */
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

/** The body of PUT /api/v1/generations/:id/title; also of the title form. */
export const setTitleBodySchema = z.strictObject({ title: generationTitleSchema });
