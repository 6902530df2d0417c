import { StudioError } from "@/lib/errors/studio-error";
import { createJsonGauge } from "./json-limits";

/** Reads a body up to a limit, whatever its content-length says. Throws `input.too-large`. */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new StudioError("input.too-large", { values: { maxBytes } });
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}

const jsonType = /^application\/([\w.-]+\+)?json(;|$)/i;

/**
 * Reads a JSON body; undefined without a body. Throws `input.malformed` for another content type, invalid UTF-8
 * and invalid JSON; `input.too-large` above the limit; `input.too-complex` for too many or too deeply nested values.
 */
export async function readJsonBody(request: Request, maxBytes: number, maxValues?: number): Promise<unknown> {
  const bytes = await readBody(request, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  if (!jsonType.test(request.headers.get("content-type") ?? "")) throw new StudioError("input.malformed");
  if (!createJsonGauge(maxValues === undefined ? {} : { maxValues })(bytes))
    throw new StudioError("input.too-complex");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (cause) {
    throw new StudioError("input.malformed", { cause });
  }
}
