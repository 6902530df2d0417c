import { defineGenerationRoute } from "@/server/generation-route.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import { trashGeneration } from "@/lib/generations/change/change-generation.server";

export const GET = defineGenerationRoute(
  { scope: "read", id: "getGeneration", summary: "Get a generation" },
  getGeneration,
);

export const DELETE = defineGenerationRoute(
  {
    scope: "make",
    id: "trashGeneration",
    summary: "Move a generation to trash",
    description: "Nothing is deleted. It can be restored.",
    answers: { 200: { description: "The generation, with `deletedAt`.", schema: generationDtoSchema } },
    problems: ["generation.state"],
  },
  trashGeneration,
);
