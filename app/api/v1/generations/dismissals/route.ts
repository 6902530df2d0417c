import { getGenerationServices } from "@/server/generation-services.server";
import { dismissGenerations, undoDismissal } from "@/lib/generations/change/dismiss-generations.server";
import {
  dismissalSchema,
  dismissBodySchema,
  undoDismissalQuerySchema,
  undoneDismissalSchema,
} from "@/lib/generations/read/dismissal-dto";
import { defineRoute } from "@/lib/http/route.server";

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: dismissBodySchema,
  operation: {
    id: "dismissGenerations",
    tag: "Generations",
    summary: "Dismiss all generations without success",
    description:
      "All that failed, got no response or were cancelled, in a span of time or at all. They stay readable with their attempts, and are listed with `dismissed=true`.",
    answers: { 200: { description: "How many, and what takes them back.", schema: dismissalSchema } },
  },
  handle: async ({ actor, body }) => dismissGenerations(await getGenerationServices(), actor.userId, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  query: undoDismissalQuerySchema,
  operation: {
    id: "undoDismissal",
    tag: "Generations",
    summary: "Take a dismissal back",
    answers: { 200: { description: "How many are shown again.", schema: undoneDismissalSchema } },
  },
  handle: async ({ actor, query }) => undoDismissal(await getGenerationServices(), actor.userId, query),
});
