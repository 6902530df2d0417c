import { openAsset } from "@/lib/media/open-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { readTextFile } from "./read-text-file.server";
import type { TextFile, TextFileProblem } from "./text-file";
import { maxTextFileBytes } from "./text-file-limits";

/** A stored file, wherever its bytes are. */
interface StoredFile {
  bytes: number;
  /** As the bytes told it. */
  mimeType: string;
  fileName?: string | null | undefined;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** An asset of the studio as a file that can be opened. */
export function toStoredFile(asset: StoredAsset): StoredFile {
  return { ...asset, open: () => openAsset(asset) };
}

/** What the studio takes for text, beside `text/*`. */
const otherTextTypes = ["application/json", "application/x-subrip"];

/**
 * A stored upload as the texts in it. One that is too large, or neither text nor zip, is not read: `problems` says so.
 * Throws StudioError `asset.missing` where the data folder has lost it.
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
