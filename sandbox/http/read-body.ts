import type { IncomingMessage } from "node:http";
import { Refusal } from "./refusal.ts";

/** A 50 MB reference sound in Base64 plus the rest of its request (service.md "Limits"). */
const MAXIMUM_BODY_BYTES = 80 * 1024 * 1024;

/** Reads a whole request body. Throws a 2013 refusal above the limit, and the stream's own error when the caller goes away. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length <= MAXIMUM_BODY_BYTES) chunks.push(chunk);
  }
  if (length > MAXIMUM_BODY_BYTES) {
    throw new Refusal(2013, `invalid params, body: at most ${MAXIMUM_BODY_BYTES} bytes`);
  }
  return Buffer.concat(chunks);
}
