import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { dismissDigest, getDigest } from "@/lib/notices/digest.server";
import { digestQuerySchema, digestSchema, dismissDigestQuerySchema } from "@/lib/notices/digest-dto";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: digestQuerySchema,
  operation: {
    id: "getDigest",
    tag: "Notifications",
    summary: "Get what ended while you were away",
    description:
      "Generations that succeeded, failed or got no response while you looked at no page of the studio, until you dismiss them; at most 30 days.",
    answers: { 200: { description: "The digest.", schema: digestSchema } },
  },
  handle: ({ actor, query }) => getDigest(getDatabase(), actor.userId, query),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  query: dismissDigestQuerySchema,
  operation: {
    id: "dismissDigest",
    tag: "Notifications",
    summary: "Dismiss the digest",
    description: "The generations themselves stay as they are.",
    answers: { 204: { description: "Dismissed." } },
  },
  handle: ({ actor, query }) => dismissDigest(getDatabase(), actor.userId, query),
});
