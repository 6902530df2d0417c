import { z } from "zod";
import { uploadDtoSchema } from "@/lib/media/asset-dto";

const useSchema = z.object({
  generationId: z.uuid(),
  generator: z.string(),
  name: z.string().describe("What it is called: its title, else the beginning of its text, else its model."),
});

const presetUseSchema = z.object({ presetId: z.uuid(), generator: z.string(), name: z.string() });

export const uploadSorts = ["newest", "largest"] as const;
export type UploadSort = (typeof uploadSorts)[number];

/** How many of the generations, and of the presets, that use an upload a list names. */
export const maxNamedUses = 5;

const presetUses = {
  presetCount: z.number().int().min(0).describe("How many presets use it."),
  presets: z.array(presetUseSchema).max(maxNamedUses).describe("Some of them."),
};

/** The query of GET /api/v1/uploads. */
export const listUploadsQuerySchema = z.object({
  sort: z.enum(uploadSorts).default("newest"),
  limit: z.coerce.number().int().min(1).max(100).default(40).describe("Maximum number per page."),
  cursor: z.string().max(200).optional().describe("`nextCursor` of the page before, in the same order."),
});
export type ListUploadsQuery = z.output<typeof listUploadsQuerySchema>;

/** An upload in a list. */
export const listedUploadSchema = uploadDtoSchema.extend({
  createdAt: z.iso.datetime(),
  useCount: z.number().int().min(0).describe("How many generations use it."),
  uses: z.array(useSchema).max(maxNamedUses).describe("The newest of them."),
  ...presetUses,
});
export type ListedUpload = z.infer<typeof listedUploadSchema>;

export const uploadPageSchema = z.object({
  uploads: z.array(listedUploadSchema),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the next page. Null on the last page."),
});
export type UploadPage = z.infer<typeof uploadPageSchema>;

/** The query of DELETE /api/v1/uploads/{id}. */
export const deleteUploadQuerySchema = z.object({
  includeUsed: z
    .enum(["true", "false"])
    .optional()
    .describe(
      "Also deletes what generations and presets use. Its file stays as long as generations need it; presets lose it.",
    ),
});

export const deletedUploadSchema = z.object({
  deleted: z.boolean(),
  useCount: z.number().int().min(0).describe("How many generations use it."),
  uses: z.array(useSchema).max(maxNamedUses),
  ...presetUses,
});
export type DeletedUpload = z.infer<typeof deletedUploadSchema>;
