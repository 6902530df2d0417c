import type { DecodedJson, JsonStreamTarget } from "../decode-json-stream.server.ts";
import type { HttpAnswer } from "../http.server.ts";
import type { CallOptions } from "./call.server.ts";

export interface AudioCallOptions extends CallOptions {
  /**
   * Takes the sound that comes as hex, as bytes, while it comes. Its loop ends well only when the sound was whole.
   * The request as a whole has succeeded only when the method resolves.
   */
  onAudio(bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** The delivered sound: a link that lives 24 hours, or bytes that went to `onAudio`. */
export type DeliveredAudio = { kind: "url"; url: string } | { kind: "bytes"; byteCount: number };

/** Where music and speech carry their sound. */
export function audioTarget(options: AudioCallOptions): JsonStreamTarget {
  return { path: "data.audio", encoding: "hex", consume: (bytes) => options.onAudio(bytes) };
}

/** What came in `data`; unshown.md: the URL stands in data.audio, tolerate data.audio_url. Throws ServiceError for nothing. */
export function readDeliveredAudio(
  answer: HttpAnswer,
  data: { audio: string | null; audio_url: string | null } | null | undefined,
  extracted: DecodedJson["extracted"],
  traceId: string | undefined,
): DeliveredAudio {
  const [only, another] = extracted;
  if (only !== undefined && another === undefined) return { kind: "bytes", byteCount: only.byteCount };
  const url = data?.audio || data?.audio_url;
  if (only === undefined && url) return { kind: "url", url };
  throw answer.fault("answer.shape", {
    kind: "malformed",
    traceId,
    detail: only === undefined ? "no audio" : "more than one audio",
  });
}
