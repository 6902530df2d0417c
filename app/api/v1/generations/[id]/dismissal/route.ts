import { dismissGeneration, undismissGeneration } from "@/lib/generations/change/dismiss-generations.server";
import { defineGenerationRoute } from "@/server/generation-route.server";

export const PUT = defineGenerationRoute(
  {
    scope: "make",
    id: "dismissGeneration",
    summary: "Dismiss a generation without success",
    problems: ["generation.state"],
  },
  dismissGeneration,
);

export const DELETE = defineGenerationRoute(
  { scope: "make", id: "undismissGeneration", summary: "Take the dismissal of a generation back" },
  undismissGeneration,
);
