import type { Actor, TokenScope } from "@/lib/auth/actor";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import type { RouteOperation } from "@/lib/http/openapi/route-operation";
import { defineRoute, idParamsSchema, type Parsed, type PartSchema } from "@/lib/http/route.server";
import { getGenerationServices } from "./generation-services.server";

interface GenerationOperation<Query, Body> extends Omit<RouteOperation, "tag" | "answers" | "body"> {
  scope: TokenScope;
  mayWait?: boolean;
  query?: Query;
  body?: Body;
  /** Default: the generation. */
  answers?: RouteOperation["answers"];
}

/** A route that reads or changes one of the caller's generations. */
export function defineGenerationRoute<
  Query extends PartSchema = undefined,
  Body extends PartSchema = undefined,
>(
  { scope, mayWait = false, query, body, ...operation }: GenerationOperation<Query, Body>,
  handle: (
    services: GenerationServices,
    one: { userId: string; id: string },
    input: { query: Parsed<Query>; body: Parsed<Body>; request: Request; actor: Actor },
  ) => unknown,
) {
  return defineRoute<"actor", typeof idParamsSchema, Query, Body>({
    auth: "actor",
    scope,
    mayWait,
    params: idParamsSchema,
    query,
    body,
    operation: {
      answers: { 200: { description: "The generation.", schema: generationDtoSchema } },
      ...operation,
      tag: "Generations",
    },
    async handle({ params: { id }, ...input }) {
      return handle(await getGenerationServices(), { userId: input.actor.userId, id }, input);
    },
  });
}
