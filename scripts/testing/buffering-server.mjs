// A server that keeps whole bodies in memory, as next-auth and Next do. Prints its port; says how much memory it had,
// and how many connections are open. A request has REQUEST_TIMEOUT_MS to arrive, if set.
import { createServer } from "node:http";

const requestTimeout = Number(process.env.REQUEST_TIMEOUT_MS ?? 300_000);
const timeouts = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 50 };

const server = createServer(timeouts, (request, response) => {
  if (request.url === "/memory") {
    response.end(String(process.resourceUsage().maxRSS));
    return;
  }
  if (request.url === "/connections") {
    server.getConnections((_error, count) => response.end(String(count)));
    return;
  }
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => response.end(`${request.method} ${Buffer.concat(chunks).length}`));
  request.on("error", (error) => response.destroy(error));
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("upgrade", (_request, socket) => socket.destroy());
