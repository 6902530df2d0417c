import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import type { FaultSet } from "../faults.ts";
import {
  type Answer,
  endResponse,
  JSON_TYPE,
  type JsonBody,
  readJsonBody,
  sendBytes,
  sendJson,
  waitFor,
  writeFrame,
  writePieces,
} from "../http/answer.ts";
import { HexFile, type HexFlaw } from "../http/hex-file.ts";
import { encodeJson } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { ServiceEndpoint } from "./service-endpoint.ts";
import type { SandboxContext } from "../sandbox-context.ts";

/** Where an answer goes. */
export interface Delivery {
  sandbox: SandboxContext;
  endpoint: ServiceEndpoint;
  response: ServerResponse;
  traceId: string;
}

function withTraceId(delivery: Delivery, body: JsonBody): JsonBody {
  return delivery.endpoint.hasBodyTraceId ? { ...body, trace_id: delivery.traceId } : body;
}

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

const EVENT_STREAM_TYPE = "text/event-stream; charset=utf-8";

/** Sends frames as server-sent events, with the faults of a stream. Answers the outcome for the records. */
async function deliverFrames(
  delivery: Delivery,
  frames: AsyncIterable<JsonBody>,
  faults: FaultSet,
): Promise<string> {
  const { response, sandbox } = delivery;
  response.writeHead(200, { "Content-Type": EVENT_STREAM_TYPE, "Cache-Control": "no-cache" });
  // The head leaves at once: the caller learns that sound will come before there is any.
  response.flushHeaders();
  const send = (frame: JsonBody) => writeFrame(response, withTraceId(delivery, frame));
  if (faults.has("data-null")) {
    await send({ data: null, base_resp: { status_code: 0, status_msg: "success" } });
    return (await endResponse(response)) ? "delivered" : "client-gone";
  }
  let sentFrames = 0;
  try {
    for await (const frame of frames) {
      if (response.destroyed) return "client-gone";
      const fault =
        (await strike(delivery, frame, sentFrames, faults)) ??
        (await interrupt(delivery, sentFrames, faults));
      if (fault !== null) return fault;
      if (!(await send(sentFrames === 1 ? spoilFrame(frame, faults) : frame))) return "client-gone";
      sentFrames += 1;
      await waitFor(sandbox.settings.streamFrameIntervalMs, sandbox.closing);
    }
    const fault = await interrupt(delivery, sentFrames, faults);
    if (fault !== null) return fault;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await send(describeError(error.statusCode, error.statusMessage));
  }
  return (await endResponse(response)) ? "delivered" : "client-gone";
}

/** Does to the stream what the faults demand before this frame. Answers the outcome when the stream is over by that. */
async function strike(
  delivery: Delivery,
  frame: JsonBody,
  sentFrames: number,
  faults: FaultSet,
): Promise<string | null> {
  const { response } = delivery;
  const errorCode = faults.value("stream-error");
  if (sentFrames === 1 && errorCode !== null) {
    await writeFrame(response, withTraceId(delivery, describeError(errorCode, "the stream broke off")));
    await endResponse(response);
    return `stream-error:${errorCode}`;
  }
  if (sentFrames === 1 && faults.has("truncate")) {
    const text = `data: ${encodeJson(frame)}`;
    await new Promise<void>((resolve) => response.write(text.slice(0, text.length / 2), () => resolve()));
    response.socket?.destroy();
    return "truncated";
  }
  const isLast = (frame.data as { status?: unknown } | null)?.status === 2;
  if (isLast && faults.has("no-last-frame")) {
    await endResponse(response);
    return "no-last-frame";
  }
  return null;
}

/** Ends or halts a stream after so many frames, the last one included. Answers the outcome when it did. */
async function interrupt(
  { response, sandbox }: Delivery,
  sentFrames: number,
  faults: FaultSet,
): Promise<string | null> {
  if (sentFrames === faults.value("drop-after-frames")) {
    await new Promise<void>((resolve) => response.write(": \n\n", () => resolve()));
    response.socket?.destroy();
    return "dropped-in-stream";
  }
  if (sentFrames === faults.value("stall-after-frames")) {
    if (!response.destroyed) await Promise.race([once(response, "close"), aborted(sandbox.closing)]);
    return "stalled";
  }
  return null;
}

function describeError(statusCode: number, statusMessage: string): JsonBody {
  return { data: null, base_resp: { status_code: statusCode, status_msg: statusMessage } };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

const BYTES_PER_MEGABYTE = 1_000_000;

/** A JSON body with the faults that were asked for in its `data`. */
function spoilBody(body: JsonBody, faults: FaultSet): JsonBody {
  if (!("data" in body)) return body;
  if (faults.has("data-null")) return { ...body, data: null };
  const data = body.data as JsonBody | null;
  if (data === null || data.audio === undefined) return body;
  // A link stays: what it leads to is empty.
  const isEmpty = faults.has("empty-result") && data.audio instanceof HexFile;
  if (isEmpty) return { ...body, data: { ...data, audio: "" } };
  return { ...body, data: { ...data, audio: spoilHex(data.audio, findFlaw(faults)) } };
}

/** The second frame of a stream, which the faults of a single frame strike. */
function spoilFrame(frame: JsonBody, faults: FaultSet): JsonBody {
  const megabytes = faults.value("large-frame");
  const padding = megabytes === null ? {} : { padding: "0".repeat(megabytes * BYTES_PER_MEGABYTE) };
  const data = frame.data as JsonBody;
  return { ...frame, ...padding, data: { ...data, audio: spoilHex(data.audio, findFlaw(faults)) } };
}

function findFlaw(faults: FaultSet): HexFlaw {
  if (faults.has("odd-hex")) return "odd";
  return faults.has("bad-hex") ? "bad-character" : null;
}

function spoilHex(audio: unknown, flaw: HexFlaw): unknown {
  if (audio instanceof HexFile) return audio.withFlaw(flaw);
  const isHex = typeof audio === "string" && !audio.startsWith("http");
  if (flaw === null || !isHex) return audio;
  const middle = Math.floor(audio.length / 2);
  return flaw === "odd" ? audio.slice(0, -1) : `${audio.slice(0, middle)}g${audio.slice(middle + 1)}`;
}
