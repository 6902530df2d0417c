import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import type { FaultSet } from "../faults.ts";
import * as http from "../http/answer.ts";
import { type Answer, type JsonBody } from "../http/answer.ts";
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

const GARBAGE = "\u0000\u0001<<< upstream \ufffd{{ not json";
const EVENT_STREAM_TYPE = "text/event-stream; charset=utf-8";
const BYTES_PER_MEGABYTE = 1_000_000;

/** Sends what was made, with the faults that strike after the work. Returns the outcome for the records. */
export async function deliverAnswer(delivery: Delivery, answer: Answer, faults: FaultSet): Promise<string> {
  const { response } = delivery;
  if (faults.has("drop-after")) {
    response.socket?.destroy();
    return "dropped-after";
  }
  if (faults.has("garbage")) {
    await http.sendBytes(response, 200, http.JSON_TYPE, Buffer.from(GARBAGE));
    return "garbage";
  }
  if (answer.kind === "file") return deliverFile(delivery, answer, faults);
  if (answer.kind === "json") return deliverJson(delivery, answer.body, faults);
  const isJson = faults.has("json-for-stream") || faults.has("json-as-stream");
  if (!isJson) return deliverFrames(delivery, answer.frames, faults);
  let last: JsonBody = {};
  for await (const frame of answer.frames) last = frame;
  return deliverJson(delivery, last, faults);
}

/** Sends a refusal: HTTP 200 with a non-zero base_resp (service.md "Errors"). */
export async function deliverRefusal(delivery: Delivery, refusal: Refusal): Promise<void> {
  const base_resp = { status_code: refusal.statusCode, status_msg: refusal.statusMessage };
  await http.sendJson(delivery.response, 200, withTraceId(delivery, { base_resp }));
}

/** Sends the generic error object of service.md "Errors" with a real HTTP error status. */
export async function deliverHttpFault({ response }: Delivery, status: number): Promise<void> {
  await http.sendJson(response, status, { error: status, message: "the service met an internal fault" });
}

function withTraceId({ endpoint, traceId }: Delivery, body: JsonBody): JsonBody {
  return endpoint.hasBodyTraceId ? { ...body, trace_id: traceId } : body;
}

function deliverJson(delivery: Delivery, body: JsonBody, faults: FaultSet): Promise<string> {
  const bytes = Buffer.from(encodeJson(withTraceId(delivery, spoilBody(body, faults))));
  const type = faults.has("json-as-stream") ? EVENT_STREAM_TYPE : http.JSON_TYPE;
  return deliverBody(
    delivery,
    { type, length: bytes.byteLength, read: (to) => [bytes.subarray(0, to)] },
    faults,
  );
}

async function deliverFile(
  delivery: Delivery,
  { path, contentType, fileName }: Answer & { kind: "file" },
  faults: FaultSet,
): Promise<string> {
  delivery.response.setHeader("Content-Disposition", `attachment; filename="${fileName}"`);
  const length = faults.has("empty-result") ? 0 : (await stat(path)).size;
  const read = (to: number) => (to === 0 ? [] : createReadStream(path, { end: to - 1 }));
  return deliverBody(delivery, { type: contentType, length, read }, faults);
}

/** Sends a body in bytes, of which `read` gives the first. */
async function deliverBody(
  { response }: Delivery,
  body: { type: string; length: number; read(to: number): Iterable<Uint8Array> | AsyncIterable<Uint8Array> },
  faults: FaultSet,
): Promise<string> {
  if (response.destroyed) return "client-gone";
  response.writeHead(200, { "Content-Type": body.type, "Content-Length": body.length });
  if (faults.has("truncate")) {
    await http.writePieces(response, body.read(Math.floor(body.length / 2)));
    await http.breakOff(response);
    return "truncated";
  }
  await http.writePieces(response, body.read(body.length));
  return (await http.endResponse(response)) ? "delivered" : "client-gone";
}

