import type { z } from "zod";
import {
  createDocument,
  type ZodOpenApiMediaTypeObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import type { RouteDeclaration, RouteHandler } from "../route.server";
import { apiTags, type HeaderDescriptions } from "./route-operation";
import { problemSchema } from "@/lib/errors/problem-schema";
import { findErrorEntry } from "@/lib/errors/error-catalogue";
import { type RequestKind, requestLimits } from "@/lib/errors/request-limits";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { ServiceErrorCode } from "@/lib/service/errors/catalogue";

const httpMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type HttpMethod = (typeof httpMethods)[number];

/** The exports of a route file: handlers by method, and settings of Next. */
export type RouteModule = Readonly<Record<string, unknown>>;

export type OpenApiDocument = ReturnType<typeof createDocument>;

interface OpenApiSource {
  title: string;
  version: string;
  description: string;
  /** Name of the session cookie, the alternative to an API token. */
  sessionCookieName: string;
  /** Route files by path in Next's notation, for example `/api/v1/generations/[id]`. */
  routes: Readonly<Record<string, RouteModule>>;
  /** Named schemas, referenced wherever they are used. */
  schemas: Readonly<Record<string, z.ZodType>>;
}

/**
 * Builds the OpenAPI 3.1 description from the schemas that the routes parse with. Throws for a method that
 * wasn't created by `defineRoute`.
 */
export function buildOpenApiDocument(source: OpenApiSource): OpenApiDocument {
  const paths = Object.entries(source.routes).map(([path, module]) => {
    const operations = listHandlers(path, module).map(
      ([method, handler]) => [method.toLowerCase(), describeOperation(handler.declaration, method)] as const,
    );
    return [path.replaceAll(/\[(\w+)\]/g, "{$1}"), Object.fromEntries(operations)] as const;
  });
  return createDocument(
    {
      openapi: "3.1.1",
      info: { title: source.title, version: source.version, description: source.description },
      servers: [{ url: "/" }],
      tags: Object.entries(apiTags).map(([name, description]) => ({ name, description })),
      paths: Object.fromEntries(paths),
      components: {
        schemas: { ...source.schemas },
        responses: Object.fromEntries(
          Object.entries(sharedProblems).map(([name, { codes, headers }]) => [
            name,
            { ...describeProblem(codes), headers: describeHeaders(headers) },
          ]),
        ),
        securitySchemes: {
          token: {
            type: "http",
            scheme: "bearer",
            description: "An API token with the scope named here, created in Settings.",
          },
          session: {
            type: "apiKey",
            in: "cookie",
            name: source.sessionCookieName,
            description: "The session of a signed-in browser.",
          },
        },
        headers: {
          "X-Request-Id": {
            description: "Identifies the request in the studio's log. A value sent with the request is kept.",
            schema: { type: "string" },
          },
        },
      },
    },
    { override: leaveAnswersOpen },
  );
}

/** The handlers of a route file by method, in the order of `httpMethods`. */
export function listHandlers(path: string, module: RouteModule): [HttpMethod, RouteHandler][] {
  return httpMethods.flatMap((method): [HttpMethod, RouteHandler][] => {
    const handler = module[method];
    if (handler === undefined) return [];
    if (!isRouteHandler(handler)) throw new Error(`${method} ${path} is not made by defineRoute.`);
    return [[method, handler]];
  });
}

function isRouteHandler(value: unknown): value is RouteHandler {
  return typeof value === "function" && "declaration" in value;
}

function describeOperation(declaration: RouteDeclaration, method: HttpMethod): ZodOpenApiOperationObject {
  const { auth, scope, operation } = declaration;
  const requestBody = describeBody(declaration);
  return {
    // HEAD uses the handler of GET, but needs its own operation ID.
    operationId: method === "HEAD" ? `${operation.id}Head` : operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    security:
      auth === "none"
        ? []
        : [{ token: scope ? [scope] : [] }, ...(auth === "token" ? [] : [{ session: [] }])],
    requestParams: describeParameters(declaration),
    ...(operation.requestHeaders
      ? {
          parameters: Object.entries(operation.requestHeaders).map(([name, description]) => ({
            name,
            in: "header" as const,
            description,
            schema: { type: "string" as const },
          })),
        }
      : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.answers).map(([status, answer]) => [
          status,
          describeAnswer(answer, method === "HEAD"),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(sharedProblems).map(([name, { codes }]) => [
          String(findErrorEntry(codes[0]).httpStatus),
          { $ref: `#/components/responses/${name}` },
        ]),
      ),
      ...describeProblems(declaration, method),
    },
  };
}

function describeParameters({ params, query }: RouteDeclaration): ZodOpenApiParameters {
  // zod-openapi checks that these are object schemas.
  return {
    ...(params ? { path: params as ZodOpenApiParameters["path"] } : {}),
    ...(query ? { query: query as ZodOpenApiParameters["query"] } : {}),
  };
}

function describeBody({ body, operation }: RouteDeclaration): ZodOpenApiRequestBodyObject | undefined {
  if (operation.body) {
    const { description, required, content, examples } = operation.body;
    return {
      ...(description ? { description } : {}),
      required,
      content: Object.fromEntries(
        Object.entries(content).map(([type, schema]): [string, ZodOpenApiMediaTypeObject] => [
          type,
          { ...(schema ? { schema } : {}), ...(examples ? { examples } : {}) },
        ]),
      ),
    };
  }
  if (!body) return undefined;
  return {
    required: !body.safeParse(undefined).success,
    content: { "application/json": { schema: body } },
  };
}

function describeAnswer(
  answer: RouteDeclaration["operation"]["answers"][number],
  withoutBody: boolean,
): ZodOpenApiResponseObject {
  const { description, schema, contentTypes = [], headers } = answer;
  const content = {
    ...(schema ? { "application/json": { schema } } : {}),
    ...Object.fromEntries(contentTypes.map((type) => [type, {}])),
  };
  return {
    description,
    headers: { "x-request-id": { $ref: "#/components/headers/X-Request-Id" }, ...describeHeaders(headers) },
    ...(withoutBody || Object.keys(content).length === 0 ? {} : { content }),
  };
}

function describeHeaders(headers: HeaderDescriptions = {}) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: "string" as const } },
    ]),
  );
}

