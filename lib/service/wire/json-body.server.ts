import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { Base64Source } from "../contract/media-reference.ts";
import type { RequestProblem } from "../contract/issue.ts";
import { ServiceError } from "../errors/service-error.ts";

/** A JSON body: text, or a stream of known length where part of it is read while it is sent. */
export type JsonBody = { text: string } | { stream: Readable; byteCount: number };

/** Serialises a value as a JSON body in which every Base64Source is base64, encoded while it is sent. */
export function toJsonBody(value: unknown): JsonBody {
  // Unguessable, so no text of a request can contain it.
  const mark = randomUUID();
  const sources: Base64Source[] = [];
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof Base64Source)) return part;
    sources.push(part);
    return mark;
  });
  if (sources.length === 0) return { text };
  const pieces = text.split(mark);
  const stream = Readable.from(readPieces(pieces, sources), { objectMode: false });
  // The sender reports the stream's errors; an unsent stream must not crash the process.
  stream.on("error", () => {});
  const encodedBytes = sources.reduce((sum, { byteCount }) => sum + base64Length(byteCount), 0);
  return {
    stream,
    byteCount: pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), encodedBytes),
  };
}

/** Four characters per three bytes, rounded up (RFC 4648, 4). */
function base64Length(byteCount: number): number {
  return Math.ceil(byteCount / 3) * 4;
}

async function* readPieces(pieces: readonly string[], sources: readonly Base64Source[]) {
  for (const [index, piece] of pieces.entries()) {
    yield Buffer.from(piece);
    const source = sources[index];
    if (source) yield* encode(source.open());
  }
}

async function* encode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    const joined = Buffer.concat([rest, chunk]);
    const whole = joined.length - (joined.length % 3);
    rest = joined.subarray(whole);
    if (whole > 0) yield Buffer.from(joined.toString("base64", 0, whole));
  }
  if (rest.length > 0) yield Buffer.from(Buffer.from(rest).toString("base64"));
}

/**
 * Renames optional fields as the profile requires. A field that the service doesn't have is dropped where its
 * value is the default anyway; otherwise the request is rejected, because dropping it would silently change the
 * result. Throws ServiceError `request.not-offered`.
 */
export function renameFields(
  request: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string | null>>,
  defaults: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const problems: RequestProblem[] = [];
  const renamed: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(request)) {
    if (value === undefined) continue;
    const name = Object.hasOwn(names, field) ? names[field] : field;
    if (typeof name === "string") renamed[name] = value;
    else if (value !== (defaults[field] ?? false)) {
      problems.push({ path: field, key: "field.not-offered", values: { field } });
    }
  }
  if (problems.length > 0)
    throw new ServiceError("request.not-offered", { kind: "invalid", sent: "no", problems });
  return renamed;
}
