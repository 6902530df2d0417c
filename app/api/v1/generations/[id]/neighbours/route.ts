import { defineGenerationRoute } from "@/server/generation-route.server";
import { findNeighbours } from "@/lib/generations/read/find-neighbours.server";
import { generationNeighboursSchema } from "@/lib/generations/read/generation-dto";
import { generationListSchema } from "@/lib/generations/read/list-generations.server";

/** The generations before and after one in a list. */
export const GET = defineGenerationRoute(
  {
    scope: "read",
    id: "getNeighbours",
    query: generationListSchema,
    summary: "Get the previous and next generation in a list",
    description:
      "The list takes the same query as GET /api/v1/generations, and defaults to the whole library. The generation doesn't have to be in it.",
    answers: { 200: { description: "The neighbours.", schema: generationNeighboursSchema } },
  },
  (services, one, { query }) => findNeighbours(services, { ...one, list: query }),
);
