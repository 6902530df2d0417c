import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { encodeJsonText, measureJsonText, readJsonText } from "./hex-file.ts";
import { encodeJson } from "./json.ts";

/** A JSON object; one member in it may be a HexFile. */
export type JsonBody = Record<string, unknown>;

/** What a service call answers: a JSON object, a stream of server-sent JSON frames, raw bytes, or a file. */
export type Answer =
  | { kind: "json"; body: JsonBody; status?: number }
  | { kind: "frames"; frames: AsyncIterable<JsonBody> }
  | { kind: "bytes"; bytes: Uint8Array; contentType: string; fileName?: string }
  | { kind: "file"; path: string; sizeBytes: number; contentType: string; fileName: string };

/** `base_resp` of success, service.md "base_resp". */
export const SUCCESS = { status_code: 0, status_msg: "success" } as const;

export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends one complete JSON answer; resolves to false when the caller went away before it was written out. */
export function sendJson(response: ServerResponse, status: number, body: JsonBody): Promise<boolean> {
  return sendBytes(response, status, JSON_TYPE, Buffer.from(encodeJson(body)));
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
  return endResponse(response, bytes);
}

/** Ends the body; resolves to false when the caller went away before it was written out. */
export function endResponse(response: ServerResponse, bytes?: Uint8Array | string): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once("close", () => resolve(response.writableFinished));
    response.end(bytes);
  });
}

/** Writes pieces in the caller's pace; false when the caller has gone. */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  for await (const piece of pieces) {
    if (response.destroyed) return false;
    if (!response.write(piece)) await waitForDrain(response);
  }
  return !response.destroyed;
}

/** Writes one server-sent frame: `data: {json}` and a blank line (unshown.md, Music and Synchronous speech: stream). */
export function writeFrame(response: ServerResponse, frame: JsonBody): Promise<boolean> {
  return writePieces(response, readFrame(frame));
}

async function* readFrame(frame: JsonBody): AsyncGenerator<Uint8Array> {
  const { before, file, after } = encodeJsonText(frame);
  yield* readJsonText({ before: `data: ${before}`, file, after: `${after}\n\n` });
}

/** The length of a JSON body and its bytes. */
export function readJsonBody(body: JsonBody): { length: number; pieces: AsyncIterable<Uint8Array> } {
  const text = encodeJsonText(body);
  return { length: measureJsonText(text), pieces: readJsonText(text) };
}

function waitForDrain(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      response.off("drain", finish);
      response.off("close", finish);
      resolve();
    };
    response.once("drain", finish);
    response.once("close", finish);
  });
}

/** Waits, or returns early when the signal aborts. */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
