/** Control characters that no text has: all of C0 but tab, line feed, form feed and carriage return. */
const controls = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/;

/**
 * The openings by which browsers take a text for HTML (WHATWG MIME Sniffing 7.1), with SVG, MathML and XML: no such
 * file is kept, whatever it was called, since it could run as a page of the studio.
 */
const markup =
  /^(?:<!doctype\b|<!--|<\?xml\b|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math)[\s/>])/i;

/**
 * The MIME type of a UTF-8 text, or null for what is none or could be run by a browser. `whole` tells that nothing
 * follows `head`; otherwise it may end in the middle of a character.
 */
export function sniffText(head: Uint8Array, { whole }: { whole: boolean }): string | null {
  const text = readText(head, whole);
  if (text === null) return null;
  const opening = text.trimStart();
  if (markup.test(opening)) return null;
  if (/^WEBVTT(?:\s|$)/.test(opening)) return "text/vtt";
  if (/^\d+\s*\r?\n\d{2}:\d{2}:\d{2},\d{3} --> /.test(opening)) return "application/x-subrip";
  if (/^[[{]/.test(opening) && whole && isJson(opening)) return "application/json";
  return "text/plain";
}

/** Whether a text begins like JSON. */
export function mayBeJson(head: Uint8Array): boolean {
  return /^\s*[[{]/.test(new TextDecoder().decode(head.subarray(0, 1_024)));
}

/** Whether the bytes are text of any sort, also of one that `sniffText` refuses. */
export function isText(head: Uint8Array, { whole }: { whole: boolean }): boolean {
  return readText(head, whole) !== null;
}

function readText(head: Uint8Array, whole: boolean): string | null {
  const text = decodeUtf8(head, whole);
  return text === null || controls.test(text) ? null : text;
}

function decodeUtf8(bytes: Uint8Array, whole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
  } catch {
    return null; // Not UTF-8: that is the answer, not a fault.
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
