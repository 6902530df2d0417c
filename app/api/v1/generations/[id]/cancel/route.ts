import { defineGenerationRoute } from "@/server/generation-route.server";
import { cancelGeneration } from "@/lib/generations/change/cancel-generation.server";

export const POST = defineGenerationRoute(
  {
    scope: "make",
    id: "cancelGeneration",
    summary: "Cancel a queued generation",
    problems: ["generation.state"],
  },
  cancelGeneration,
);
