import { downloadZip } from "client-zip";
import type { TextFile, TextFileMember } from "./text-file";

/** A text of the packed file, by the number under which its file goes. */
export interface PackedText {
  /** From 1. */
  number: number;
  field?: string;
  /** What its results are called: the person's own name of the file, the field, or both. */
  group: string;
}

interface PackedTextFile {
  fileName: string;
  content: Blob;
  texts: PackedText[];
}

/**
 * The file as it goes to the service, written anew from the texts that were checked, so that nothing is sent that was
 * not looked at: UTF-8 without a mark, and an archive with nothing but `1.txt`, `2.txt`, ... or `1.json`, ...
 * (unshown.md Long speech "input").
 */
export async function packTextFile({ kind, members }: TextFile): Promise<PackedTextFile> {
  const texts = members.flatMap((member, index) => describeTexts(member, index + 1, members.length));
  if (kind === "txt") {
    const text = members[0]?.parts[0]?.text ?? "";
    return { fileName: "text.txt", content: new Blob([text], { type: "text/plain" }), texts };
  }
  const entries = members.map(({ parts }, index) => ({
    name: `${index + 1}.${isJson(parts) ? "json" : "txt"}`,
    lastModified: packedAt,
    input: isJson(parts)
      ? JSON.stringify(Object.fromEntries(parts.map(({ field, text }) => [field, text])))
      : (parts[0]?.text ?? ""),
  }));
  return { fileName: "text.zip", content: await downloadZip(entries).blob(), texts };
}

/** The same texts give the same bytes. */
const packedAt = new Date("2000-01-01T00:00:00Z");

function isJson(parts: TextFileMember["parts"]): boolean {
  return parts.some(({ field }) => field !== undefined);
}

function describeTexts({ name, parts }: TextFileMember, number: number, memberCount: number): PackedText[] {
  // A path within an archive is a title here, and no path.
  const stem = name.replace(/\.(txt|json)$/i, "").replaceAll("/", " – ");
  return parts.map(({ field }) => ({
    number,
    ...(field === undefined ? {} : { field }),
    group: field === undefined ? stem : memberCount === 1 ? field : `${stem} ${field}`,
  }));
}
