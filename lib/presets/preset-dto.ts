import { z } from "zod";
import { maxPresets } from "./preset-limits";

export const presetSchema = z.object({
  id: z.uuid(),
  generator: z.string(),
  name: z.string(),
  isDefault: z.boolean().describe("Whether a new form of the generator begins with it."),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type PresetDto = z.infer<typeof presetSchema>;

export const presetsSchema = z.object({
  presets: z.array(presetSchema).describe(`By name; at most ${maxPresets} for each generator.`),
});
export type Presets = z.infer<typeof presetsSchema>;

const missingSchema = z.object({
  field: z.string().describe("The field of `input` that lacks it."),
  what: z.enum(["file", "value"]).describe("A file of the studio, or a value that the field no longer has."),
  value: z.string().optional().describe("The value."),
});
export type MissingPart = z.infer<typeof missingSchema>;

export const presetWithInputSchema = presetSchema.extend({
  input: z
    .record(z.string(), z.unknown())
    .describe("The values that can be used. Not checked as an input: it may be incomplete."),
  missing: z.array(missingSchema).describe("What was saved and is gone; `input` is without it."),
});
export type PresetWithInput = z.infer<typeof presetWithInputSchema>;
