// Loaded into the web process (node --import): refuses requests before Next sees them, with application/problem+json.
// Next buffers forms and next-auth parses whatever arrives, so the limit of a body is enforced here for every route.

import { randomUUID } from "node:crypto";
import { METHODS, STATUS_CODES, Server } from "node:http";
import { studioCatalogue } from "../../lib/errors/studio-catalogue.ts";
import { maxBatchBodyBytes } from "../../lib/batches/batch-limits.ts";
import { maxFilmArchiveBytes, maxFilmBodyBytes, maxFilmBodyValues } from "../../lib/films/film-limits.ts";
import { createJsonGauge } from "../../lib/http/json-limits.ts";
import { documentHeaders, inertHeaders, securityHeaders } from "../../lib/http/security-headers.ts";
import { maxUploadBodyBytes } from "../../lib/media/stored-asset.ts";
import { isBehindTls, strictTransport } from "./require-https.mjs";

/** Any path that is not listed below: JSON bodies and server actions. */
const defaultMaxBytes = 1024 * 1024;

/** Takes files of any type, JSON among them, and parses none. */
const uploadPath = /^\/api\/uploads$/;

/** Takes files that may arrive for hours. The route ends one of which nothing arrives. */
const filmPath = /^\/api\/v1\/films\/imports$/;

