import type { ServerResponse } from "node:http";
import { encodeJson } from "./json.ts";

/** What a service call answers: a JSON object, a stream of server-sent JSON frames, or raw bytes. */
export type Answer =
  | { kind: "json"; body: Record<string, unknown>; status?: number }
  | { kind: "frames"; frames: AsyncIterable<Record<string, unknown>> }
  | { kind: "bytes"; bytes: Uint8Array; contentType: string; fileName?: string };

/** `base_resp` of success, service.md "base_resp". */
export const SUCCESS = { status_code: 0, status_msg: "success" } as const;

/** Sends one complete JSON answer; resolves to false when the caller went away before it was written out. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: Record<string, unknown>,
): Promise<boolean> {
  return sendBytes(response, status, "application/json; charset=utf-8", Buffer.from(encodeJson(body)));
}

/** Sends one complete body with its length; resolves to false when the caller went away before it was written out. */
export function sendBytes(
  response: ServerResponse,
  status: number,
  contentType: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (response.destroyed || response.socket?.destroyed) return Promise.resolve(false);
  response.writeHead(status, { "Content-Type": contentType, "Content-Length": bytes.byteLength });
  return new Promise((resolve) => {
    response.once("close", () => resolve(response.writableFinished));
    response.end(bytes);
  });
}

/** Text of one server-sent frame: `data: {json}` and a blank line (unshown.md, Music and Synchronous speech: stream). */
export function formatFrame(frame: Record<string, unknown>): string {
  return `data: ${encodeJson(frame)}\n\n`;
}
