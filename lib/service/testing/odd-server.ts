import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface OddServer {
  baseUrl: string;
  /** All completely received requests. */
  seen: SeenRequest[];
  close(): Promise<void>;
}

/** A local HTTP server on a free port whose responses the test writes itself. */
export async function startOddServer(
  answer: (response: ServerResponse, request: SeenRequest) => void,
): Promise<OddServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(request);
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** Responds with JSON. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
