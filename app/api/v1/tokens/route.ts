import { apiTokenInputSchema } from "@/lib/auth/api-token-input";
import { createApiToken, listApiTokens } from "@/lib/auth/api-tokens.server";
import { defineRoute } from "@/lib/http/route.server";

/** The caller's live tokens. */
export const GET = defineRoute({
  auth: "actor",
  handle: async ({ actor }) => Response.json({ tokens: await listApiTokens(actor.userId) }),
});

/** A new token; this answer is the only one that ever carries its text. */
export const POST = defineRoute({
  auth: "actor",
  body: apiTokenInputSchema,
  handle: async ({ actor, body }) => {
    const { token, summary } = await createApiToken(actor.userId, body);
    return Response.json({ ...summary, token }, { status: 201 });
  },
});
