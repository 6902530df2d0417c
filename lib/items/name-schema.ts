import { z } from "zod";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { toTitleLine } from "./title-line";

/** Control characters, format characters and spaces: text of these alone is invisible. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}]/u;

export const isVisible = (text: string) => visible.test(text);

/** A title or name that a person enters; the parsed value is one line. @param maxLength in Unicode code points */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .overwrite(toTitleLine)
    .refine(isStorableText, { error: "field.characters", abort: true })
    .refine(isVisible, { error: "field.required", abort: true })
    .refine((name) => countCodePoints(name) <= maxLength, {
      error: "field.too-long",
      params: { maximum: maxLength },
    })
    .meta({
      minLength: 1,
      maxLength,
      description: "One line. Line breaks and repeated spaces become a single space.",
    });
}
