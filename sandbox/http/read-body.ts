import type { IncomingMessage } from "node:http";
import { decodeJson } from "./json.ts";
import { invalidParameter, Refusal } from "./refusal.ts";
import { Fields } from "../rules/fields.ts";

/** A 50 MB reference sound in Base64 plus the rest of its request (service.md "Limits"). */
const MAXIMUM_BODY_BYTES = 80 * 1024 * 1024;

/** Reads a whole request body. Throws a 2013 refusal above the limit, and the error of the stream when the caller leaves. */
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

export interface UploadedFile {
  fileName: string;
  bytes: Buffer;
}

/**
 * Reads a multipart/form-data body with the runtime's own parser. Text parts become strings, file parts UploadedFile.
 * Throws a 2013 refusal for any other body.
 */
export async function readMultipartFields(body: Buffer, contentType: string): Promise<Fields> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) {
    throw invalidParameter("Content-Type", "must be multipart/form-data");
  }
  const values: Record<string, unknown> = {};
  for (const [name, part] of await parseForm(body, contentType)) {
    if (typeof part === "string") values[name] = part;
    else values[name] = { fileName: part.name, bytes: Buffer.from(await part.arrayBuffer()) };
  }
  return new Fields(values);
}

async function parseForm(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(body), { headers: { "Content-Type": contentType } }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw invalidParameter("body", "is not a multipart form");
    throw error;
  }
}

/** Throws a 2013 refusal for a body that is not JSON; an empty one is an empty object where `allowsEmpty`. */
export function parseJsonBody(body: Buffer, allowsEmpty = false): unknown {
  try {
    return allowsEmpty && body.byteLength === 0 ? {} : decodeJson(body.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidParameter("body", "is not JSON");
    throw error;
  }
}
