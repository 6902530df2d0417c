import { createWriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { StudioError } from "@/lib/errors/studio-error";
import { BlobMissingError, blobKey, errorCode } from "@/lib/media/store/blob-store.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import type { FilmSource } from "../read/film-items.server";
import type { RenderSource } from "../render/render-order";
import { ExportFault } from "./export-fault";

/**
 * Puts the files of items into a folder: as second names where the store is on the same disk, else as copies. Either way they stay
 * until the export is done, whatever is deleted meanwhile. Files that are there already are kept.
 *
 * @throws ExportFault film.source-missing; StudioError storage.failed, film.disk-full
 */
export async function fetchSources(
  folder: string,
  items: readonly FilmSource[],
  signal: AbortSignal,
): Promise<Record<string, RenderSource>> {
  const sources: Record<string, RenderSource> = {};
  for (const item of items) {
    signal.throwIfAborted();
    const file = path.join(folder, item.sha256);
    if (!(await exists(file))) await fetchSource(item, file, signal);
    sources[item.id] = { path: file, kind: item.kind, mimeType: item.mimeType };
  }
  return sources;
}

async function fetchSource(item: FilmSource, file: string, signal: AbortSignal): Promise<void> {
  const store = await getBlobStore();
  const key = blobKey(item.sha256);
  try {
    if (store.link && (await tryToLink(() => store.link!(key, file)))) return;
    await pipeline(await store.openRead(key), createWriteStream(`${file}.part`), { signal });
    await rename(`${file}.part`, file);
  } catch (cause) {
    if (cause instanceof BlobMissingError) throw new ExportFault("film.source-missing", { item, cause });
    const code = errorCode(cause);
    if (code === "ENOSPC" || code === "EDQUOT") throw new StudioError("film.disk-full", { cause });
    throw cause;
  }
}

/** False where this disk has no second names, or the folder is on another one. */
async function tryToLink(link: () => Promise<void>): Promise<boolean> {
  try {
    await link();
    return true;
  } catch (error) {
    if (["EXDEV", "EPERM", "ENOTSUP", "ENOSYS", "EMLINK"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
