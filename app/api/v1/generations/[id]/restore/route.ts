import { defineGenerationRoute } from "@/server/generation-route.server";
import { restoreGeneration } from "@/lib/generations/change/change-generation.server";

export const POST = defineGenerationRoute(
  { scope: "make", id: "restoreGeneration", summary: "Restore a generation from trash" },
  restoreGeneration,
);
