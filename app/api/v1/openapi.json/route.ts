import { z } from "zod";
import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { defineRoute, type RouteHandler } from "@/lib/http/route.server";
import { apiRoutes } from "./api-routes";
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
  handle({ request }) {
    const secure = getRequestOrigin(request.headers).protocol === "https:";
    const description = descriptions.get(secure) ?? writeDescription(secure);
    descriptions.set(secure, description);
    return new Response(description, { headers: { "content-type": "application/json" } });
  },
});

function writeDescription(secure: boolean): string {
  return JSON.stringify(describeApi({ ...apiRoutes, "/api/v1/openapi.json": { GET } }, { secure }));
}
