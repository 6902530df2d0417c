import { z } from "zod";
import { revokeApiToken } from "@/lib/auth/api-tokens.server";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute } from "@/lib/http/route.server";

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  params: z.object({ tokenId: z.uuid() }),
  operation: {
    id: "revokeToken",
    tag: "Account",
    summary: "Revoke one of your tokens",
    answers: { 204: { description: "The token is revoked." } },
  },
  handle: async ({ actor, params }) => {
    if (!(await revokeApiToken(actor, params.tokenId))) throw new StudioError("not-found");
  },
});
