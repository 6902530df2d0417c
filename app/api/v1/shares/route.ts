import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import {
  createShareBodySchema,
  listSharesQuerySchema,
  newShareDtoSchema,
  revokedSharesSchema,
  sharePageSchema,
} from "@/lib/shares/share-dto";
import { createShare, listShares, revokeOwnShares } from "@/lib/shares/shares.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listSharesQuerySchema,
  operation: {
    id: "listShares",
    tag: "Shares",
    summary: "List your active links, without their addresses",
    answers: { 200: { description: "The links, newest first.", schema: sharePageSchema } },
  },
  async handle({ actor, query }) {
    const { shares, nextCursor } = await listShares(getDatabase(), actor.userId, query);
    return { shares: shares.map(({ share }) => share), nextCursor };
  },
});

export const POST = defineRoute({
  auth: "actor",
  scope: "manage",
  limit: "shares",
  body: createShareBodySchema,
  operation: {
    id: "createShare",
    tag: "Shares",
    summary: "Create a link to items or to a project",
    description:
      "Everyone who has the link can see, play and download the items, without an account, until it expires or you revoke it. Send either `itemIds` or `projectId`.",
    answers: { 201: { description: "The link.", schema: newShareDtoSchema } },
    problems: ["not-found", "project.role", "share.too-many"],
  },
  async handle({ request, actor, body }) {
    const { path, share } = await createShare(getDatabase(), actor, body);
    return { ...share, url: new URL(path, getRequestOrigin(request.headers)).href };
  },
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  operation: {
    id: "revokeAllShares",
    tag: "Shares",
    summary: "Revoke all your links",
    description: "They end at once, also for pages that are open. Safe to repeat.",
    answers: { 200: { description: "All links are revoked.", schema: revokedSharesSchema } },
  },
  handle: async ({ actor }) => ({ revoked: await revokeOwnShares(getDatabase(), actor) }),
});
