import { z } from "zod";
import { promptFields } from "@/lib/items/prompt-fields";
import { maxSnippets } from "./snippet-limits";

export const snippetSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  text: z.string(),
  fields: z.array(z.enum(promptFields)).describe("The fields that offer it; all of them if empty."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type SnippetDto = z.infer<typeof snippetSchema>;

export const snippetsSchema = z.object({
  snippets: z.array(snippetSchema).describe(`By name; at most ${maxSnippets}.`),
});
export type Snippets = z.infer<typeof snippetsSchema>;
