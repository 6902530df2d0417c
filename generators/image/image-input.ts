import { z } from "zod";
import { checkImageRules, imageRequestShape } from "@/lib/service/contract/image";
import { choiceField, strictObject } from "@/lib/service/contract/fields";
import { keyOfBuiltInIssue } from "@/lib/service/contract/issue";
import { mediaSourceSchema } from "../_kit/media-source";

/**
 * The input of an image generation: service.md "Image generation request", with assets as references. The number of
 * references and the styles depend on the connection (checkInput in runner.server.ts).
 */
export const imageInputSchema = strictObject({
  ...imageRequestShape,
  subject_reference: z
    .array(
      strictObject({
        type: choiceField(["character"]).describe("A person whose likeness should be kept."),
        image_file: mediaSourceSchema.describe(
          "An image in the studio as {assetId}, or a public address as {url}. JPEG or PNG under 10 MB.",
        ),
      }),
      { error: keyOfBuiltInIssue },
    )
    .optional()
    .describe(
      "The person shown in the images. How many references there may be depends on the connected service.",
    ),
})
  .superRefine(checkImageRules)
  .describe(
    "1 to 9 images. Rules between fields: 21:9, width and height need image-01; width and height must be set together. Without effect, so not sent and listed in notes: a size with an aspect ratio, a style with image-01.",
  );

export type ImageInput = z.output<typeof imageInputSchema>;
/** Values before parsing. */
export type ImageFormValues = z.input<typeof imageInputSchema>;
