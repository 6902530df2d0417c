import { defineGenerationRoute } from "@/server/generation-route.server";
import { setFavourite } from "@/lib/generations/change/change-generation.server";

export const PUT = defineGenerationRoute(
  { scope: "make", id: "markGeneration", summary: "Add a generation to favourites" },
  (services, one) => setFavourite(services, { ...one, favourite: true }),
);

export const DELETE = defineGenerationRoute(
  { scope: "make", id: "unmarkGeneration", summary: "Remove a generation from favourites" },
  (services, one) => setFavourite(services, { ...one, favourite: false }),
);
