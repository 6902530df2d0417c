import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeService {
  baseUrl: string;
  /** Bearer keys in the order in which they came. */
  keys: string[];
  /** base_resp.status_code of the next answers. */
  answerWith(statusCode: number): void;
  stop(): Promise<void>;
}

/** A service that answers every question with one base_resp and remembers who asked. */
export async function startFakeService(): Promise<FakeService> {
  const keys: string[] = [];
  let statusCode = 0;
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    response.setHeader("content-type", "application/json");
    const baseResp = { status_code: statusCode, status_msg: statusCode === 0 ? "success" : "refused" };
    response.end(JSON.stringify({ files: [], base_resp: baseResp }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    answerWith(code) {
      statusCode = code;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
