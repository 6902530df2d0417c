import { openAsset } from "@/lib/media/open-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { readTextFile } from "./read-text-file.server";
import type { TextFile, TextFileProblem } from "./text-file";
import { maxTextFileBytes } from "./text-file-limits";

interface StoredFile {
  bytes: number;
  /** Detected from the bytes. */
  mimeType: string;
  fileName?: string | null | undefined;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export function toStoredFile(asset: StoredAsset): StoredFile {
  return { ...asset, open: () => openAsset(asset) };
}

/** Text types besides `text/*`. */
const otherTextTypes = ["application/json", "application/x-subrip"];

/**
 * Reads the texts of an uploaded file. A file of the wrong type or size is not read; `problems` says so. Throws
 * StudioError `asset.missing` if the data folder has lost it.
 */
export async function loadTextFile(file: StoredFile): Promise<TextFile> {
  const { mimeType, bytes } = file;
  const kind = mimeType === "application/zip" ? "zip" : "txt";
  const name = file.fileName ?? `text.${kind}`;
  const refuse = (key: TextFileProblem["key"], values = {}): TextFile => ({
    kind,
    name,
    members: [],
    skipped: [],
    problems: [{ key, values }],
  });
  const isText = mimeType.startsWith("text/") || otherTextTypes.includes(mimeType);
  if (kind === "txt" && !isText) return refuse("text-file.type");
  if (bytes > maxTextFileBytes) return refuse("text-file.too-large", { maxBytes: maxTextFileBytes });
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.open()) chunks.push(chunk);
  return readTextFile(Buffer.concat(chunks), { kind, name });
}
