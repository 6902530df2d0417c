import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { TokenScope } from "@/lib/auth/actor";
import { parseInput } from "@/lib/errors/parse-input";
import { type AgentRequest, type ApiRoute, callRoute, readShapes } from "./api-route.server";

type Arguments = Record<string, unknown>;
type Content = CallToolResult["content"][number];

/** A tool of an agent. */
export interface AgentTool {
  name: string;
  /** A token without it is not told of the tool. */
  scope: TokenScope;
  describe(): ListedTool;
  /** @throws StudioError which the agent reads as the problem that the REST API would answer */
  call(args: Arguments, agent: AgentRequest): Promise<CallToolResult>;
}

interface RouteTool extends ApiRoute {
  name: string;
  /** Default: what the API description says of the route. */
  description?: string;
  /** Only these fields of the route, default all. */
  only?: readonly string[];
  /** What the tool always sends. */
  fixed?: Arguments;
  /** Fields with a closer schema than that of the route, which parses them all the same. */
  fields?: z.ZodRawShape;
  /** What it is sent instead of a field that is left out. */
  defaults?: Arguments;
  /** Turns a successful answer into something else than its text. */
  show?: (response: Response, agent: AgentRequest, args: Arguments) => Promise<Content[]>;
}

/**
 * A tool that calls a route of the REST API: its arguments are the fields of the route's path, query and body, its result is
 * the route's answer, and so are its errors. Nothing is checked here but their names.
 */
export function defineRouteTool(tool: RouteTool): AgentTool {
  const { name, handler, fixed = {}, defaults = {}, show } = tool;
  const { scope, operation } = handler.declaration;
  if (!scope) throw new Error(`${operation.id} asks for no scope.`);
  const shape = pickFields(tool);
  const namesSchema = z.strictObject(
    Object.fromEntries(Object.keys(shape).map((field) => [field, z.unknown().optional()])),
  );
  let described: ListedTool | undefined;
  return {
    name,
    scope,
    describe: () => (described ??= describeTool(tool, shape)),
    async call(args, agent) {
      parseInput(namesSchema, args);
      const response = await callRoute(tool, { ...defaults, ...args, ...fixed }, agent);
      if (!response.ok) return { content: [await readText(response)], isError: true };
      return { content: show ? await show(response, agent, args) : [await readText(response)] };
    },
  };
}

function pickFields(tool: RouteTool): z.ZodRawShape {
  const { params, query, body } = readShapes(tool);
  const known: z.ZodRawShape = { ...params, ...query, ...body, ...tool.fields };
  const { only = Object.keys(known), fixed = {} } = tool;
  return Object.fromEntries(
    only
      .filter((name) => !(name in fixed))
      .map((name) => {
        if (!known[name]) throw new Error(`${tool.route} has no field ${name}.`);
        return [name, known[name]];
      }),
  );
}

function describeTool({ name, route, handler, description }: RouteTool, shape: z.ZodRawShape): ListedTool {
  const { summary, description: details } = handler.declaration.operation;
  const isRead = /^(GET|HEAD) /.test(route);
  return {
    name,
    description: description ?? [summary, details].filter(Boolean).join(". "),
    inputSchema: z.toJSONSchema(z.strictObject(shape), { io: "input" }) as ListedTool["inputSchema"],
    annotations: { readOnlyHint: isRead },
  };
}

/** The body of an answer. */
export async function readText(response: Response): Promise<Content> {
  return { type: "text", text: await response.text() };
}
