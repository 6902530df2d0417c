import { globSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { generators } from "@/generators/registry";
import { listHandlers, type OpenApiDocument } from "@/lib/http/openapi/build-openapi-document";
import { loadApiRoutes } from "./api-routes";
import { GET } from "./route";

const apiRoutes = await loadApiRoutes();

/** next-auth's own protocol, used by the sign-in page and not by scripts. */
const routesOfOthers = ["app/api/auth/[...nextauth]/route.ts"];

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

async function readDescription(): Promise<OpenApiDocument> {
  const request = new Request("http://studio.test/api/v1/openapi.json");
  const response = await GET(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  return (await response.json()) as OpenApiDocument;
}

function listOperations(document: OpenApiDocument): string[] {
  return Object.entries(document.paths ?? {}).flatMap(([route, item]) =>
    Object.keys(item as object).map((method) => `${method.toUpperCase()} ${route}`),
  );
}

async function listRouteFiles(): Promise<string[]> {
  const files = globSync("app/api/**/route.ts").map((file) => file.replaceAll(path.sep, "/"));
  const operations = await Promise.all(
    files
      .filter((file) => !routesOfOthers.includes(file))
      .map(async (file) => {
        const exported = (await import(path.resolve(file))) as Record<string, unknown>;
        const route = file
          .replace(/^app/, "")
          .replace(/\/route\.ts$/, "")
          .replaceAll(/\[(\w+)\]/g, "{$1}");
        return methods.filter((method) => method in exported).map((method) => `${method} ${route}`);
      }),
  );
  return operations.flat();
}

describe("GET /api/v1/openapi.json", () => {
  let description: OpenApiDocument;
  const copy = () => structuredClone(description);

  beforeAll(async () => {
    vi.stubEnv("STUDIO_LOG_LEVEL", "silent");
    description = await readDescription();
  });

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...copy() })).toEqual({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  it("would be found out if it were not", async () => {
    const broken = copy();
    Object.assign(broken.paths!["/api/health"]!.get!, { responses: "none" });
    expect(await new Validator().validate({ ...broken })).toMatchObject({ valid: false });
  });

  it("has every method of every route file, and nothing else", async () => {
    expect(listOperations(description).sort()).toEqual((await listRouteFiles()).sort());
    expect(Object.keys(apiRoutes)).toHaveLength(new Set(Object.values(apiRoutes)).size);
  });

  it("asks a token that changes anything for more than the scope to read", () => {
    const scopes = Object.entries(apiRoutes).flatMap(([route, module]) =>
      listHandlers(route, module)
        .filter(([, { declaration }]) => declaration.auth !== "none")
        .map(([method, { declaration }]) => [`${method} ${route}`, declaration.scope] as const),
    );
    // Each of its tools asks for the scope of its route.
    const anyToken = [["POST /api/mcp", undefined]];
    expect(scopes.filter(([, scope]) => scope === undefined)).toEqual(anyToken);
    const reads = scopes.filter(([, scope]) => scope === "read").map(([operation]) => operation);
    // It only names what a download reads.
    const posted = ["POST /api/v1/items/archives"];
    expect(reads.filter((operation) => !/^(GET|HEAD) /.test(operation))).toEqual(posted);
    expect(reads).not.toHaveLength(0);
  });

  it("gives each operation a name of its own", () => {
    const ids = Object.values(description.paths!).flatMap((item) =>
      Object.values(item as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
    );
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it("leads every reference somewhere, to a schema that compiles", () => {
    const validator = addFormats
      .default(new Ajv2020({ strict: false, validateFormats: true }))
      .addSchema(copy(), "description");
    for (const name of Object.keys(description.components!.schemas!)) {
      expect(() => validator.compile({ $ref: `description#/components/schemas/${name}` })).not.toThrow();
    }
    expect(() => validator.compile({ $ref: "description#/components/schemas/Nothing" })).toThrow();
  });

  it("tells the input of each generator so that its examples fit and wrong ones do not", () => {
    const body = description.paths!["/api/v1/generations"]!.post!.requestBody!;
    const { schema, examples } = (body as { content: Record<string, { schema: object; examples: object }> })
      .content["application/json"]!;
    const validator = addFormats.default(new Ajv2020({ strict: false })).addSchema(copy(), "description");
    const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')) as object;
    const accepts = validator.compile(rooted);
    const values = Object.values(examples as Record<string, { value: { input: object } }>);
    const exampleCount = generators.reduce((count, generator) => count + generator.examples.length, 0);
    expect(values).toHaveLength(exampleCount);
    for (const { value } of values) {
      expect(accepts(value), JSON.stringify(accepts.errors)).toBe(true);
      expect(accepts({ ...value, generator: "nothing" })).toBe(false);
      expect(accepts({ ...value, input: { ...value.input, unknown_field: 1 } })).toBe(false);
      expect(accepts({ ...value, unknownField: 1 })).toBe(false);
    }
  });

  it("asks for a token or a session wherever the route does, and nowhere else", () => {
    const open = Object.entries(description.paths!)
      .flatMap(([route, item]) =>
        Object.values(item as Record<string, { security: object[] }>).map(({ security }) => ({
          route,
          security,
        })),
      )
      .filter(({ security }) => security.length === 0);
    expect(open.map(({ route }) => route).sort()).toEqual([
      "/api/callbacks/video/{token}",
      "/api/health",
      "/api/health/live",
      // GET and HEAD: their address is the permission.
      "/api/shares/{token}/media/{id}",
      "/api/shares/{token}/media/{id}",
      "/api/v1/openapi.json",
    ]);
  });
});
