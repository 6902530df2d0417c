import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import {
  createShareBodySchema,
  listSharesQuerySchema,
  newShareDtoSchema,
  sharesSchema,
} from "@/lib/shares/share-dto";
import { createShare, listShares } from "@/lib/shares/shares.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listSharesQuerySchema,
  operation: {
    id: "listShares",
    tag: "Shares",
    summary: "List your active links, without their addresses",
    answers: { 200: { description: "The links, newest first.", schema: sharesSchema } },
  },
  handle: async ({ actor, query }) => ({ shares: await listShares(getDatabase(), actor.userId, query) }),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "shares",
  body: createShareBodySchema,
  operation: {
    id: "createShare",
    tag: "Shares",
    summary: "Create a link to items",
    description:
      "Everyone who has the link can see, play and download the items, without an account, until it expires or you revoke it.",
    answers: { 201: { description: "The link. It is never shown again.", schema: newShareDtoSchema } },
    problems: ["not-found", "share.too-many"],
  },
  async handle({ request, actor, body }) {
    const { token, share } = await createShare(getDatabase(), actor, body);
    return { ...share, url: new URL(`/s/${token}`, getRequestOrigin(request.headers)).href };
  },
});