/** Clients must accept unknown fields, because later versions may add some. */
function leaveAnswersOpen({ io, jsonSchema }: { io: "input" | "output"; jsonSchema: object }): void {
  if (io === "output" && "additionalProperties" in jsonSchema && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
}

type ProblemCode = StudioErrorCode | ServiceErrorCode;

/**
 * Refusals of any request, before it reaches a route (scripts/launcher/guard-requests.mjs). Operations refer to them, unless
 * they describe the same status themselves.
 */
const sharedProblems: Readonly<
  Record<string, { codes: readonly [ProblemCode, ...ProblemCode[]]; headers?: HeaderDescriptions }>
> = {
  UnreadableRequest: { codes: ["input.malformed"] },
  MethodNotAllowed: {
    codes: ["input.method"],
    headers: {
      allow: "The methods that the studio knows. Absent, like the body, if only this path lacks the method.",
    },
  },
  RequestTimeout: { codes: ["input.timeout"] },
  BodyTooLarge: { codes: ["input.too-large", "input.too-complex"] },
  HeadersTooLarge: { codes: ["input.headers"] },
};

/** A route's error responses by HTTP status: those implied by its declaration, and its own. */
function describeProblems(
  declaration: RouteDeclaration,
  method: string,
): Record<string, ZodOpenApiResponseObject> {
  const codesByStatus = new Map<number, ProblemCode[]>();
  for (const code of listCodes(declaration, method)) {
    const { httpStatus } = findErrorEntry(code);
    codesByStatus.set(httpStatus, [...(codesByStatus.get(httpStatus) ?? []), code]);
  }
  return Object.fromEntries(
    [...codesByStatus]
      .sort(([first], [second]) => first - second)
      .map(([status, codes]) => [
        String(status),
        describeProblem(codes, status === 429 && declaration.limit ? [describeLimit(declaration.limit)] : []),
      ]),
  );
}

function describeProblem(codes: readonly ProblemCode[], notes: readonly string[] = []) {
  return {
    description: [...codes.map((code) => `\`${code}\`: ${findErrorEntry(code).title}`), ...notes].join(
      "\n\n",
    ),
    content: { "application/problem+json": { schema: problemSchema } },
  };
}

function describeLimit(kind: RequestKind): string {
  const { requests, windowSeconds } = requestLimits[kind];
  return `At most ${requests} requests per person in ${windowSeconds} seconds. \`Retry-After\` says when the next one is accepted.`;
}

function listCodes(declaration: RouteDeclaration, method: string) {
  const { auth, scope, freshSignIn, params, query, body, limit, operation } = declaration;
  const changes = method !== "GET" && method !== "HEAD";
  const takesSessions = auth === "actor" || auth === "owner";
  return new Set<ProblemCode>([
    ...(auth === "none" ? [] : (["auth.required"] as const)),
    ...(scope ? (["auth.scope"] as const) : []),
    ...(freshSignIn ? (["auth.confirm-password"] as const) : []),
    ...(auth === "owner" ? (["auth.forbidden"] as const) : []),
    ...(takesSessions && changes ? (["auth.cross-site"] as const) : []),
    ...(params ? (["not-found"] as const) : []),
    ...(query || body ? (["input.invalid"] as const) : []),
    ...(body ? (["input.malformed", "input.too-large", "input.too-complex"] as const) : []),
    ...(limit ? (["rate.throttled"] as const) : []),
    ...(operation.problems ?? []),
    "database.away",
    "internal",
  ]);
}
