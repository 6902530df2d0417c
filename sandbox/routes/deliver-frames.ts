import { once } from "node:events";
import type { FaultSet } from "../faults.ts";
import { endResponse, writeFrame, type JsonBody } from "../http/answer.ts";
import { encodeJson } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import { waitFor } from "../http/wait.ts";
import { withTraceId, type Delivery } from "./delivery.ts";
import { spoilFrame } from "./spoil-answer.ts";

export const EVENT_STREAM_TYPE = "text/event-stream; charset=utf-8";

/** Sends frames as server-sent events, with the faults of a stream. Answers the outcome for the records. */
export async function deliverFrames(
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
