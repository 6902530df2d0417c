// A server that keeps whole bodies in memory, as next-auth and Next do. Prints its port; says how much memory it had.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  if (request.url === "/memory") {
    response.end(String(process.resourceUsage().maxRSS));
    return;
  }
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => response.end(`${request.method} ${Buffer.concat(chunks).length}`));
  request.on("error", (error) => response.destroy(error));
});

server.listen(0, "127.0.0.1", () => console.log(server.address().port));
server.on("upgrade", (_request, socket) => socket.destroy());
