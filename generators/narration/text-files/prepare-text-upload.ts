import { decodeText, type TextEncoding } from "./decode-text";
import { maxTextFileBytes } from "./text-file-limits";
import type { TextFileProblem } from "./text-file";

type PreparedUpload =
  | {
      file: File;
      kind: "text" | "archive";
      /** The original encoding if it was converted to UTF-8. */
      convertedFrom?: Exclude<TextEncoding, "utf-8">;
    }
  | { problem: TextFileProblem };

/**
 * Converts a chosen txt file to UTF-8. GB18030 is a guess that may be wrong, so the form shows the conversion and the
 * beginning of the text.
 */
export async function prepareTextUpload(file: File): Promise<PreparedUpload> {
  if (file.size > maxTextFileBytes) {
    return { problem: { key: "text-file.too-large", values: { maxBytes: maxTextFileBytes } } };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isArchive(bytes)) return { file, kind: "archive" };
  const decoded = decodeText(bytes);
  if (!decoded) return { problem: { key: "text-file.encoding", values: { member: file.name } } };
  if (decoded.encoding === "utf-8") return { file, kind: "text" };
  const converted = new File([decoded.text], file.name, { type: "text/plain" });
  return { file: converted, kind: "text", convertedFrom: decoded.encoding };
}

/** Whether it starts with a ZIP signature, with or without members. */
function isArchive([first, second, third, fourth]: Uint8Array): boolean {
  return (
    first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}
