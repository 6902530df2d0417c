import { getLogger } from "@/lib/errors/logger.server";
import { createAssetResponse } from "@/lib/media/delivery/asset-response.server";
import { inertHeaders } from "@/lib/media/delivery/media-headers";
import { createWavHeader } from "@/lib/media/wav-header";
import type { PlayableResult } from "./open-generation-stream.server";

/**
 * The response to a GET of a result that may still be arriving. A live one has neither a length nor ranges, and must not
 * be cached or buffered on the way.
 *
 * @param listening aborted when the reader disconnects, and when there is nothing left to stream
 */
export async function createStreamResponse(
  request: Request,
  playable: PlayableResult,
  listening: AbortController,
): Promise<Response> {
  if (playable.kind === "stored") {
    listening.abort();
    const response = await createAssetResponse(request, playable.asset, { as: "wav" });
    // The same address may have served the stream a moment ago.
    response.headers.set("cache-control", "private, no-cache");
    return response;
  }
  const { mimeType, rawAudio, bytes } = playable;
  const header = rawAudio ? createWavHeader(rawAudio, "unknown") : null;
  const isHead = request.method === "HEAD";
  if (isHead) listening.abort();
  return new Response(isHead ? null : toWebStream(bytes, header, listening), {
    headers: {
      ...inertHeaders,
      "content-type": header ? "audio/wav" : mimeType,
      "cache-control": "no-store, no-transform",
      "accept-ranges": "none",
      "x-accel-buffering": "no",
    },
  });
}

/** Reads on demand, and ends the source when the reader disconnects. */
function toWebStream(
  bytes: AsyncGenerator<Uint8Array, void, undefined>,
  header: Uint8Array | null,
  listening: AbortController,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (header) controller.enqueue(header);
      },
      async pull(controller) {
        try {
          const { done, value } = await bytes.next();
          // The reader has disconnected: the stream is closed already.
          if (listening.signal.aborted) return;
          if (done) {
            controller.close();
            listening.abort();
          } else controller.enqueue(value);
        } catch (error) {
          getLogger().error({ err: error }, "A stream could not be followed to its end");
          controller.error(error);
          listening.abort();
        }
      },
      async cancel() {
        listening.abort();
        await bytes.return();
      },
    },
    { highWaterMark: 0 },
  );
}
