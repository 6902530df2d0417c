import { downloadZip } from "client-zip";
import type { TextFile, TextFileMember } from "./text-file";

/** A text in the packed file. */
export interface PackedText {
  /** The number of its file, from 1. */
  number: number;
  field?: string;
  /** The name of its results: the file name, the field, or both. */
  group: string;
}

/**
 * Writes the checked texts to a new file for the service, so that nothing unchecked is sent: UTF-8 without a byte order
 * mark, and archives with only `1.txt`, `2.txt`, ... or `1.json`, ... (unshown.md Long speech "input").
 */
export async function packTextFile({ kind, members }: TextFile) {
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

/** Fixed, so that the same texts give the same bytes. */
const packedAt = new Date("2000-01-01T00:00:00Z");

function isJson(parts: TextFileMember["parts"]): boolean {
  return parts.some(({ field }) => field !== undefined);
}

function describeTexts({ name, parts }: TextFileMember, number: number, memberCount: number): PackedText[] {
  // A path in an archive becomes a title.
  const stem = name.replace(/\.(txt|json)$/i, "").replaceAll("/", " – ");
  return parts.map(({ field }) => ({
    number,
    ...(field === undefined ? {} : { field }),
    group: field === undefined ? stem : memberCount === 1 ? field : `${stem} ${field}`,
  }));
}
