/** Whether an If-None-Match header names this strong tag (RFC 9110, 13.1.2: compared weakly, `*` matches all). */
export function matchesEntityTag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  if (header.trim() === "*") return true;
  return header.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === tag);
}

/** Whether a Range may be served under this If-Range header: only for the very same bytes (RFC 9110, 13.1.5). */
export function allowsRange(ifRange: string | null, tag: string): boolean {
  return ifRange === null || ifRange.trim() === tag;
}