/** Sends frames as server-sent events, with the faults of a stream. Returns the outcome for the records. */
async function deliverFrames(
  delivery: Delivery,
  frames: AsyncIterable<JsonBody>,
  faults: FaultSet,
): Promise<string> {
  const { response, sandbox } = delivery;
  response.writeHead(200, { "Content-Type": EVENT_STREAM_TYPE, "Cache-Control": "no-cache" });
  // The head leaves at once: the caller learns that sound will come before there is any.
  response.flushHeaders();
  const format = (frame: JsonBody) => Buffer.from(`data: ${encodeJson(withTraceId(delivery, frame))}\n\n`);
  const send = (frame: JsonBody) => http.writePieces(response, [format(frame)]);
  const end = async () => ((await http.endResponse(response)) ? "delivered" : "client-gone");
  if (faults.has("data-null")) {
    await send({ data: null, base_resp: http.SUCCESS });
    return end();
  }
  let sent = 0;
  try {
    for await (const frame of frames) {
      if (response.destroyed) return "client-gone";
      const interrupted = await interrupt(delivery, sent, faults);
      if (interrupted !== null) return interrupted;
      const errorCode = faults.value("stream-error");
      if (sent === 1 && errorCode !== null) {
        await send(describeError(errorCode, "the stream broke off"));
        await http.endResponse(response);
        return `stream-error:${errorCode}`;
      }
      if (sent === 1 && faults.has("truncate")) {
        const bytes = format(frame);
        await http.breakOff(response, bytes.subarray(0, bytes.byteLength / 2));
        return "truncated";
      }
      if (faults.has("no-last-frame") && (frame.data as { status?: unknown } | null)?.status === 2) {
        await http.endResponse(response);
        return "no-last-frame";
      }
      if (!(await send(sent === 1 ? spoilFrame(frame, faults) : frame))) return "client-gone";
      sent += 1;
      await http.waitFor(sandbox.settings.streamFrameIntervalMs, sandbox.closing);
    }
    const interrupted = await interrupt(delivery, sent, faults);
    if (interrupted !== null) return interrupted;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await send(describeError(error.statusCode, error.statusMessage));
  }
  return end();
}

/** Ends or halts a stream after the number of frames that a fault names. Returns the outcome if it did. */
async function interrupt(
  { response, sandbox }: Delivery,
  sent: number,
  faults: FaultSet,
): Promise<string | null> {
  if (sent === faults.value("drop-after-frames")) {
    await http.breakOff(response, ": \n\n");
    return "dropped-in-stream";
  }
  if (sent !== faults.value("stall-after-frames")) return null;
  if (!response.destroyed && !sandbox.closing.aborted) {
    await Promise.race([once(response, "close"), once(sandbox.closing, "abort")]);
  }
  return "stalled";
}

function describeError(statusCode: number, statusMessage: string): JsonBody {
  return { data: null, base_resp: { status_code: statusCode, status_msg: statusMessage } };
}

/** A JSON body with the faults that concern its `data`. */
function spoilBody(body: JsonBody, faults: FaultSet): JsonBody {
  if (!("data" in body)) return body;
  if (faults.has("data-null")) return { ...body, data: null };
  const data = body.data as JsonBody | null;
  if (data === null || typeof data.audio !== "string" || isLink(data.audio)) return body;
  const audio = faults.has("empty-result") ? "" : spoilHex(data.audio, faults);
  return { ...body, data: { ...data, audio } };
}

/** The second frame of a stream, which the faults of a single frame strike. */
function spoilFrame(frame: JsonBody, faults: FaultSet): JsonBody {
  const megabytes = faults.value("large-frame");
  const padding = megabytes === null ? {} : { padding: "0".repeat(megabytes * BYTES_PER_MEGABYTE) };
  const data = frame.data as JsonBody & { audio: string };
  return { ...frame, ...padding, data: { ...data, audio: spoilHex(data.audio, faults) } };
}

/** What a link leads to is empty or damaged, the link itself is not. */
function isLink(audio: string): boolean {
  return audio.startsWith("http");
}

function spoilHex(audio: string, faults: FaultSet): string {
  if (faults.has("odd-hex")) return audio.slice(0, -1);
  const middle = Math.floor(audio.length / 2);
  return faults.has("bad-hex") ? `${audio.slice(0, middle)}g${audio.slice(middle + 1)}` : audio;
}
