import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import { makeRequestFor } from "@/lib/auth/authenticate-request.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { RouteHandler } from "../route.server";

/** A route of the REST API, for example `GET /api/v1/items/[id]`, with its handler. */
export interface ApiRoute {
  route: string;
  handler: RouteHandler;
}

/** An authenticated request of an agent, which the requests that its tools make take after. */
export interface AgentRequest {
  actor: Actor;
  request: Request;
  requestId: string;
}

/** From where the agent asks, and how it reaches the studio. What describes the agent's own message is left behind, and so is a session. */
const keptHeaders = [
  "host",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-reverie-peer-address",
];

/** The fields of each part of a route's request. */
export function readShapes({ handler: { declaration } }: ApiRoute) {
  const [params, query, body] = [declaration.params, declaration.query, declaration.body].map(
    (part): z.ZodRawShape => {
      if (part === undefined) return {};
      if (!(part instanceof z.ZodObject)) throw new Error(`${declaration.operation.id} takes no object.`);
      return part.shape as z.ZodRawShape;
    },
  ) as [z.ZodRawShape, z.ZodRawShape, z.ZodRawShape];
  return { params, query, body };
}

/**
 * Calls a route like a script that sends the same token. Fields of its path and query are taken from the arguments; what is
 * left is the body.
 *
 * @throws StudioError input.invalid for what no request can carry: a path without its ID, a query with an object
 */
export async function callRoute(
  api: ApiRoute,
  args: Readonly<Record<string, unknown>>,
  { actor, request, requestId }: AgentRequest,
): Promise<Response> {
  const [method = "", pattern = ""] = api.route.split(" ");
  const shapes = readShapes(api);
  const params: Record<string, string> = {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (name in shapes.params) params[name] = writeText(name, value);
    else if (!(name in shapes.query)) body[name] = value;
    else if (value !== undefined) query.set(name, writeText(name, value));
  }
  const path = pattern.replaceAll(/\[(\w+)\]/g, (_match, name: string) => {
    if (params[name] === undefined) throw invalid(name, "field.required");
    return encodeURIComponent(params[name]);
  });
  const headers = new Headers({ "x-request-id": requestId });
  for (const name of keptHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const hasBody = api.handler.declaration.body !== undefined;
  if (hasBody) headers.set("content-type", "application/json");
  const url = new URL(`${path}${query.size > 0 ? `?${query}` : ""}`, request.url);
  const inner = new Request(url, {
    method,
    headers,
    body: hasBody ? JSON.stringify(body) : null,
    signal: request.signal,
  });
  return api.handler(makeRequestFor(actor, inner), { params: Promise.resolve(params) });
}

/** A value as addresses carry it; several, as lists of the API are written. */
function writeText(name: string, value: unknown): string {
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  if (values.every((each) => ["string", "number", "boolean"].includes(typeof each))) return values.join(",");
  throw invalid(name, "field.type");
}

function invalid(path: string, key: string): StudioError {
  return new StudioError("input.invalid", { fields: [{ path, key }] });
}
