import { z } from "zod";
import { httpUrlField } from "@/lib/service/contract/media-reference";
import { keyOfBuiltInIssue } from "@/lib/service/contract/issue";

export const assetSourceSchema = z.strictObject({
  assetId: z
    .uuid({ error: keyOfBuiltInIssue })
    .describe("One of your files in the studio, uploaded or generated."),
});

/** A file of the person, or a public URL that the service fetches. */
export const mediaSourceSchema = z.union(
  [
    assetSourceSchema,
    z.strictObject({
      url: httpUrlField().describe("A public http or https address. The service downloads it."),
    }),
  ],
  { error: ({ input }) => (input === undefined ? "field.required" : "media.source") },
);
