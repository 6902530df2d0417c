import type { ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterEach } from "vitest";
import { createServiceClient, type ServiceClientOptions } from "../client.server.ts";
import { getShippedProfile } from "../profiles/shipped-profiles.ts";
import { startOddServer, type OddServer, type SeenRequest } from "./odd-server.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** Closes something after the current test. */
export function closeAfterTest(thing: { close(): Promise<void> }): void {
  opened.push(thing);
}

/** Starts a server for the current test. */
export async function serve(
  answer: (response: ServerResponse, request: SeenRequest) => void,
): Promise<OddServer> {
  const server = await startOddServer(answer);
  closeAfterTest(server);
  return server;
}

export const profile = getShippedProfile("sandbox");

export const connect = (baseUrl: string, options: Partial<ServiceClientOptions> = {}) =>
  createServiceClient({ profile, apiKey: "secret-key", baseUrl, ...options });

export const image = { model: "image-01", prompt: "a lighthouse" } as const;
export const speech = { model: "speech-2.6-hd", text: "Hello." } as const;
export const success = { base_resp: { status_code: 0, status_msg: "success" } };
export const ignoreImages = { onImage: () => Promise.resolve() };
export const ignoreAudio = {
  onAudio: async (bytes: AsyncIterable<Uint8Array>) => void (await collect(bytes)),
};

/** A port without a listener. */
export async function findClosedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Collects all bytes of a stream. */
export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