/** Paths with another limit. Next answers other spellings of a path with a redirect, without reading the body. */
const pathLimits = [
  { path: uploadPath, maxBytes: maxUploadBodyBytes },
  { path: filmPath, maxBytes: maxFilmArchiveBytes },
  { path: /^\/api\/v1\/batches$/, maxBytes: maxBatchBodyBytes },
  {
    path: /^\/api\/v1\/films(\/[^/]+\/document)?$/,
    maxBytes: maxFilmBodyBytes,
    maxValues: maxFilmBodyValues,
  },
  // Anyone may send these.
  { path: /^\/api\/(auth|callbacks)\//, maxBytes: 64 * 1024 },
];

/** Methods that a route or a page may have. */
const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const allow = METHODS.filter((method) => knownMethods.has(method)).join(", ");

/** How long a refused body is discarded: a connection closed with unread bytes may lose the response. */
const lingerMs = 500;

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {{maxBytes: number, maxValues?: number}}
 */
function findLimit(request) {
  const path = readPath(request);
  return pathLimits.find((limit) => limit.path.test(path)) ?? { maxBytes: defaultMaxBytes };
}

/** @param {import("node:http").IncomingMessage} request */
function readPath({ url = "" }) {
  return url.split("?", 1)[0] ?? "";
}

/**
 * The code of a request that Next must not see; null for any other.
 * @param {import("node:http").IncomingMessage} request
 */
function findRefusal(request) {
  if (!knownMethods.has(request.method ?? "")) return "input.method";
  if (!canBeRead(request)) return "input.malformed";
  return Number(request.headers["content-length"]) > findLimit(request).maxBytes ? "input.too-large" : null;
}

/**
 * Whether Next can parse path and headers. It answers 500 otherwise, and logs the error.
 * @param {import("node:http").IncomingMessage} request
 */
function canBeRead({ url = "", headers: { host, origin = "null", "content-type": type = "" } }) {
  return (
    URL.canParse(`http://${host}`) &&
    URL.canParse(url, "http://studio") &&
    (origin === "null" || URL.canParse(origin)) &&
    (!/^multipart\//i.test(type) || /;\s*boundary=./i.test(type))
  );
}

/**
 * @param {keyof typeof studioCatalogue} code
 * @param {string} [url]
 */
function describeProblem(code, url) {
  const { httpStatus: status, title, action } = studioCatalogue[code];
  const requestId = randomUUID();
  const instance = url?.split("?", 1)[0];
  const problem = { type: `urn:reverie:problem:${code}`, title, status, code, action, requestId, instance };
  const body = JSON.stringify(problem);
  const headers = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    ...securityHeaders,
    ...documentHeaders,
    ...inertHeaders,
    "x-request-id": requestId,
    ...(code === "input.method" ? { allow } : {}),
    connection: "close",
  };
  return { status, headers, body };
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {keyof typeof studioCatalogue} code
 */
function refuse(request, response, code) {
  const { socket, method, url } = request;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  // Node calls this once the response is written.
  socket.destroySoon = () => {
    socket.end();
    destroyLater(socket);
  };
  const { status, headers, body } = describeProblem(code, url);
  response.writeHead(status, headers);
  response.end(method === "HEAD" ? undefined : body);
}

/** @param {import("node:stream").Duplex} socket */
function destroyLater(socket) {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}

/**
 * Whether a body is JSON: that of the API and of next-auth, and the arguments of a server action (`next-action`), which
 * Next sends as text.
 * @param {import("node:http").IncomingMessage} request
 */
function isJson(request) {
  const { headers } = request;
  const type = headers["content-type"] ?? "";
  if (uploadPath.test(readPath(request)) || filmPath.test(readPath(request))) return false;
  return (
    /^application\/([\w.-]+\+)?json\b/i.test(type) || ("next-action" in headers && /^text\//i.test(type))
  );
}

/**
 * Measures a body as it arrives, whatever its content-length says or whether it has one. The reader of a refused body
 * gets no further byte, and an error once the connection is closed.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function limitBody(request, response) {
  const { maxBytes, maxValues } = findLimit(request);
  const isModest = isJson(request) ? createJsonGauge(maxValues ? { maxValues } : {}) : () => true;
  const { push } = request;
  let bytes = 0;
  let refused = false;
  /** @param {"input.too-large" | "input.too-complex"} code */
  const stop = (code) => {
    refused = true;
    refuse(request, response, code);
  };
  request.push = function (chunk, encoding) {
    bytes += chunk?.length ?? 0;
    if (!refused && bytes > maxBytes) stop("input.too-large");
    if (!refused && chunk && !isModest(chunk)) stop("input.too-complex");
    return refused || push.call(this, chunk, encoding);
  };
}

/**
 * The response to the request in progress on a connection.
 * @type {WeakMap<import("node:net").Socket, import("node:http").ServerResponse>}
 */
const openResponses = new WeakMap();

/**
 * Answers what Node can't parse as HTTP and what arrives too slowly, as Node does, with a problem as the body.
 * @param {NodeJS.ErrnoException} error
 * @param {import("node:net").Socket} socket
 */
function refuseUnreadable(error, socket) {
  const code = findUnreadable(error);
  const open = openResponses.get(socket);
  if (code === "input.timeout" && open && filmPath.test(readPath(open.req))) return true;
  if (!code || !socket.writable || open?.headersSent) return false;
  endWith(socket, code);
  return true;
}

/** @param {NodeJS.ErrnoException} error */
function findUnreadable({ code }) {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "input.timeout";
  if (code === "HPE_HEADER_OVERFLOW") return "input.headers";
  return code?.startsWith("HPE_") ? "input.malformed" : null;
}

/**
 * The studio has no web sockets; Next's development server has one.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:stream").Duplex} socket
 */
function refuseUpgrade(request, socket) {
  if (request.url?.startsWith("/_next/")) return false;
  endWith(socket, "input.malformed", request);
  return true;
}

/**
 * Writes a response where Node offers none.
 * @param {import("node:stream").Duplex} socket
 * @param {"input.malformed" | "input.headers" | "input.timeout"} code
 * @param {Partial<Pick<import("node:http").IncomingMessage, "headers" | "url">>} request what is known of it
 */
function endWith(socket, code, { headers: received = {}, url } = {}) {
  const { status, headers, body } = describeProblem(code, url);
  const sent = { ...headers, ...(isBehindTls(received) ? strictTransport : {}) };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  destroyLater(socket);
}

const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...values) {
  if (event === "clientError" && refuseUnreadable(values[0], values[1])) return true;
  if (event === "upgrade" && refuseUpgrade(values[0], values[1])) return true;
  if (event === "request") {
    const [request, response] = values;
    openResponses.set(request.socket, response);
    response.once("close", () => openResponses.delete(request.socket));
    const code = findRefusal(request);
    if (code) {
      refuse(request, response, code);
      return true;
    }
    limitBody(request, response);
  }
  return emit.call(this, event, ...values);
};
