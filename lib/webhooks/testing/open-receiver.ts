import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that arrived. */
export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  messages: ReceivedMessage[];
  /** How each message is answered; 204 at first. */
  answer: (response: ServerResponse, message: ReceivedMessage) => void;
  close(): Promise<void>;
}

/** A real HTTP server that keeps what it receives. */
export async function openReceiver(): Promise<Receiver> {
  const receiver: Omit<Receiver, "url" | "close"> = {
    messages: [],
    answer: (response) => void response.writeHead(204).end(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const message = { path: request.url ?? "", headers: request.headers, body };
      receiver.messages.push(message);
      receiver.answer(response, message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
