import { z } from "zod";
import {
  apiTokenDtoSchema,
  newApiTokenDtoSchema,
  toApiTokenDto,
  apiTokenInputSchema,
} from "@/lib/auth/api-token";
import { createApiToken, listApiTokens } from "@/lib/auth/api-tokens.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "manage",
  operation: {
    id: "listTokens",
    tag: "Account",
    summary: "List your active tokens, without their values",
    answers: {
      200: {
        description: "The tokens, newest first.",
        schema: z.object({ tokens: z.array(apiTokenDtoSchema) }),
      },
    },
  },
  handle: async ({ actor }) => {
    const tokens = await listApiTokens(actor.userId);
    return { tokens: tokens.map(toApiTokenDto) };
  },
});

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  freshSignIn: true,
  body: apiTokenInputSchema,
  limit: "tokens",
  operation: {
    id: "createToken",
    tag: "Account",
    summary: "Create an API token",
    answers: {
      201: { description: "The token. Its value is never shown again.", schema: newApiTokenDtoSchema },
    },
  },
  handle: async ({ actor, body }) => {
    const { token, summary } = await createApiToken(actor, body);
    return { ...toApiTokenDto(summary), token };
  },
});
