import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { addressedShareDtoSchema, changeShareBodySchema, shareDtoSchema } from "@/lib/shares/share-dto";
import { changeShare, getShare, revokeShare } from "@/lib/shares/shares.server";

export const GET = defineRoute({
  auth: "actor",
  // The address outlives the token that reads it.
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "getShare",
    tag: "Shares",
    summary: "Get one of your active links, with its address",
    answers: { 200: { description: "The link.", schema: addressedShareDtoSchema } },
  },
  async handle({ request, actor, params }) {
    const { share, path } = await getShare(getDatabase(), actor.userId, params.id);
    return { ...share, url: path && new URL(path, getRequestOrigin(request.headers)).href };
  },
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  body: changeShareBodySchema,
  operation: {
    id: "changeShare",
    tag: "Shares",
    summary: "Change when one of your active links expires",
    answers: { 200: { description: "The link.", schema: shareDtoSchema } },
  },
  handle: ({ actor, params, body }) => changeShare(getDatabase(), actor, { ...body, id: params.id }),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  params: idParamsSchema,
  operation: {
    id: "revokeShare",
    tag: "Shares",
    summary: "Revoke one of your links",
    description: "It ends at once, also for pages that are open. Safe to repeat.",
    answers: { 204: { description: "The link is revoked." } },
  },
  handle: ({ actor, params }) => revokeShare(getDatabase(), actor, params.id),
});
