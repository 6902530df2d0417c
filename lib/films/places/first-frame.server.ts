import type { Database } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { findVisibleAsset } from "@/lib/media/find-asset.server";
import { keepFrame } from "@/lib/media/frames/keep-frame.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { maxUploadBytes, type StoredAsset } from "@/lib/media/stored-asset";
import type { FilmDocument, Place, Shot } from "../film-document";
import type { FilmItem } from "../film-dto";
import { findSourceSeconds } from "../lay-out-film";

interface FramedShot {
  userId: string;
  /** With the results that are there. */
  film: FilmDocument;
  items: readonly FilmItem[];
  shot: Shot;
  place: Place;
}

/**
 * The picture that a shot begins with, as an asset of the person; `waits` while it comes from a shot that isn't created yet. The same
 * frame is the same asset, so asking again sends the same input.
 *
 * @throws StudioError film.no-first-frame, asset.missing for an item that the person doesn't see, and what copying a frame throws
 */
export async function prepareFirstFrame(
  database: Database,
  { userId, film, items, shot, place }: FramedShot,
): Promise<{ assetId: string | null } | "waits"> {
  if (place.firstFrame.of === "none") return { assetId: null };
  const source =
    place.firstFrame.of === "item"
      ? ({ kind: "picture", itemId: place.firstFrame.itemId } as const)
      : findShotBefore(film, shot)?.content;
  if (source?.kind === "place") return "waits";
  if (!source || source.kind === "card") throw new StudioError("film.no-first-frame");
  const item = items.find(({ id }) => id === source.itemId);
  const asset = item && (await findVisibleAsset(item.assetId, userId, database));
  if (!item || !asset) throw new StudioError("asset.missing");
  if (source.kind === "picture") return { assetId: (await keepOwn(database, asset, userId)).id };
  const before = findShotBefore(film, shot)!;
  const seconds = findSourceSeconds(source, before.frames - 1, film.frameRate);
  // A frame that begins by then; of a video without a known length, the last one.
  const isInside = item.durationSeconds !== undefined && seconds < item.durationSeconds;
  const frame = await keepFrame({ ...asset, userId }, isInside ? seconds : "last", { database });
  return { assetId: frame.id };
}

/** The shot whose last frame a shot begins with. Pure. */
export function findShotBefore({ shots }: FilmDocument, { id }: Pick<Shot, "id">): Shot | undefined {
  return shots[shots.findIndex((shot) => shot.id === id) - 1];
}

/** What a person sends is theirs: of a picture of somebody else in the film's project, a copy. */
async function keepOwn(database: Database, asset: StoredAsset, userId: string): Promise<StoredAsset> {
  if (asset.userId === userId) return asset;
  return storeAsset(
    {
      userId,
      origin: "upload",
      expectedKind: "image",
      maxBytes: maxUploadBytes,
      ...(asset.fileName === undefined ? {} : { fileName: asset.fileName }),
      source: await openAsset(asset),
    },
    { database },
  );
}
