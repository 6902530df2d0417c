import type { Caption, Shot, SoundPiece } from "../film-document";

let last = 0;
const nextId = () => `00000000-0000-4000-8000-${String((last += 1)).padStart(12, "0")}`;

/** A card of so many frames, cut. */
export function makeShot(changes: Partial<Shot> = {}): Shot {
  return {
    id: nextId(),
    name: "",
    frames: 48,
    content: { kind: "card", text: "Card", tone: "dark" },
    fit: "fill",
    transition: { kind: "cut", frames: 0 },
    ...changes,
  };
}

type OwnSound = Extract<Shot["content"], { kind: "video" }>["sound"];

/** A shot of a video, from its beginning at its own speed. */
export function makeVideoShot(
  itemId: string,
  changes: Partial<Shot> & { from?: number; speed?: number; sound?: Partial<OwnSound> } = {},
): Shot {
  const { from = 0, speed = 1, sound, ...rest } = changes;
  const own = { level: 0, isOn: true, fadeInMs: 0, fadeOutMs: 0, ...sound };
  return makeShot({ content: { kind: "video", itemId, from, speed, sound: own }, ...rest });
}

/** A second of voice at the beginning. */
export function makePiece(changes: Partial<SoundPiece> = {}): SoundPiece {
  return {
    id: nextId(),
    track: "voice",
    itemId: nextId(),
    atMs: 0,
    from: 0,
    lengthMs: 1_000,
    level: 0,
    fadeInMs: 0,
    fadeOutMs: 0,
    points: [],
    ...changes,
  };
}

/** A second of text at the beginning. */
export function makeCaption(changes: Partial<Caption> = {}): Caption {
  return { id: nextId(), atMs: 0, lengthMs: 1_000, text: "A caption", ...changes };
}
