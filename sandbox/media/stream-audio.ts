import { SUCCESS } from "../http/answer.ts";

const FRAME_COUNT = 16;

/**
 * The frames of a streamed sound (unshown.md, Music and Synchronous speech: stream): several with status 1 and a piece
 * of the sound in hex, then one with status 2 and `extra_info` that repeats the whole sound unless told not to.
 */
export async function* streamAudio(
  bytes: Buffer,
  extraInfo: Record<string, unknown>,
  options: { excludesAggregatedAudio: boolean },
): AsyncGenerator<Record<string, unknown>> {
  const pieceBytes = Math.max(Math.ceil(bytes.byteLength / FRAME_COUNT), 1);
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    const audio = bytes.toString("hex", start, Math.min(start + pieceBytes, bytes.byteLength));
    yield { data: { audio, status: 1 }, base_resp: SUCCESS };
  }
  const audio = options.excludesAggregatedAudio ? "" : bytes.toString("hex");
  yield { data: { audio, status: 2 }, extra_info: extraInfo, base_resp: SUCCESS };
}
