import { soundTracks, type SoundTrack } from "../film-document";
import { type PlacedShot, placeShots } from "../lay-out-film";
import type { InterchangeFilm } from "./write-otio";

/** Channels of CMX3600: pictures are V. */
const channels: Readonly<Record<SoundTrack, string>> = { voice: "A", score: "A2", effects: "A3" };

interface Event {
  channel: string;
  /** C, or D or W001 with the length in frames. */
  how: string;
  /** The file; null for black, as of cards and places. */
  itemId: string | null;
  sourceIn: number;
  sourceOut: number;
  recordIn: number;
  recordOut: number;
  speed: number;
  comments: string[];
}

/**
 * A film as an edit decision list (CMX 3600): cuts, dissolves, wipes and speeds of shots, and where sounds are. Of levels, pans, cards and
 * captions it has no words. Times are those of frames, from 00:00:00:00. Pure.
 */
export function writeEdl({ title, document, files }: InterchangeFilm): string {
  const { frameRate, sounds } = document;
  const placed = placeShots(document);
  const toFrames = (ms: number) => Math.round((ms * frameRate) / 1_000);
  const events = [
    ...placed.map((each, index) => describeShot(each, placed[index + 1], frameRate)),
    ...soundTracks.flatMap((track) =>
      sounds
        .filter((piece) => piece.track === track)
        .toSorted((one, other) => one.atMs - other.atMs)
        .map(({ itemId, atMs, lengthMs, from }): Event => {
          const [sourceIn, recordIn] = [toFrames(from * 1_000), toFrames(atMs)];
          const frames = Math.max(1, toFrames(lengthMs));
          const source = { itemId, sourceIn, sourceOut: sourceIn + frames, speed: 1 };
          const record = { recordIn, recordOut: recordIn + frames };
          return { channel: channels[track], how: "C", ...source, ...record, comments: [] };
        }),
    ),
  ];
  const timecode = (frame: number) => formatTimecode(frame, frameRate);
  const lines = events.flatMap((event, index) => {
    const number = String(index + 1).padStart(3, "0");
    const file = event.itemId === null ? undefined : files.get(event.itemId);
    const reel = event.itemId === null ? "BL" : "AX";
    const write = (how: string, reelName: string, times: readonly number[]) =>
      `${number}  ${reelName.padEnd(8)} ${event.channel.padEnd(5)} ${how.padEnd(8)} ${times.map(timecode).join(" ")}`;
    const before = placed[index - 1];
    const { sourceIn, sourceOut, recordIn, recordOut } = event;
    return [
      // What a transition comes from: nothing more of it, at the frame where the transition begins.
      ...(event.how !== "C" && before
        ? [
            write("C", isBlack(before) ? "BL" : "AX", [
              ...leave(before, recordIn, frameRate),
              recordIn,
              recordIn,
            ]),
          ]
        : []),
      write(event.how, reel, [sourceIn, sourceOut, recordIn, recordOut]),
      ...(event.speed === 1
        ? []
        : [
            `M2   ${reel.padEnd(8)} ${(frameRate * event.speed).toFixed(1).padStart(5, "0")}    ${timecode(sourceIn)}`,
          ]),
      ...(file
        ? [`* ${event.how === "C" ? "FROM" : "TO"} CLIP NAME: ${oneLine(file.path.split("/").at(-1)!)}`]
        : []),
      ...event.comments.map((comment) => `* ${comment}`),
    ];
  });
  return [`TITLE: ${oneLine(title).slice(0, 70)}`, "FCM: NON-DROP FRAME", "", ...lines, ""].join("\r\n");
}

function describeShot(placed: PlacedShot, next: PlacedShot | undefined, frameRate: number): Event {
  const { shot, start, transitionFrames } = placed;
  const { content, transition, name } = shot;
  const overlaps = transitionFrames > 0 && (transition.kind === "fade" || transition.kind === "wipe");
  const nextOverlaps = next && (next.shot.transition.kind === "fade" || next.shot.transition.kind === "wipe");
  // A transition begins with the frame that it takes from the shot before, which is then no longer listed.
  const end = nextOverlaps ? next.start : placed.end;
  const length = String(transitionFrames).padStart(3, "0");
  const how = overlaps ? `${transition.kind === "fade" ? "D" : "W001"} ${length}` : "C";
  const speed = content.kind === "video" ? content.speed : 1;
  const sourceIn = content.kind === "video" ? Math.round(content.from * frameRate) : 0;
  const comments = [
    ...(name.trim() === "" ? [] : [`COMMENT: ${oneLine(name)}`]),
    ...(content.kind === "card" ? [`CARD: ${oneLine(content.text)}`] : []),
    ...(transitionFrames > 0 && transition.kind === "dip" ? [`DIP TO BLACK: ${length} FRAMES`] : []),
  ];
  return {
    ...{ channel: "V", how, itemId: "itemId" in content ? content.itemId : null, speed, sourceIn, comments },
    sourceOut: sourceIn + Math.round((end - start) * speed),
    ...{ recordIn: start, recordOut: end },
  };
}

const isBlack = ({ shot: { content } }: PlacedShot) => !("itemId" in content);

/** The position in the source of a shot that is left at a frame, twice: nothing more of it is listed. */
function leave({ shot: { content }, start }: PlacedShot, frame: number, frameRate: number): [number, number] {
  if (content.kind !== "video") return [frame - start, frame - start];
  const at = Math.round(content.from * frameRate + (frame - start) * content.speed);
  return [at, at];
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** Pure. */
export function formatTimecode(frame: number, frameRate: number): string {
  const seconds = Math.floor(frame / frameRate);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frame % frameRate];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
