import pLimit from "p-limit";
import type { Database } from "@/lib/db/database.server";
import { fileExtension, slugify } from "@/lib/media/media-file-name";
import { openAsset } from "@/lib/media/open-asset.server";
import { blobKey, type BlobStore } from "@/lib/media/store/blob-store.server";
import { writeSrt } from "@/lib/media/subtitles/subtitles";
import { streamZip, type ZipEntry, type ZipStream } from "@/lib/media/zip.server";
import { listShownItems } from "../export/list-shown-items";
import { listCaptions } from "../list-captions";
import type { FilmTarget } from "../read/film-access.server";
import { type FilmSource, listFilmSources } from "../read/film-items.server";
import { openFilm } from "../read/read-films.server";
import { writeEdl } from "./write-edl";
import { type MediaFile, writeOtio } from "./write-otio";

const checksAtOnce = 16;

/**
 * A film for other programs, as one ZIP stream of known length: OpenTimelineIO, an edit decision list, its captions, and the files that it
 * uses. Items that the person doesn't see, and files that the store has lost, are missing in both lists.
 *
 * @throws StudioError not-found, film.newer
 */
export async function openEditList(
  { database, store }: { database: Database; store: BlobStore },
  target: FilmTarget,
  { withFiles }: { withFiles: boolean },
): Promise<ZipStream & { fileName: string }> {
  const { title, document, project, updatedAt } = await openFilm(database, target);
  const itemIds = listShownItems(document);
  const projectId = project?.id ?? null;
  const sources = await listFilmSources(database, { userId: target.userId, projectId, itemIds });
  const files = await nameFiles(store, itemIds, sources);
  const film = {
    ...{ title, document },
    files: new Map<string, MediaFile>(
      files.map(({ path, source: { id, name, durationSeconds } }) => [id, { path, name, durationSeconds }]),
    ),
  };
  const stem = slugify(title) || "film";
  const lastModified = new Date(updatedAt);
  const text = (name: string, content: string): ZipEntry => {
    const bytes = Buffer.from(content);
    const open = () => Promise.resolve([bytes] as unknown as AsyncIterable<Uint8Array>);
    return { name, bytes: bytes.length, lastModified, open };
  };
  const captions = listCaptions(document);
  const zip = streamZip([
    text(`${stem}.otio`, writeOtio(film)),
    text(`${stem}.edl`, writeEdl(film)),
    ...(captions.length > 0 ? [text(`${stem}.srt`, writeSrt(captions))] : []),
    ...(withFiles ? files : []).map(({ path, source }) => ({
      ...{ name: path, bytes: source.bytes, lastModified },
      open: async () => (await openAsset(source)) as AsyncIterable<Uint8Array>,
    })),
  ]);
  return { ...zip, fileName: `${stem}.zip` };
}

/** Those of the items that are there, in the order of the film. */
async function nameFiles(
  store: BlobStore,
  itemIds: readonly string[],
  sources: readonly FilmSource[],
): Promise<{ path: string; source: FilmSource }[]> {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const digits = String(itemIds.length).length;
  const limit = pLimit(checksAtOnce);
  const checked = await Promise.all(
    itemIds.map((id, index) =>
      limit(async () => {
        const source = byId.get(id);
        if (!source || source.isTrashed) return [];
        const stat = await store.stat(blobKey(source.sha256));
        if (stat?.bytes !== source.bytes) return [];
        const number = String(index + 1).padStart(digits, "0");
        const name = `${number}-${slugify(source.name) || source.kind}.${fileExtension(source.mimeType)}`;
        return [{ path: `media/${name}`, source }];
      }),
    ),
  );
  return checked.flat();
}
