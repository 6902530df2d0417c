import type { DecodedJson, JsonStreamTarget } from "../decode-json-stream.server.ts";
import type { HttpAnswer } from "../http.server.ts";
import type { CallOptions } from "./call.server.ts";

export interface AudioCallOptions extends CallOptions {
  /**
   * Consumes audio that arrives as hex, decoded to bytes while it arrives. The loop completes only for complete
   * audio; the request has succeeded only when the method resolves.
   */
  onAudio(bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Delivered audio: a link valid for 24 hours, or bytes that went to `onAudio`. */
export type DeliveredAudio = { kind: "url"; url: string } | { kind: "bytes"; byteCount: number };

/** Where responses of music and speech contain audio. */
export function audioTarget(options: AudioCallOptions): JsonStreamTarget {
  return { path: "data.audio", encoding: "hex", consume: (bytes) => options.onAudio(bytes) };
}

/**
 * Reads the audio in `data`. unshown.md Music and Synchronous speech: the URL is in data.audio; data.audio_url
 * is tolerated. Throws ServiceError without audio.
 */
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
