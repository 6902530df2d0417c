import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { problemResponse } from "@/lib/errors/problem-response.server";
import { nameDatabaseFault } from "../database-away.server";
import type { AgentRequest } from "./api-route.server";
import { type AgentTool, readText } from "./route-tool.server";

/** Nothing is asked of an agent, so no answer of one is validated; the default would compile a validator a request. */
const noValidator = {
  getValidator: () => {
    throw new Error("The studio asks an agent for nothing.");
  },
};

/**
 * Answers one message of the Model Context Protocol. There are no sessions: each message is a request of its own, with its
 * token, and any process could answer the next one.
 */
export async function serveTools(
  tools: readonly AgentTool[],
  agent: AgentRequest & { message: unknown; instructions: string },
): Promise<Response> {
  const { request, actor, message, instructions } = agent;
  const server = new Server(
    { name: "reverie", version: "1" },
    { capabilities: { tools: {} }, instructions, jsonSchemaValidator: noValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter(({ scope }) => actor.scopes.includes(scope)).map((tool) => tool.describe()),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, "There is no tool of this name; see tools/list");
    return call(tool, params.arguments ?? {}, agent);
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** An error is a problem as REST answers it, for the agent to read and act on. */
async function call(
  tool: AgentTool,
  args: Record<string, unknown>,
  agent: AgentRequest,
): Promise<CallToolResult> {
  try {
    return await tool.call(args, agent);
  } catch (error) {
    const response = problemResponse(nameDatabaseFault(error), agent.requestId);
    return { content: [await readText(response)], isError: true };
  }
}
