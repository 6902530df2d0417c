import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import type { FaultSet } from "../faults.ts";
import {
  endResponse,
  JSON_TYPE,
  readJsonBody,
  sendBytes,
  sendJson,
  writePieces,
  type Answer,
  type JsonBody,
} from "../http/answer.ts";
import type { Refusal } from "../http/refusal.ts";
import { deliverFrames, EVENT_STREAM_TYPE } from "./deliver-frames.ts";
import type { Delivery } from "./delivery.ts";
import { withTraceId } from "./delivery.ts";
import { spoilBody } from "./spoil-answer.ts";

const GARBAGE = "\u0000\u0001<<< upstream \ufffd{{ not json";

/** Sends what was made, with the faults that strike after the work. Answers the outcome for the records. */
export async function deliverAnswer(delivery: Delivery, answer: Answer, faults: FaultSet): Promise<string> {
  const { response } = delivery;
  if (faults.has("drop-after")) {
    response.socket?.destroy();
    return "dropped-after";
  }
  if (faults.has("garbage")) {
    await sendBytes(response, 200, JSON_TYPE, Buffer.from(GARBAGE));
    return "garbage";
  }
  if (answer.kind === "frames") {
    const isJson = faults.has("json-for-stream") || faults.has("json-as-stream");
    if (!isJson) return deliverFrames(delivery, answer.frames, faults);
    return deliverBody(delivery, { kind: "json", body: await lastOf(answer.frames) }, faults);
  }
  return deliverBody(delivery, answer, faults);
}

/** Sends a refusal: HTTP 200 with a non-zero base_resp (service.md "Errors"). */
export async function deliverRefusal(delivery: Delivery, refusal: Refusal): Promise<void> {
  const base_resp = { status_code: refusal.statusCode, status_msg: refusal.statusMessage };
  await sendJson(delivery.response, 200, withTraceId(delivery, { base_resp }));
}

/** Sends the generic error object of service.md "Errors" with a real HTTP error status. */
export async function deliverHttpFault(delivery: Delivery, status: number): Promise<void> {
  await sendJson(delivery.response, status, { error: status, message: "the service met an internal fault" });
}

async function deliverBody(
  delivery: Delivery,
  answer: Exclude<Answer, { kind: "frames" }>,
  faults: FaultSet,
): Promise<string> {
  const { response } = delivery;
  const { length, pieces, contentType, status } = openBody(delivery, answer, faults);
  if (answer.kind !== "json" && answer.fileName !== undefined) {
    response.setHeader("Content-Disposition", `attachment; filename="${answer.fileName}"`);
  }
  if (response.destroyed) return "client-gone";
  response.writeHead(status, { "Content-Type": contentType, "Content-Length": length });
  if (faults.has("truncate")) {
    await writePieces(response, takeBytes(pieces, Math.floor(length / 2)));
    await flush(response);
    response.socket?.destroy();
    return "truncated";
  }
  await writePieces(response, pieces);
  return (await endResponse(response)) ? "delivered" : "client-gone";
}

function openBody(
  delivery: Delivery,
  answer: Exclude<Answer, { kind: "frames" }>,
  faults: FaultSet,
): { length: number; pieces: AsyncIterable<Uint8Array>; contentType: string; status: number } {
  if (answer.kind === "json") {
    const body = withTraceId(delivery, spoilBody(answer.body, faults));
    const contentType = faults.has("json-as-stream") ? EVENT_STREAM_TYPE : JSON_TYPE;
    return { ...readJsonBody(body), contentType, status: answer.status ?? 200 };
  }
  const { contentType } = answer;
  if (faults.has("empty-result")) return { length: 0, pieces: inPieces(), contentType, status: 200 };
  if (answer.kind === "bytes") {
    return { length: answer.bytes.byteLength, pieces: inPieces(answer.bytes), contentType, status: 200 };
  }
  const pieces = createReadStream(answer.path) as AsyncIterable<Buffer>;
  return { length: answer.sizeBytes, pieces, contentType, status: 200 };
}

async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function* takeBytes(pieces: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const piece of pieces) {
    yield piece.subarray(0, left);
    left -= piece.byteLength;
    if (left <= 0) return;
  }
}

/** Waits until what was written has left. */
function flush(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write("", () => resolve());
  });
}

async function lastOf(frames: AsyncIterable<JsonBody>): Promise<JsonBody> {
  let last: JsonBody = {};
  for await (const frame of frames) last = frame;
  return last;
}
