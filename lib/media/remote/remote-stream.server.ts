import type { Readable } from "node:stream";
import { StudioError } from "@/lib/errors/studio-error";

export interface RemoteStreamOptions {
  contentLength?: number;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * The body of an answer with its promises kept: no more than `maxBytes`, no less than was announced. What breaks it off
 * is `result.unreachable`, unless the caller's own signal did. Stopping to read closes the connection.
 */
export async function* createRemoteStream(
  body: Readable,
  { contentLength, maxBytes, signal }: RemoteStreamOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new StudioError("result.too-large", { values: { maxBytes } });
      yield chunk;
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof StudioError ? cause : new StudioError("result.unreachable", { cause });
  } finally {
    body.destroy();
  }
  if (contentLength !== undefined && bytes !== contentLength) throw new StudioError("result.unreachable");
}
