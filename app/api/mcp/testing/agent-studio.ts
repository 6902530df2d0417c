import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, type CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { loadApiRoutes } from "@/app/api/v1/openapi.json/api-routes";
import type { TokenScope } from "@/lib/auth/actor";
import { createTestToken } from "@/lib/auth/testing/create-test-token";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import type { RouteHandler } from "@/lib/http/route.server";

/** An agent with a token, and the same token for REST. */
export interface TestAgent {
  client: Client;
  token: string;
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>;
  /** The JSON of the first content of a tool's result. */
  read<Value>(name: string, args?: Record<string, unknown>): Promise<Value>;
  rest(operation: string, body?: unknown, signal?: AbortSignal): Promise<Response>;
}

export interface AgentStudio {
  studio: StudioHarness;
  origin: string;
  addAgent(options?: { userId?: string; scopes?: readonly TokenScope[] }): Promise<TestAgent>;
  addStranger(): Promise<TestAgent>;
  close(): Promise<void>;
}

/** The JSON of the first content of a result. */
export function readJson<Value>({ content: [first] }: CallToolResult): Value {
  if (first?.type !== "text") throw new Error("The first content is no text.");
  return JSON.parse(first.text) as Value;
}

/** The routes of the API behind a server on this machine, as Next serves them. */
export async function openAgentStudio(): Promise<AgentStudio> {
  const studio = await openStudioHarness();
  const findRoute = await createRouter();
  const server = createServer((incoming, outgoing) => {
    const left = new AbortController();
    outgoing.on("close", () => left.abort());
    void (async () => {
      const url = new URL(incoming.url ?? "", `http://${incoming.headers.host}`);
      const found = findRoute(incoming.method ?? "", url.pathname);
      if (!found) return outgoing.writeHead(405).end();
      const response = await found.handler(await toRequest(incoming, url, left.signal), {
        params: Promise.resolve(found.params),
      });
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      return outgoing.end(Buffer.from(await response.arrayBuffer()));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: Client[] = [];

  async function addAgent({ userId = studio.userId, scopes }: Parameters<AgentStudio["addAgent"]>[0] = {}) {
    const { token } = await createTestToken(userId, studio.test.database, scopes);
    const headers = { authorization: `Bearer ${token}` };
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), {
      requestInit: { headers },
    });
    // The class has optional members that its interface types otherwise.
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    clients.push(client);
    const call = async (name: string, args: Record<string, unknown> = {}) =>
      CallToolResultSchema.parse(await client.callTool({ name, arguments: args }));
    const agent: TestAgent = {
      client,
      token,
      call,
      async read<Value>(name: string, args?: Record<string, unknown>) {
        const result = await call(name, args);
        if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
        return readJson<Value>(result);
      },
      rest(operation, body, signal = new AbortController().signal) {
        const [method = "", path = ""] = operation.split(" ");
        const json = body === undefined ? {} : { body: JSON.stringify(body) };
        const sent = { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) };
        return fetch(`${origin}${path}`, { method, headers: sent, signal, ...json });
      },
    };
    return agent;
  }

  return {
    studio,
    origin,
    addAgent,
    async addStranger() {
      const data = { email: `stranger-${clients.length}@example.test`, name: "Stranger" };
      return addAgent({ userId: (await studio.test.database.user.create({ data })).id });
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
      await studio.close();
    },
  };
}

async function toRequest(incoming: IncomingMessage, url: URL, signal: AbortSignal): Promise<Request> {
  const hasBody = !["GET", "HEAD"].includes(incoming.method ?? "");
  return new Request(url, {
    method: incoming.method ?? "GET",
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: hasBody ? new Uint8Array(await buffer(incoming)) : null,
    signal,
  });
}

/** Finds a handler like Next: a path that is written out before one with a parameter. */
async function createRouter() {
  const routes = Object.entries(await loadApiRoutes())
    .map(([route, module]) => ({
      pattern: new RegExp(`^${route.replaceAll(/\[(\w+)\]/g, "(?<$1>[^/]+)")}$`),
      weight: route.split("[").length,
      module,
    }))
    .sort((first, second) => first.weight - second.weight);
  return (method: string, path: string) => {
    for (const { pattern, module } of routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const handler = module[method] as RouteHandler | undefined;
      return handler ? { handler, params: { ...match.groups } } : undefined;
    }
    return undefined;
  };
}
