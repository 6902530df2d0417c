import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { type TokenScope, tokenScopes } from "./actor";

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
  scopes: z
    .array(z.enum(tokenScopes))
    .min(1, { error: "field.required" })
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: "field.duplicate" })
    .default(["read", "make"])
    .describe(
      "What it may do. `read`: read everything of yours. `make`: create, change and delete generations and files, which may be billed. `manage`: change the connection, callbacks and tokens. A token can give only scopes that it has.",
    ),
  expiresInDays: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .default(90)
    .describe(
      "Days until it expires; null for a token that is valid until revoked. A token that another token creates expires with it at the latest.",
    ),
});

export type ApiTokenInput = z.output<typeof apiTokenInputSchema>;

/** An API token as its owner sees it. `createApiToken` returns the token itself, once. */
export interface ApiTokenSummary {
  id: string;
  name: string;
  lastFour: string;
  scopes: TokenScope[];
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

/** An API token in REST responses. */
export const apiTokenDtoSchema = z.object({
  id: z.uuid(),
  name: z.string().describe("What the token is for."),
  lastFour: z.string().describe("Last characters of the token."),
  scopes: z.array(z.enum(tokenScopes)).describe("What it may do."),
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
