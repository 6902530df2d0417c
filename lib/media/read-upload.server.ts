import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { StudioError } from "@/lib/errors/studio-error";

/** A file of a request whose bytes are still arriving. */
interface UploadedFile {
  fileName?: string;
  source: AsyncIterable<Uint8Array>;
}

/** Other parts are ignored up to these limits; more are treated as an attack. */
const partLimits = { files: 4, fields: 16, fieldSize: 4 * 1024, headerPairs: 64 };

/**
 * Reads the file of an upload in constant memory: the multipart field `file`, or the whole body with any other
 * content type. Throws `input.malformed` for a form without that field and for an interrupted body, also while
 * `source` is read.
 */
export async function readUpload(request: Request): Promise<UploadedFile> {
  if (!request.body) throw new StudioError("asset.empty");
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    return { source: readBody(request.body) };
  }
  return readMultipart(request.body, contentType);
}

function readMultipart(body: ReadableStream, contentType: string): Promise<UploadedFile> {
  const parser = createParser(contentType);
  const source = Readable.fromWeb(body as NodeReadableStream);
  return new Promise((resolve, reject) => {
    // An interrupted body must end the part, or its reader would wait forever.
    source.on("error", (cause) => parser.destroy(cause));
    parser.on("file", (field, stream, fileName) => {
      // An interrupted part emits its error once, maybe before anyone reads it, and then ends as if it were
      // complete.
      stream.on("error", (cause) => stream.destroy(cause));
      source.on("error", (cause) => stream.destroy(cause));
      if (field === "file") resolve({ fileName: fileName || undefined, source: readFile(stream, source) });
      else stream.resume();
    });
    parser.on("error", (cause) => reject(new StudioError("input.malformed", { cause })));
    parser.on("finish", () =>
      reject(new StudioError("input.malformed", { fields: [{ path: "file", key: "field.required" }] })),
    );
    source.pipe(parser);
  });
}

function createParser(contentType: string) {
  try {
    const headers: BusboyHeaders = { "content-type": contentType };
    return new Busboy({ headers, limits: partLimits });
  } catch (cause) {
    throw new StudioError("input.malformed", { cause });
  }
}

async function* readBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new StudioError("input.malformed", { cause });
  }
}

/** Reads a part. A reader that stops early (file too large, disk full) stops the whole body. */
async function* readFile(stream: BusboyFileStream, body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new StudioError("input.malformed", { cause });
  } finally {
    body.unpipe();
    body.destroy();
  }
}
