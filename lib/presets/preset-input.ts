import { z } from "zod";
import { nameSchema } from "@/lib/items/name-schema";
import { isStorableText } from "@/lib/service/contract/text";
import { presetInputMaxLength, presetNameMaxLength } from "./preset-limits";

export const presetNameSchema = nameSchema(presetNameMaxLength).describe(
  "One line, unique for its generator whatever its case.",
);

/** The path of the first text that can't be stored, null if all can. */
function findUnstorable(value: unknown, path: PropertyKey[] = []): PropertyKey[] | null {
  if (typeof value === "string") return isStorableText(value) ? null : path;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    if (!isStorableText(name)) return path;
    const found = findUnstorable(part, [...path, name]);
    if (found) return found;
  }
  return null;
}

/** What a form holds. Its fields are those of its generator, but their values need not be complete. */
export const presetInputSchema = z
  .record(z.string(), z.unknown())
  .superRefine((input, context) => {
    const unstorable = findUnstorable(input);
    if (unstorable) context.addIssue({ code: "custom", message: "field.characters", path: unstorable });
    if (JSON.stringify(input).length > presetInputMaxLength) {
      context.addIssue({
        code: "custom",
        message: "field.too-long",
        params: { maximum: presetInputMaxLength },
      });
    }
  })
  .describe("The values of a form, by the fields of the generator's input. They may be incomplete.");

/** The body of POST /api/v1/presets. */
export const createPresetBodySchema = z.strictObject({
  generator: z.string().min(1).max(64),
  name: presetNameSchema,
  input: presetInputSchema,
  isDefault: z.boolean().default(false).describe("A new form begins with it, instead of with another one."),
});
export type NewPreset = z.output<typeof createPresetBodySchema>;

/** The body of PATCH /api/v1/presets/{id}. */
export const changePresetBodySchema = z.strictObject({
  name: presetNameSchema.optional(),
  input: presetInputSchema.optional(),
  isDefault: z.boolean().optional().describe("A new form begins with it, instead of with another one."),
});
export type PresetChanges = z.output<typeof changePresetBodySchema>;

/** The query of GET /api/v1/presets. */
export const listPresetsQuerySchema = z.object({
  generator: z.string().min(1).max(64).refine(isStorableText, { error: "field.characters" }).optional(),
});
