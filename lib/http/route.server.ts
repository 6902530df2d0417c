import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Actor, TokenScope } from "@/lib/auth/actor";
import { authenticateRequest, authenticateToken } from "@/lib/auth/authenticate-request.server";
import { checkFreshSignIn } from "@/lib/auth/fresh-sign-in.server";
import { hideTokens } from "@/lib/crypto/tokens.server";
import { parseInput } from "@/lib/errors/parse-input";
import { problemResponse } from "@/lib/errors/problem-response.server";
import type { RequestKind } from "@/lib/errors/request-limits";
import { countRequest } from "@/lib/errors/request-limits.server";
import { StudioError } from "@/lib/errors/studio-error";
import { inRequest } from "@/lib/traces/trace.server";
import { nameDatabaseFault } from "./database-away.server";
import type { RouteOperation } from "./openapi/route-operation";
import { readJsonBody } from "./read-body.server";
import { tellSlowRequest } from "./tell-slow-request.server";

/** Default limit of a JSON body. */
const defaultMaxBodyBytes = 1024 * 1024;
const slowRequestMs = 2_000;
const requestIdPattern = /^[\w.:-]{8,128}$/;

/**
 * Who may call: anyone signed in or with a token, only the owner, everyone, or anyone with a token, whatever its scopes, where
 * what the route does asks for one of them.
 */
type RouteAuth = "actor" | "owner" | "token" | "none";

/** Next's second argument of a route handler. */
interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}

/** The schema of a part of the request; undefined if the route does not use that part. */
export type PartSchema = z.ZodType | undefined;
export type Parsed<Part> = Part extends z.ZodType ? z.output<Part> : undefined;

interface RouteInput<Auth extends RouteAuth, Params, Query, Body> {
  request: Request;
  requestId: string;
  actor: Auth extends "none" ? undefined : Actor;
  params: Parsed<Params>;
  query: Parsed<Query>;
  body: Parsed<Body>;
}

/** What a token needs to call the route; none where everyone, or any token, may call it. */
type RouteScope<Auth extends RouteAuth> = Auth extends "none" | "token"
  ? { scope?: never }
  : { scope: TokenScope };

type RouteDefinition<Auth extends RouteAuth, Params, Query, Body> = RouteScope<Auth> & {
  auth: Auth;
  /** Whether a session must have entered its password recently. */
  freshSignIn?: boolean;
  params?: Params;
  query?: Query;
  /** Schema of a JSON body; without it, the handler may read the request itself. */
  body?: Body;
  maxBodyBytes?: number;
  /** How many values a JSON body may have, if more than usual. */
  maxBodyValues?: number;
  /** Counts each call of a person before anything else is read. */
  limit?: RequestKind;
  /** Whether it may wait for something, so that taking long is no sign of a fault. */
  mayWait?: boolean;
  /** Further parts of the API description. */
  operation: RouteOperation;
  /** Returns the content of the operation's first answer, or a complete response. */
  handle: (input: RouteInput<Auth, Params, Query, Body>) => unknown;
};

/** A route's declaration without its handler, the source of the API description. */
export type RouteDeclaration = Omit<
  RouteDefinition<RouteAuth, z.ZodType | undefined, z.ZodType | undefined, z.ZodType | undefined>,
  "handle"
>;

/** The handler that Next calls, with its declaration. */
export interface RouteHandler {
  (request: Request, context: RouteContext): Promise<Response>;
  readonly declaration: RouteDeclaration;
}

/** Carries the body's length past Next; scripts/launcher/tell-body-length.mjs turns it into content-length. */
const bodyLengthHeader = "x-reverie-body-length";

/**
 * Defines a route handler by what it needs: who may call, and the schemas of path, query and body. Errors
 * become problem+json; every response has `x-request-id` and, by default, `cache-control: no-store`.
 */
export function defineRoute<
  Auth extends RouteAuth,
  Params extends PartSchema = undefined,
  Query extends PartSchema = undefined,
  Body extends PartSchema = undefined,
>(definition: RouteDefinition<Auth, Params, Query, Body>): RouteHandler {
  const handle = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = readRequestId(request);
    const startedAt = performance.now();
    const response = await inRequest({ via: "api", requestId }, () =>
      respond(definition, request, context, requestId),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    if (durationMs > slowRequestMs && !definition.mayWait) {
      const pathname = hideTokens(new URL(request.url).pathname);
      tellSlowRequest({ requestId, method: request.method, pathname, durationMs });
    }
    return withDefaultHeaders(response, requestId);
  };
  const { handle: _handle, ...declaration } = definition;
  return Object.assign(handle, { declaration });
}

async function respond<
  Auth extends RouteAuth,
  Params extends PartSchema,
  Query extends PartSchema,
  Body extends PartSchema,
>(
  definition: RouteDefinition<Auth, Params, Query, Body>,
  request: Request,
  context: RouteContext,
  requestId: string,
): Promise<Response> {
  try {
    const actor = await authorise(definition, request);
    if (definition.limit && actor) await countRequest(definition.limit, actor.userId);
    const params = parseParams(definition.params, await context.params);
    const query = parsePart(definition.query, readQuery(request));
    const json = definition.body
      ? await readJsonBody(request, definition.maxBodyBytes ?? defaultMaxBodyBytes, definition.maxBodyValues)
      : undefined;
    const body = parsePart(definition.body, json);
    // Each part was parsed by the schema that types it, which generics can't express.
    const input = { request, requestId, actor, params, query, body } as RouteInput<Auth, Params, Query, Body>;
    return toResponse(await definition.handle(input), definition.operation);
  } catch (error) {
    // The caller has disconnected, which is no error.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    return problemResponse(nameDatabaseFault(error), requestId, new URL(request.url).pathname);
  }
}

/** The first answer of the operation, with the result as JSON if the answer has a schema. */
function toResponse(result: unknown, { answers }: RouteOperation): Response {
  if (result instanceof Response) return result;
  const [[status, { schema }]] = Object.entries(answers) as [[string, RouteOperation["answers"][number]]];
  const init = { status: Number(status) };
  return schema ? Response.json(result, init) : new Response(null, init);
}

/** The one place that decides whether a caller may use a route. */
async function authorise(
  { auth, scope, freshSignIn }: { auth: RouteAuth; scope?: TokenScope; freshSignIn?: boolean },
  request: Request,
): Promise<Actor | undefined> {
  if (auth === "none") return undefined;
  if (auth === "token") return authenticateToken(request);
  const actor = await authenticateRequest(request);
  if (!scope || !actor.scopes.includes(scope)) {
    throw new StudioError("auth.scope", { values: scope ? { scope } : {} });
  }
  if (auth === "owner" && actor.role !== "owner") throw new StudioError("auth.forbidden");
  if (freshSignIn) await checkFreshSignIn(actor);
  return actor;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema ? parseInput(schema, value) : undefined;
}

/** An invalid ID in a path is a 404. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (!result.success) throw new StudioError("not-found");
  return result.data;
}

/** The query as an object; a repeated name becomes a list. */
function readQuery(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function readRequestId(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && requestIdPattern.test(given) ? given : randomUUID();
}

function withDefaultHeaders(response: Response, requestId: string): Response {
  const headers = new Headers(response.headers);
  headers.set("x-request-id", requestId);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const length = headers.get("content-length");
  if (length !== null) headers.set(bodyLengthHeader, length);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

/** The path of one thing. */
export const idParamsSchema = z.object({ id: z.uuid() });
