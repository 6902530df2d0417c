import { z } from "zod";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { defineRoute, type RouteHandler } from "@/lib/http/route.server";
import { loadApiRoutes } from "./api-routes";
import { describeApi } from "./describe-api";

/** Built once per process, for https and http. */
const descriptions = new Map<boolean, string>();

/** Contains no data, so everyone may read it. */
export const GET: RouteHandler = defineRoute({
  auth: "none",
  operation: {
    id: "getApiDescription",
    tag: "Studio",
    summary: "Get this API description",
    answers: { 200: { description: "OpenAPI 3.1.", schema: z.looseObject({ openapi: z.string() }) } },
  },
  async handle({ request }) {
    const secure = getRequestOrigin(request.headers).protocol === "https:";
    const description = descriptions.get(secure) ?? (await writeDescription(secure));
    descriptions.set(secure, description);
    return new Response(description, { headers: { "content-type": "application/json" } });
  },
});

async function writeDescription(secure: boolean): Promise<string> {
  const routes = { ...(await loadApiRoutes()), "/api/v1/openapi.json": { GET } };
  return JSON.stringify(describeApi(routes, { secure }));
}
