import type { ServerResponse } from "node:http";
import type { FaultSet } from "../faults.ts";
import { formatFrame, sendBytes, sendJson, type Answer } from "../http/answer.ts";
import { encodeJson } from "../http/json.ts";
import type { Refusal } from "../http/refusal.ts";
import { waitFor } from "../http/wait.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { ServiceEndpoint } from "./service-endpoint.ts";

/** Where an answer goes. */
export interface Delivery {
  sandbox: SandboxContext;
  endpoint: ServiceEndpoint;
  response: ServerResponse;
  traceId: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
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
  if (answer.kind === "frames") return deliverFrames(delivery, answer.frames, faults);
  const { bytes, contentType, status } = encodeAnswer(delivery, answer);
  if (answer.kind === "bytes" && answer.fileName !== undefined) {
    response.setHeader("Content-Disposition", `attachment; filename="${answer.fileName}"`);
  }
  if (faults.has("truncate")) {
    await sendTruncated(response, contentType, bytes);
    return "truncated";
  }
  return (await sendBytes(response, status, contentType, bytes)) ? "delivered" : "client-gone";
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

function encodeAnswer(
  delivery: Delivery,
  answer: Exclude<Answer, { kind: "frames" }>,
): { bytes: Uint8Array; contentType: string; status: number } {
  if (answer.kind === "bytes") return { bytes: answer.bytes, contentType: answer.contentType, status: 200 };
  const bytes = Buffer.from(encodeJson(withTraceId(delivery, answer.body)));
  return { bytes, contentType: JSON_TYPE, status: answer.status ?? 200 };
}

function withTraceId(delivery: Delivery, body: Record<string, unknown>): Record<string, unknown> {
  return delivery.endpoint.hasBodyTraceId ? { ...body, trace_id: delivery.traceId } : body;
}

/** Announces the whole length, sends half and cuts the connection. */
async function sendTruncated(
  response: ServerResponse,
  contentType: string,
  bytes: Uint8Array,
): Promise<void> {
  response.writeHead(200, { "Content-Type": contentType, "Content-Length": bytes.byteLength });
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  await new Promise<void>((resolve) => response.write(half, () => resolve()));
  response.socket?.destroy();
}

async function deliverFrames(
  delivery: Delivery,
  frames: AsyncIterable<Record<string, unknown>>,
  faults: FaultSet,
): Promise<string> {
  const { response, sandbox } = delivery;
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache",
  });
  const errorCode = faults.value("stream-error");
  let sentFrames = 0;
  for await (const frame of frames) {
    if (response.destroyed) return "client-gone";
    if (sentFrames === 1 && errorCode !== null) {
      const base_resp = { status_code: errorCode, status_msg: "the stream broke off" };
      response.end(formatFrame(withTraceId(delivery, { data: null, base_resp })));
      return `stream-error:${errorCode}`;
    }
    const text = formatFrame(withTraceId(delivery, frame));
    if (sentFrames === 1 && faults.has("truncate")) {
      await new Promise<void>((resolve) => response.write(text.slice(0, text.length / 2), () => resolve()));
      response.socket?.destroy();
      return "truncated";
    }
    if (!response.write(text)) await waitForDrain(response);
    sentFrames += 1;
    await waitFor(sandbox.settings.streamFrameIntervalMs, sandbox.closing);
  }
  return new Promise((resolve) => {
    response.once("close", () => resolve(response.writableFinished ? "delivered" : "client-gone"));
    response.end();
  });
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
