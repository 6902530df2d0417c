import { z } from "zod";
import { isVisible, nameSchema } from "@/lib/items/name-schema";
import { promptFields } from "@/lib/items/prompt-fields";
import { countCodePoints, isStorableText } from "@/lib/service/contract/text";
import { snippetNameMaxLength, snippetTextMaxLength } from "./snippet-limits";

export const snippetNameSchema = nameSchema(snippetNameMaxLength).describe(
  "One line, unique whatever its case.",
);

export const snippetTextSchema = z
  .string()
  .overwrite((text) => text.replaceAll(/\r\n?/g, "\n"))
  .refine(isStorableText, { error: "field.characters", abort: true })
  .refine(isVisible, { error: "field.required", abort: true })
  .refine((text) => countCodePoints(text) <= snippetTextMaxLength, {
    error: "field.too-long",
    params: { maximum: snippetTextMaxLength },
  })
  .meta({ minLength: 1, maxLength: snippetTextMaxLength, description: "What it inserts, blanks included." });

export const snippetFieldsSchema = z
  .array(z.enum(promptFields))
  .max(promptFields.length)
  .refine((fields) => new Set(fields).size === fields.length, { error: "field.duplicate" })
  .describe("The fields that offer it; all of them if empty.");

/** The body of POST /api/v1/snippets. */
export const createSnippetBodySchema = z.strictObject({
  name: snippetNameSchema,
  text: snippetTextSchema,
  fields: snippetFieldsSchema.default([]),
});
export type NewSnippet = z.output<typeof createSnippetBodySchema>;

/** The body of PATCH /api/v1/snippets/{id}. */
export const changeSnippetBodySchema = z.strictObject({
  name: snippetNameSchema.optional(),
  text: snippetTextSchema.optional(),
  fields: snippetFieldsSchema.optional(),
});
export type SnippetChanges = z.output<typeof changeSnippetBodySchema>;
