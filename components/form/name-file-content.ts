import type { AssetKind } from "@/lib/media/stored-asset";

/** What a file that was refused seems to be, to tell it to whoever chose it. */
export type FileContent = "pdf" | "svg" | "text" | "image" | "audio" | "video" | "unknown";

/** Enough of a file to see a signature, or that it is text. */
const headBytes = 512;

/**
 * What a file seems to be: by its first bytes, and where they say nothing, by what the browser makes of its name. That
 * it is of the expected kind is never said: the studio, which knows better, has just denied it.
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

/** Whether bytes are UTF-8 without control characters; the last character may be cut through. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    // Not UTF-8, so no text that a person would recognise as one.
    return false;
  }
}
