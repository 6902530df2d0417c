import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { promptFields } from "@/lib/items/prompt-fields";

const storableText = z.string().refine(isStorableText, { error: "field.characters" });

/** The query of GET /api/v1/prompts. */
export const listPromptsQuerySchema = z.object({
  generator: storableText.min(1).max(64).optional(),
  field: z.enum(promptFields).optional(),
  q: storableText
    .trim()
    .max(200)
    .optional()
    .describe(
      'Words to find, in any order; from one sign on. "A phrase" in quotation marks is found as it is, -without excludes. Not case-sensitive.',
    ),
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: storableText.max(200).optional().describe("`nextCursor` of the previous page."),
});
export type ListPromptsQuery = z.output<typeof listPromptsQuerySchema>;
