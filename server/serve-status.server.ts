import { createServer, type Server } from "node:http";
import { getHealth, getLiveness, getMetrics } from "./status-routes.server";

const routes = { "/api/health": getHealth, "/api/health/live": getLiveness, "/api/metrics": getMetrics };

/**
 * Answers for the health and metrics of a worker on a machine without a web, as the web does elsewhere.
 *
 * @throws where it can't listen
 */
export async function serveStatus({ host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const respond = async () => {
      // Without a body: only GET is known.
      const { authorization } = incoming.headers;
      const url = new URL(incoming.url ?? "/", `http://${host.includes(":") ? `[${host}]` : host}:${port}`);
      const route = incoming.method === "GET" ? routes[url.pathname as keyof typeof routes] : undefined;
      if (!route) return new Response(null, { status: 404 });
      const request = new Request(url, authorization ? { headers: { authorization } } : {});
      return route(request, { params: Promise.resolve({}) });
    };
    void respond().then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return server;
}
