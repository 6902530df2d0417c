// Loaded into the web process (node --import): answers requests for static files with the file that the build has
// compressed (finish-static.ts). Next would compress each anew and without a length.

import { subscribe } from "node:diagnostics_channel";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const contentTypes = new Map([
  [".css", "text/css; charset=UTF-8"],
  [".js", "application/javascript; charset=UTF-8"],
]);
/** Smallest first; the names that finish-static.ts appends. */
const encodings = [
  { name: "br", suffix: ".br" },
  { name: "zstd", suffix: ".zst" },
  { name: "gzip", suffix: ".gz" },
];

/** Not needed, since such a file never changes under its name: 95 bytes of each response. A download that breaks off starts again. */
const leftOut = ["accept-ranges", "etag", "last-modified"];

const folder = path.resolve(".next/static");
const stored = new Set(
  (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).map(
    (file) => `/_next/static/${file.split(path.sep).join("/")}`,
  ),
);

/** The codings that a client accepts: those of the header without `q=0`. */
function readAccepted(header = "") {
  return header
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name);
}

subscribe("http.server.request.start", ({ request, response }) => {
  const [address] = request.url.split("?", 1);
  const contentType = contentTypes.get(path.extname(address));
  if (!contentType || !stored.has(address)) return;
  const accepted = readAccepted(request.headers["accept-encoding"]);
  const encoding = encodings.find(
    ({ name, suffix }) => accepted.includes(name) && stored.has(address + suffix),
  );
  response.setHeader("vary", "Accept-Encoding");
  const { writeHead } = response;
  response.writeHead = function (...head) {
    for (const name of leftOut) this.removeHeader(name);
    return writeHead.apply(this, head);
  };
  if (!encoding) return;
  // Next serves the other file, with its length and the headers set here.
  request.url = address + encoding.suffix;
  response.setHeader("content-encoding", encoding.name);
  response.setHeader("content-type", contentType);
});
