import type { GenerationServices } from "@/lib/generations/record/services.server";
import { generationDtoSchema, type GenerationDto } from "@/lib/generations/read/generation-dto";
import type { RouteOperation } from "@/lib/http/openapi/route-operation";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getGenerationServices } from "./generation-services.server";

/** A route without a body that reads or changes one of the caller's generations, and responds with it. */
export function defineGenerationRoute(
  operation: Pick<RouteOperation, "id" | "summary" | "description" | "problems">,
  handle: (services: GenerationServices, one: { userId: string; id: string }) => Promise<GenerationDto>,
) {
  return defineRoute({
    auth: "actor",
    params: idParamsSchema,
    operation: {
      ...operation,
      tag: "Generations",
      answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
    },
    async handle({ actor, params: { id } }) {
      return Response.json(await handle(await getGenerationServices(), { userId: actor.userId, id }));
    },
  });
}
