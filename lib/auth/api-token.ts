import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";

/** The name of the token created from the setting STUDIO_API_TOKEN; reserved. */
export const environmentTokenName = "STUDIO_API_TOKEN";

/** Input for a new API token. */
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

/** An API token as its owner sees it. `createApiToken` returns the token itself, once. */
export interface ApiTokenSummary {
  id: string;
  name: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** An API token in REST responses. */
export const apiTokenDtoSchema = z.object({
  id: z.uuid(),
  name: z.string().describe("What the token is for."),
  lastFour: z.string().describe("Last characters of the token."),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("To the minute. Null before its first use."),
  expiresAt: z.iso.datetime().nullable().describe("When it expires. Null if it doesn't."),
});
type ApiTokenDto = z.output<typeof apiTokenDtoSchema>;

/** The response to a new token, the only one with its text. */
export const newApiTokenDtoSchema = apiTokenDtoSchema.extend({
  token: z.string().describe("Send it as `Authorization: Bearer <token>`. Shown only once."),
});

export function toApiTokenDto(summary: ApiTokenSummary): ApiTokenDto {
  const { createdAt, lastUsedAt, expiresAt } = summary;
  return {
    ...summary,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}
