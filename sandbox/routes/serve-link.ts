import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { breakOff, endResponse, sendBytes, waitFor, writePieces } from "../http/answer.ts";
import type { SandboxContext } from "../sandbox-context.ts";

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
  const { links } = sandbox;
  const link = links.find(name);
  if (link === null) return sendStoreError(response, 404, "NoSuchKey", "The specified key does not exist.");
  if (link.faults.dead || links.isExpired(link)) {
    return sendStoreError(response, 403, "AccessDenied", "Request has expired.");
  }
  await waitFor(link.faults.delayMs ?? 0, sandbox.closing);
  const path = links.pathOf(link);
  const { size } = await stat(path);
  response.setHeader("ETag", `"${name.slice(0, 36)}"`);
  response.setHeader("Accept-Ranges", "bytes");
  response.setHeader("Content-Type", link.contentType);
  if (request.method === "HEAD") {
    response.writeHead(200, { "Content-Length": size }).end();
    return;
  }
  const range = parseRange(request.headers.range, size);
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${size}`);
    return sendStoreError(response, 416, "InvalidRange", "The requested range is not satisfiable.");
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range !== null) response.setHeader("Content-Range", `bytes ${start}-${end - 1}/${size}`);
  response.writeHead(range === null ? 200 : 206, { "Content-Length": end - start });
  const isCut = links.takeCut(link);
  const sentEnd = isCut ? Math.floor((start + end) / 2) : end;
  if (sentEnd > start) await writePieces(response, createReadStream(path, { start, end: sentEnd - 1 }));
  await (isCut ? breakOff(response) : endResponse(response));
}

/** One byte range, its end exclusive; null when there is none, or one in a form that may be ignored. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const start = first === "" ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  return start >= end ? "unsatisfiable" : { start, end };
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
