import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";

/** A message of JSON-RPC 2.0. Several at once were dropped from the protocol and are refused. */
const messageSchema = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional().describe("Missing in notifications."),
  method: z.string().optional().describe("For example `tools/list` or `tools/call`."),
  params: z.record(z.string(), z.unknown()).optional(),
});

const instructions =
  "Reverie makes images, songs, covers, videos and speech. Make something, wait for the generation to end, then look at it or fetch its items. Making may be billed: after an error, look before making it again, or send the same idempotencyKey. Errors are problems with a code, what happened and what to do.";

export const POST = defineRoute({
  auth: "token",
  mayWait: true,
  body: messageSchema,
  operation: {
    id: "callAgentTools",
    tag: "Studio",
    summary: "Use the studio's tools as an agent",
    description:
      "The Model Context Protocol over streamable HTTP, without sessions: one JSON-RPC message a request. Each tool calls a route of this API and needs its scope; tools that the token has no scope for are not listed. Sessions of browsers don't count. See docs/mcp.md.",
    requestHeaders: { accept: "`application/json, text/event-stream`" },
    answers: {
      200: {
        description: "The JSON-RPC response to a request. An error of a tool is a result with `isError`.",
        schema: z.looseObject({ jsonrpc: z.literal("2.0") }),
      },
      202: { description: "A notification was accepted." },
    },
  },
  async handle({ actor, request, requestId, body }) {
    // Loaded with the first message: most studios have no agent.
    const [{ serveTools }, { agentTools }] = await Promise.all([
      import("@/lib/http/mcp/serve-tools.server"),
      import("./agent-tools"),
    ]);
    return serveTools(agentTools, { actor, request, requestId, message: body, instructions });
  },
});
