import { decodeText, type TextEncoding } from "./decode-text";
import { maxTextFileBytes } from "./text-file-limits";
import type { TextFileProblem } from "./text-file";

type PreparedUpload =
  | {
      file: File;
      kind: "text" | "archive";
      /** What it was, where it had to be written anew as UTF-8. */
      convertedFrom?: Exclude<TextEncoding, "utf-8">;
    }
  | { problem: TextFileProblem };

/**
 * A file that a person has chosen, as the studio takes it: a txt in another encoding is written anew as UTF-8. A guess
 * (GB18030) may be wrong: whoever shows the file says what was done, and how it begins.
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

/** The signature of a ZIP, with members or without. */
function isArchive([first, second, third, fourth]: Uint8Array): boolean {
  return (
    first === 0x50 && second === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}
