import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { encodeJson } from "./json.ts";

export type JsonBody = Record<string, unknown>;

/** The answer to a service call: a JSON object, a stream of server-sent JSON frames, or a file. */
export type Answer =
  | { kind: "json"; body: JsonBody }
  | { kind: "frames"; frames: AsyncIterable<JsonBody> }
  | { kind: "file"; path: string; contentType: string; fileName: string };

/** `base_resp` of success, service.md "base_resp". */
export const SUCCESS = { status_code: 0, status_msg: "success" } as const;

export function succeed(body: JsonBody): Answer {
  return { kind: "json", body: { ...body, base_resp: SUCCESS } };
}

export const JSON_TYPE = "application/json; charset=utf-8";

export function sendJson(response: ServerResponse, status: number, body: JsonBody): Promise<boolean> {
  return sendBytes(response, status, JSON_TYPE, Buffer.from(encodeJson(body)));
}

/** Sends one complete body with its length; resolves to false when the caller left before it was written out. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  contentType: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (response.destroyed || response.socket?.destroyed) return Promise.resolve(false);
  response.writeHead(status, { "Content-Type": contentType, "Content-Length": bytes.byteLength });
  return endResponse(response, bytes);
}

/** Ends the body; resolves to false when the caller left before it was written out. */
export function endResponse(response: ServerResponse, bytes?: Uint8Array): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once("close", () => resolve(response.writableFinished));
    response.end(bytes);
  });
}

/** Writes pieces as fast as the caller reads them; false when the caller has left. */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await waitForDrain(response);
  }
  return !response.destroyed;
}

async function waitForDrain(response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const isOver = new AbortController();
  const { signal } = isOver;
  await Promise.race([once(response, "drain", { signal }), once(response, "close", { signal })]);
  isOver.abort();
}

/** Cuts the connection within a body, after what was written has been sent. */
export async function breakOff(response: ServerResponse, lastBytes: string | Uint8Array = ""): Promise<void> {
  if (!response.destroyed) {
    await new Promise<void>((resolve) => {
      response.once("close", resolve);
      response.write(lastBytes, () => resolve());
    });
  }
  response.socket?.destroy();
}

export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
