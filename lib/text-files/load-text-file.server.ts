import { readAssetBytes } from "@/lib/media/open-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { readTextFile } from "./read-text-file.server";
import type { TextFile, TextFileProblem } from "./text-file";
import { maxTextFileBytes } from "./text-file-limits";

type TextFileAsset = Pick<StoredAsset, "sha256" | "bytes" | "kind" | "mimeType" | "fileName">;

/**
 * A stored upload as the texts in it. One that is too large, or neither text nor zip, is not read: `problems` says so.
 * Throws StudioError `asset.missing` where the data folder has lost it.
 */
export async function loadTextFile(asset: TextFileAsset): Promise<TextFile> {
  const kind = asset.mimeType === "application/zip" ? "zip" : "txt";
  const refuse = (key: TextFileProblem["key"], values = {}): TextFile => ({
    kind,
    members: [],
    ignored: [],
    problems: [{ key, values }],
  });
  if (kind === "txt" && asset.kind !== "text") return refuse("text-file.type");
  if (asset.bytes > maxTextFileBytes) return refuse("text-file.too-large", { maxBytes: maxTextFileBytes });
  const bytes = await readAssetBytes(asset, maxTextFileBytes);
  return readTextFile(bytes, { kind, name: asset.fileName ?? "text.txt" });
}
