import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that delivers bytes on command of the test; one response at a time. */
export interface SoundSource {
  url: string;
  /** How many requests it received. */
  requestCount(): number;
  /** Delivers these bytes, after the next request if there is none. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the response normally. */
  end(): Promise<void>;
  /** Drops the connection. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export async function openSoundSource(): Promise<SoundSource> {
  let requests = 0;
  let asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.flushHeaders();
    asked.resolve(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const release = async (): Promise<ServerResponse> => {
    const response = await asked.promise;
    asked = Promise.withResolvers();
    return response;
  };
  return {
    url: `http://127.0.0.1:${port}/sound`,
    requestCount: () => requests,
    async write(bytes) {
      const response = await asked.promise;
      if (!response.write(bytes)) await Promise.race([once(response, "drain"), once(response, "close")]);
    },
    async end() {
      (await release()).end();
    },
    async cut() {
      (await release()).destroy();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
