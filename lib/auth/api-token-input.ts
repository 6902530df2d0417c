import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";

/** The name of the token that the setting of that name makes; a person's own may not take it. */
export const environmentTokenName = "STUDIO_API_TOKEN";

/** What a person says about a new personal token. */
export const apiTokenInputSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: "field.required" })
    .max(80)
    .refine(isStorableText, { error: "field.characters" })
    .refine((name) => name !== environmentTokenName, { error: "account.token-name.reserved" })
    .describe("What the token is for."),
  expiresInDays: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .describe("Days until it expires. Without it, the token is valid until revoked."),
});

export type ApiTokenInput = z.output<typeof apiTokenInputSchema>;
