import type { IncomingMessage, ServerResponse } from "node:http";
import { sendBytes } from "../http/answer.ts";
import { waitFor } from "../http/wait.ts";
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
  const bytes = link.faults.garbage ? GARBAGE : await sandbox.links.read(link);
  await sendContent(link, bytes, request, response);
}

const GARBAGE = Buffer.from("<!doctype html><title>Bad gateway</title><p>The store is not feeling well.</p>");

async function sendContent(
  link: Link,
  bytes: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("ETag", `"${link.name.slice(0, 36)}"`);
  response.setHeader("Accept-Ranges", "bytes");
  if (request.method === "HEAD") {
    response.writeHead(200, { "Content-Type": link.contentType, "Content-Length": bytes.byteLength }).end();
    return;
  }
  if (link.faults.truncated) {
    response.writeHead(200, { "Content-Type": link.contentType, "Content-Length": bytes.byteLength });
    const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
    await new Promise<void>((resolve) => response.write(half, () => resolve()));
    response.socket?.destroy();
    return;
  }
  const range = parseRange(request.headers.range, bytes.byteLength);
  if (range === "unsatisfiable") {
    response.setHeader("Content-Range", `bytes */${bytes.byteLength}`);
    return sendStoreError(response, 416, "InvalidRange", "The requested range is not satisfiable.");
  }
  if (range === null) {
    await sendBytes(response, 200, link.contentType, bytes);
    return;
  }
  response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${bytes.byteLength}`);
  await sendBytes(response, 206, link.contentType, bytes.subarray(range.start, range.end + 1));
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
