import type { z } from "zod";
import type { HttpAnswer } from "../http.server.ts";
import { readJsonAnswer, type CallFacts } from "../transport/json-answer.server.ts";
import type { CallOptions } from "./call.server.ts";

export interface AudioCallOptions extends CallOptions {
  /**
   * Consumes audio that arrives as hex, decoded to bytes while it arrives. The loop completes only for complete audio;
   * the request has succeeded only when the method resolves.
   */
  onAudio(bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Delivered audio: a link valid for 24 hours, or bytes that went to `onAudio`. */
export type DeliveredAudio = { kind: "url"; url: string } | { kind: "bytes"; byteCount: number };

interface AudioResponse {
  data?: { audio: string | null; audio_url: string | null } | null | undefined;
}

/**
 * Reads a response of music or speech and its audio in `data`. unshown.md Music and Synchronous speech: the URL is in
 * data.audio; data.audio_url is tolerated. Throws ServiceError, also without audio.
 */
export async function readAudioAnswer<Schema extends z.ZodType<AudioResponse>>(
  answer: HttpAnswer,
  schema: Schema,
  options: AudioCallOptions,
): Promise<{ value: z.output<Schema>; audio: DeliveredAudio; facts: CallFacts }> {
  const { value, extracted, facts } = await readJsonAnswer(answer, schema, [
    { path: "data.audio", encoding: "hex", consume: (bytes) => options.onAudio(bytes) },
  ]);
  const [only, another] = extracted;
  if (only !== undefined && another === undefined) {
    return { value, facts, audio: { kind: "bytes", byteCount: only.byteCount } };
  }
  const url = value.data?.audio || value.data?.audio_url;
  if (only === undefined && url) return { value, facts, audio: { kind: "url", url } };
  throw answer.fault("answer.shape", {
    kind: "malformed",
    traceId: facts.traceId ?? undefined,
    detail: only === undefined ? "no audio" : "more than one audio",
  });
}
