import type { AssetKind } from "@/lib/media/stored-asset";

/** What a refused file appears to be, to tell the person. */
export type FileContent = "pdf" | "svg" | "text" | "image" | "audio" | "video" | "unknown";

/** Enough bytes to recognise a signature, or text. */
const headBytes = 512;

/**
 * Guesses what a file is: by its first bytes, else by the type that the browser derives from its name. Never returns
 * the expected kind, which the server has just ruled out.
 */
export async function nameFileContent(file: Blob, expected: AssetKind): Promise<FileContent> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const text = new TextDecoder("latin1").decode(head);
  if (text.startsWith("%PDF-")) return "pdf";
  if (head.length > 0 && isText(head)) return /<svg[\s>]/i.test(text) ? "svg" : "text";
  const [family] = file.type.split("/");
  const named = (["image", "audio", "video"] as const).find((kind) => kind === family);
  return named && named !== expected ? named : "unknown";
}

/** Whether bytes are UTF-8 without control characters; the last character may be cut off. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    // Not UTF-8, so not readable text.
    return false;
  }
}
