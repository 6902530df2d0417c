import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { endResponse, sendBytes, waitFor, writePieces } from "../http/answer.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Link } from "../state/link-store.ts";

/**
 * Serves a delivered file by its link, as an object store does: no key, Range, ETag, and an XML error for a link that
 * has expired (403) or never was (404). service.md: every URL is valid for 24 hours.
 */
export async function serveLink(
  sandbox: SandboxContext,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const link = sandbox.links.find(name);
  if (link === null) return sendStoreError(response, 404, "NoSuchKey", "The specified key does not exist.");
  if (link.faults.dead || sandbox.links.isExpired(link)) {
    return sendStoreError(response, 403, "AccessDenied", "Request has expired.");
  }
  await waitFor(link.faults.delayMs ?? 0, sandbox.closing);
  const content = link.faults.garbage ? contentOf(GARBAGE) : await openContent(sandbox, link);
  await sendContent(link, content, request, response);
}

const GARBAGE = Buffer.from("<!doctype html><title>Bad gateway</title><p>The store is not feeling well.</p>");

/** Bytes that can be read from a place (inclusive) to a place (exclusive). */
interface Content {
  sizeBytes: number;
  read(from: number, to: number): AsyncIterable<Uint8Array>;
}

function contentOf(bytes: Buffer): Content {
  return {
    sizeBytes: bytes.byteLength,
    async *read(from, to) {
      yield bytes.subarray(from, to);
    },
  };
}

async function openContent(sandbox: SandboxContext, link: Link): Promise<Content> {
  const { path, sizeBytes } = await sandbox.links.locate(link);
  return {
    sizeBytes,
    async *read(from, to) {
      if (to > from) yield* createReadStream(path, { start: from, end: to - 1 }) as AsyncIterable<Buffer>;
    },
  };
}

async function sendContent(
  link: Link,
  content: Content,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sizeBytes } = content;
  response.setHeader("ETag", `"${link.name.slice(0, 36)}"`);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Content-Type", link.contentType);
  if (request.method === "HEAD") {
    response.writeHead(200, { "Content-Length": sizeBytes }).end();
    return;
  }
  if (link.faults.truncated) {
    response.writeHead(200, { "Content-Length": sizeBytes });
    await writePieces(response, content.read(0, Math.floor(sizeBytes / 2)));
    await new Promise<void>((resolve) => response.write("", () => resolve()));
    response.socket?.destroy();
    return;
  }
  const range = parseRange(request.headers.range, sizeBytes);
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${sizeBytes}`);
    return sendStoreError(response, 416, "InvalidRange", "The requested range is not satisfiable.");
  }
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 };
  if (range !== null) response.setHeader("Content-Range", `bytes ${start}-${end}/${sizeBytes}`);
  response.writeHead(range === null ? 200 : 206, { "Content-Length": end + 1 - start });
  await writePieces(response, content.read(start, end + 1));
  await endResponse(response);
}

/** One byte range with inclusive ends; null when there is none or its form is one that may be ignored. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? "unsatisfiable" : { start, end };
}

async function sendStoreError(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
): Promise<void> {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  await sendBytes(response, status, "application/xml", Buffer.from(body));
}
