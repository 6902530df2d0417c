import type { GeneratorTraits } from "@/lib/generations/record/definition-port";
import type { ItemDto } from "@/lib/items/item-dto";
import {
  longestFilmMs,
  maxNameLength,
  type FrameRate,
  type Shot,
  type SoundPiece,
  type SoundTrack,
} from "./film-document";
import type { FilmItem } from "./film-dto";
import { countSourceFrames } from "./lay-out-film";

/** How long a picture is seen at first; also a source whose length is not known. */
export const pictureSeconds = 5;

/** What a film has to know of an item of the library. Pure. */
export function toFilmItem({
  id,
  assetId,
  kind,
  name,
  mimeType,
  durationSeconds,
  width,
  height,
}: ItemDto): FilmItem {
  return {
    id,
    assetId,
    kind,
    name,
    mimeType,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
}

/** Whether an item can be seen, so that it becomes a shot; what is only heard becomes a sound. Pure. */
export const isSeen = ({ kind }: Pick<FilmItem, "kind">): boolean => kind !== "audio";

/** A shot of a whole video, or of a picture for `pictureSeconds`. Pure. */
export function makeShotOf(item: FilmItem, { id, frameRate }: { id: string; frameRate: FrameRate }): Shot {
  const seconds = item.kind === "video" ? (item.durationSeconds ?? pictureSeconds) : pictureSeconds;
  const frames = countSourceFrames({ seconds, from: 0, speed: 1 }, frameRate);
  return {
    id,
    name: [...item.name].slice(0, maxNameLength).join(""),
    frames: Math.max(1, Math.min(frames, (longestFilmMs / 1_000) * frameRate)),
    content: makeContentOf(item),
    fit: "fill",
    transition: { kind: "cut", frames: 0 },
  };
}

/** What a shot shows of a video or picture: from its beginning, with its own sound. Pure. */
export function makeContentOf({
  id,
  kind,
}: Pick<FilmItem, "id" | "kind">): Extract<Shot["content"], { kind: "video" | "picture" }> {
  if (kind === "image") return { kind: "picture", itemId: id, move: null };
  const sound = { level: 0, isOn: true, fadeInMs: 0, fadeOutMs: 0 };
  return { kind: "video", itemId: id, from: 0, speed: 1, sound };
}

/**
 * The track of a sound by what generated it: what reads aloud is a voice, other sounds are music, and anything else, also the sound
 * of a video, is an effect. Pure.
 */
export function findTrack(
  generator: Pick<GeneratorTraits, "produces" | "readsAloud"> | undefined,
): SoundTrack {
  if (generator?.readsAloud) return "voice";
  return generator?.produces === "sound" ? "score" : "effects";
}

/** A whole sound at a moment of the film. Pure. */
export function makePieceOf(
  item: Pick<FilmItem, "id" | "durationSeconds">,
  { id, atMs, track }: { id: string; atMs: number; track: SoundTrack },
): SoundPiece {
  const lengthMs = Math.floor((item.durationSeconds ?? pictureSeconds) * 1_000 + 1e-6);
  const at = Math.max(0, Math.min(Math.round(atMs), longestFilmMs - 1));
  return {
    id,
    track,
    itemId: item.id,
    atMs: at,
    from: 0,
    lengthMs: Math.max(1, Math.min(lengthMs, longestFilmMs - at)),
    level: 0,
    fadeInMs: 0,
    fadeOutMs: 0,
    points: [],
  };
}
