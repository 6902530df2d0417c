import { z } from "zod";
import { getRequestOrigin } from "@/lib/http/request-origin.server";
import { defineRoute, type RouteHandler } from "@/lib/http/route.server";
import { apiRoutes } from "./api-routes";
import { describeApi } from "./describe-api";

/** The description of the REST API; it holds no data, so that everybody may read it. */
export const GET: RouteHandler = defineRoute({
  auth: "none",
  operation: {
    id: "getApiDescription",
    tag: "Studio",
    summary: "Read this description",
    answers: { 200: { description: "OpenAPI 3.1.", schema: z.looseObject({ openapi: z.string() }) } },
  },
  handle({ request }) {
    const routes = { ...apiRoutes, "/api/v1/openapi.json": { GET } };
    const secure = getRequestOrigin(request.headers).protocol === "https:";
    return Response.json(describeApi(routes, { secure }));
  },
});
