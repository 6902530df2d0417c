import { z } from "zod";
import type { ApiTokenSummary } from "./api-tokens.server";

/** A personal token as the REST API tells it. */
export const apiTokenDtoSchema = z.object({
  id: z.uuid(),
  name: z.string().describe("What the token is for."),
  lastFour: z.string().describe("Last characters of the token."),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe("To the minute. Null before its first use."),
  expiresAt: z.iso.datetime().nullable().describe("When it expires. Null if it doesn't."),
});
export type ApiTokenDto = z.output<typeof apiTokenDtoSchema>;

/** The answer to a new token, the only one that carries its text. */
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
