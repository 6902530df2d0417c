/** What a Range header asks for: a part with both ends included, all of it, or nothing that exists. */
export type RangeAnswer = { start: number; end: number } | "whole" | "unsatisfiable";

/**
 * Reads a Range header for a body of `bytes` (RFC 9110, 14.1.2). A header that is malformed, in another unit or for
 * several parts may be ignored, and is: the answer is then the whole body.
 */
export function parseByteRange(header: string | null, bytes: number): RangeAnswer {
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
