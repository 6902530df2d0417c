import { defineGenerationRoute } from "@/server/generation-route.server";
import { setTitleBodySchema } from "@/lib/generations/read/generation-title";
import { setTitle } from "@/lib/generations/change/change-generation.server";

export const PUT = defineGenerationRoute(
  {
    scope: "make",
    id: "titleGeneration",
    body: setTitleBodySchema,
    summary: "Set the title of a generation",
    description:
      "The title is used for display, search and file names. Generations created from this one don't inherit it.",
  },
  (services, one, { body }) => setTitle(services, { ...one, title: body.title }),
);

export const DELETE = defineGenerationRoute(
  { scope: "make", id: "untitleGeneration", summary: "Remove the title of a generation" },
  (services, one) => setTitle(services, { ...one, title: null }),
);
