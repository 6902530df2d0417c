import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineRoute } from "../route.server";
import { buildOpenApiDocument, listHandlers, type RouteModule } from "./build-openapi-document";

const thingSchema = z.object({ name: z.string() });
const paramsSchema = z.object({ thingId: z.uuid() });

const GET = defineRoute({
  auth: "none",
  params: paramsSchema,
  operation: {
    id: "getThing",
    tag: "Studio",
    summary: "Read a thing",
    answers: { 200: { description: "The thing.", schema: thingSchema } },
  },
  handle: () => Response.json({}),
});

const PUT = defineRoute({
  auth: "owner",
  scope: "manage",
  params: paramsSchema,
  query: z.object({ dry: z.enum(["true"]).optional() }),
  body: thingSchema.optional(),
  operation: {
    id: "saveThing",
    tag: "Studio",
    summary: "Save a thing",
    answers: {
      200: { description: "Its bytes.", contentTypes: ["image/webp"], headers: { etag: "Its tag." } },
      204: { description: "Nothing." },
    },
    problems: ["asset.type"],
  },
  handle: () => new Response(null),
});

function build(module: RouteModule) {
  return buildOpenApiDocument({
    title: "Test",
    version: "1",
    description: "",
    sessionCookieName: "session",
    routes: { "/things/[thingId]": module },
    schemas: { Thing: thingSchema },
  });
}

describe("buildOpenApiDocument", () => {
  const item = build({ GET, HEAD: GET, PUT, dynamic: "force-dynamic" }).paths!["/things/{thingId}"]!;

  it("takes methods and leaves other exports of a route file alone", () => {
    expect(Object.keys(item)).toEqual(["get", "head", "put"]);
  });

  it("names the operation of HEAD apart and gives it no body", () => {
    expect(item.head!.operationId).toBe("getThingHead");
    expect(item.head!.responses!["200"] as object).not.toHaveProperty("content");
    expect(item.get!.responses!["200"]).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
    });
  });

  it("tells path and query as parameters", () => {
    expect(item.put!.parameters).toMatchObject([
      { in: "path", name: "thingId", required: true, schema: { format: "uuid" } },
      { in: "query", name: "dry", schema: { enum: ["true"] } },
    ]);
  });

  it("requires a body only where the route does", () => {
    expect(item.put!.requestBody).toMatchObject({ required: false });
    expect(item.get!).not.toHaveProperty("requestBody");
  });

  it("derives the refusals from who may call and from the schemas", () => {
    const listOwn = (responses: object) =>
      Object.entries(responses).flatMap(([status, response]) => ("$ref" in response ? [] : [status]));
    expect(listOwn(item.get!.responses!)).toEqual(["200", "404", "500", "503"]);
    expect(listOwn(item.put!.responses!)).toEqual([
      "200",
      "204",
      "400",
      "401",
      "403",
      "404",
      "413",
      "415",
      "422",
      "500",
      "503",
    ]);
    expect(item.get!.security).toEqual([]);
    expect(item.put!.security).toEqual([{ token: ["manage"] }, { session: [] }]);
  });

  it("tells answers that are bytes, with their headers, and answers without a body", () => {
    expect(item.put!.responses!["200"]).toMatchObject({
      content: { "image/webp": {} },
      headers: { etag: { description: "Its tag." } },
    });
    expect(item.put!.responses!["204"]).not.toHaveProperty("content");
  });

  it("tells the refusals of any request in one place, to which every operation refers", () => {
    const { components, paths } = build({ GET, PUT });
    const shared = Object.entries(components!.responses!).map(([name, response]) => [
      name,
      [...JSON.stringify(response).matchAll(/`(input\.[\w-]+)`/g)].map(([, code]) => code),
    ]);
    expect(Object.fromEntries(shared)).toEqual({
      UnreadableRequest: ["input.malformed"],
      MethodNotAllowed: ["input.method"],
      RequestTimeout: ["input.timeout"],
      BodyTooLarge: ["input.too-large", "input.too-complex"],
      HeadersTooLarge: ["input.headers"],
    });
    const { get, put } = paths!["/things/{thingId}"]!;
    expect(get!.responses).toMatchObject({
      400: { $ref: "#/components/responses/UnreadableRequest" },
      405: { $ref: "#/components/responses/MethodNotAllowed" },
      408: { $ref: "#/components/responses/RequestTimeout" },
      413: { $ref: "#/components/responses/BodyTooLarge" },
      431: { $ref: "#/components/responses/HeadersTooLarge" },
    });
    expect(put!.responses![413]).toMatchObject({ description: expect.stringContaining("input.too-large") });
  });

  it("throws at a method that declares nothing", () => {
    expect(() => build({ GET: () => new Response() })).toThrow(
      "GET /things/[thingId] is not made by defineRoute",
    );
    expect(listHandlers("/x", { POST: undefined })).toEqual([]);
  });
});
