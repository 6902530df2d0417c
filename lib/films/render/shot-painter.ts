import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Shot, ShotContent } from "../film-document";
import { findSourceSeconds } from "../lay-out-film";
import { findMoveView, findPictureSide } from "../picture/fit-view";
import { toPlanes } from "./convert-colours";
import { drawCard, drawSlate } from "./draw-text";
import { type Drawable, fitPicture, toDrawable } from "./fit-picture";
import { createPlanes, type Planes } from "./planes";
import { RenderError } from "./render-fault";
import type { RenderOrder, RenderSource } from "./render-order";
import { VideoReader } from "./video-reader";

/** Draws the frames of one shot, in ascending order. */
export interface ShotPainter {
  draw(frame: number, target: Planes): Promise<void>;
  close(): void;
}

interface PaintedFilm {
  order: Pick<RenderOrder, "film" | "sources" | "missing" | "slateTitle">;
  size: { width: number; height: number };
}

type Content<Kind extends ShotContent["kind"]> = Extract<ShotContent, { kind: Kind }>;

/** @param first the first frame of the shot that will be asked for */
export async function openShot(shot: Shot, first: number, film: PaintedFilm): Promise<ShotPainter> {
  const { content } = shot;
  const { missing } = film.order;
  if (missing && "itemId" in content && missing.itemIds.includes(content.itemId)) {
    return standStill(await drawSlate(missing.title, shot.name, film.size));
  }
  switch (content.kind) {
    case "video":
      return openVideo(shot, content, first, film);
    case "picture":
      return openPicture(shot, content, film);
    case "card":
      return standStill(await drawCard(content.text, content.tone, film.size));
    case "place":
      return standStill(await drawSlate(film.order.slateTitle, content.text, film.size));
  }
}

/** The file of an item. @throws RenderError source-missing */
export function findSource(
  sources: RenderOrder["sources"],
  itemId: string,
  kinds: readonly RenderSource["kind"][],
): RenderSource {
  const source = Object.hasOwn(sources, itemId) ? sources[itemId] : undefined;
  if (!source) throw new RenderError("source-missing", `There is no file of item ${itemId}`, { itemId });
  if (kinds.includes(source.kind)) return source;
  const detail = `The item is of the kind ${source.kind}, not ${kinds.join(" or ")}`;
  throw new RenderError("source-unreadable", detail, { itemId });
}

/** Says which item a fault is about. */
export async function reading<Value>(itemId: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof RenderError) throw cause;
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const fault = isMissing ? "source-missing" : "source-unreadable";
    throw new RenderError(fault, `Item ${itemId}: ${String(cause)}`, { itemId, cause });
  }
}

async function openVideo(
  { fit }: Shot,
  content: Content<"video">,
  first: number,
  { order: { film, sources } }: PaintedFilm,
): Promise<ShotPainter> {
  const { itemId } = content;
  const { path } = findSource(sources, itemId, ["video"]);
  const secondsOf = (frame: number) => findSourceSeconds(content, frame, film.frameRate);
  const reader = await reading(itemId, () => VideoReader.open(path, secondsOf(first)));
  return {
    async draw(frame, target) {
      const { planes, shownWidth, shownHeight } = await reading(itemId, () =>
        reader.readAt(secondsOf(frame)),
      );
      fitPicture(toDrawable(planes, { width: shownWidth, height: shownHeight }), target, fit);
    },
    close: () => reader.close(),
  };
}

async function openPicture(
  { fit, frames }: Shot,
  { itemId, move }: Content<"picture">,
  { order: { sources }, size }: PaintedFilm,
): Promise<ShotPainter> {
  const { path } = findSource(sources, itemId, ["image"]);
  const side = findPictureSide(size, move);
  const picture = await reading(itemId, async () => decodePicture(await readFile(path), side));
  if (!move) {
    const still = createPlanes(size.width, size.height);
    fitPicture(picture, still, fit);
    return standStill(still);
  }
  return {
    draw(frame, target) {
      fitPicture(picture, target, fit, findMoveView(move, frame, frames));
      return Promise.resolve();
    },
    close() {},
  };
}

/** A picture upright, its longer side at most so long. */
async function decodePicture(bytes: Uint8Array, side: number): Promise<Drawable> {
  const { data, info } = await sharp(bytes, { failOn: "truncated", limitInputPixels: false })
    .autoOrient()
    .toColourspace("srgb")
    .flatten({ background: "#000000" })
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const channels = info.channels === 4 ? 4 : 3;
  if (info.channels < 3) throw new Error(`A picture of ${info.channels} channels`);
  return toDrawable(toPlanes(data, { width: info.width, height: info.height, channels }));
}

function standStill(picture: Planes): ShotPainter {
  return {
    draw(_frame, target) {
      target.data.set(picture.data);
      return Promise.resolve();
    },
    close() {},
  };
}
