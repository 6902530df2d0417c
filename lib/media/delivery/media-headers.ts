/**
 * Only the person's own browser caches a file, and asks by ETag before each use, so that it shows nothing after their
 * session has ended.
 */
export const privateRevalidated = "private, no-cache";

/** Keeps an uploaded file from running as a page of the studio, even if its type was misdetected. */
export const inertHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * A Content-Disposition header with a name in any script (RFC 6266, RFC 8187) and an ASCII fallback for old
 * clients.
 */
export function contentDisposition(type: "inline" | "attachment", fileName: string): string {
  const ascii = fileName
    .normalize("NFKD")
    .replace(/[^\x20-\x7E]/g, "_")
    .replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Whether an If-None-Match header contains this strong tag (RFC 9110, 13.1.2: weak comparison, `*` matches
 * all).
 */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}

/**
 * Whether a Range may be served under this If-Range header: only for exactly the same bytes (RFC 9110, 13.1.5).
 */
export function allowsRange(ifRange: string | null, tag: string): boolean {
  return ifRange === null || ifRange.trim() === tag;
}

/**
 * The result of parsing a Range header: a part with both ends included, the whole body, or a part that doesn't
 * exist.
 */
type ParsedRange = { start: number; end: number } | "whole" | "unsatisfiable";

/**
 * Parses a Range header for a body of `bytes` (RFC 9110, 14.1.2). A malformed header, another unit or several
 * ranges are ignored, as the RFC allows: the response is then the whole body.
 */
export function parseByteRange(header: string | null, bytes: number): ParsedRange {
  const match = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "");
  if (!match) return "whole";
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  if (first === "") {
    if (last === "") return "whole";
    const suffix = Number(last);
    return suffix === 0 || bytes === 0
      ? "unsatisfiable"
      : { start: Math.max(0, bytes - suffix), end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= bytes ? "unsatisfiable" : { start, end };
}
